"""The replay's page: the map, the bar below it, the log, a life, the curves and the proof beside it."""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Mapping, Sequence
from typing import Any

from pbem.model import document as doc
from pbem.model.film import Film
from pbem.model.recount import Recount
from pbem.report.drawing.markup import said
from pbem.report.html import whole_page
from pbem.report.html_script import THEME, script
from pbem.report.map_script import MAP_PIECES
from pbem.report.screening.facts_script import FACTS
from pbem.report.screening.film_script import FILM, KEYS_AND_BAR
from pbem.report.screening.look import stage_style
from pbem.report.screening.proof_script import PROOF, START, VERIFIER
from pbem.report.screening.proofs import Vouchers, anchors, framed, plain_anchors, state_steps
from pbem.report.screening.recount_script import RECOUNTS
from pbem.report.screening.recounts import declared, in_words
from pbem.report.screening.reels import Reels
from pbem.report.screening.tales_script import TALES
from pbem.report.screening.ways_script import WAYS

BUTTONS = (
    ("first", "\N{BLACK LEFT-POINTING TRIANGLE}|", "to the beginning"),
    ("back", "\N{LEFT-POINTING DOUBLE ANGLE QUOTATION MARK}", "exchange before"),
    ("less", "\N{SINGLE LEFT-POINTING ANGLE QUOTATION MARK}", "entry before"),
    ("play", "\N{BLACK RIGHT-POINTING TRIANGLE}", "play"),
    ("more", "\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}", "next entry"),
    ("forth", "\N{RIGHT-POINTING DOUBLE ANGLE QUOTATION MARK}", "next exchange"),
    ("last", "|\N{BLACK RIGHT-POINTING TRIANGLE}", "to the end"),
)
TABS = (("log", "log"), ("life", "a life"), ("curves", "curves"), ("proof", "proof"))
KEYS = (
    ("\N{LEFTWARDS ARROW} \N{RIGHTWARDS ARROW}", "entry"),
    ("Shift \N{LEFTWARDS ARROW} \N{RIGHTWARDS ARROW}", "exchange"),
    ("space", "play"),
    ("Home End", "ends"),
    ("+ \N{MINUS SIGN} 0", "zoom"),
)
WORDS = (
    (
        "What is proved",
        """This file carries every signed document of the book. The button checks, here and without a network, by the
code of <code>pbem guide verify.html</code>: signatures, heads, links, receipts, deadlines and every die. Then what is
drawn and told here is held against the documents.""",
    ),
    (
        "Whom to trust",
        """That the rules were followed is not checked here: <code>pbem audit</code> does that, with the book. Who sends
you this file could have changed its program, too. Compare the head with the one that you know, or check the book with
your own <code>verify.html</code>.""",
    ),
)
SHOWN = (
    ("dice, also where sentences and cards name them", "signed"),
    ("entries of the log: all, in their order, by case, with the pieces and places that they name", "signed"),
    ("counters: where each stands and whose it is, after each number and between", "signed"),
    ("days, steps, what was set aside, the game's name, its scenario, by which case it ended", "signed"),
    ("lives: the piece, the entry and the places of each line", "signed"),
    ("points: counted in this page from the signed states", "counted"),
    ("luck: counted in this page from signed entries and the tables' chances", "counted"),
    ("counters on the map: counted in this page; whose each is stands in its program", "counted"),
    ("what stands on a counter: strength, steps, marks", "drawn"),
    ("which entries have no words at all, such as a phase that begins: the proof tells how many", "drawn"),
    (
        "other words of sentences and remarks, other numbers on cards, what a step does, names of turns and towns",
        "drawn",
    ),
    ("arrows, stars, ways, the ground, who holds it, bridges", "drawn"),
)
"""All that the page shows: it rests on signed documents, is counted from them, or is the program's drawing alone."""
Lives = Mapping[str, Sequence[Any]]


def render_replay(films: Sequence[Film], lives: Sequence[Lives], proofs: Vouchers, opened: bool) -> str:
    """The whole file.  The first film is everybody's; the lives are those of the films, in their order."""
    first = films[0]
    reels = Reels(films)
    base = reels.base()
    data = _packed(json.dumps(_cargo(reels, lives), separators=(",", ":"), ensure_ascii=False).encode())
    body = "\n".join(
        [
            '<a class="skip" href="#bar">Skip to the bar</a>',
            _head(first),
            _board(base),
            _bar(),
            _beside(opened, proofs.recount),
            _carried("film", data),
            _carried("documents", _packed(framed(proofs.documents))),
        ]
    )
    parts = (RECOUNTS, FILM, TALES, KEYS_AND_BAR, PROOF, WAYS, FACTS, START)
    counting = declared(proofs.recount, reels.owners())
    program = (VERIFIER % proofs.verifier) + counting + script(THEME, *MAP_PIECES, *parts)
    document = doc.Document(f"{first.title}: {first.game}", ())
    return whole_page(document, '<body class="stage">', body, stage_style(), program)


def _cargo(reels: Reels, lives: Sequence[Lives]) -> dict[str, Any]:
    first = reels.films[0]
    views = [reels.view(film, own) for film, own in zip(reels.films, lives, strict=True)]
    return {
        "mark": first.mark,
        "frame": reels.frame(),
        "views": views,
        "words": reels.words.all,
        "looks": reels.looks.all,
        "names": reels.names.all,
        "strokes": reels.strokes.all,
        "layers": {name: table.all for name, table in reels.layers.items()},
        "places": {**first.places},
        "ranks": reels.by_rank,
        "yards": reels.yards.middles,
        "steps": {step: told for step, told in reels.steps.items() if step != told},
        "states": state_steps(first),
        "anchors": plain_anchors(anchors(first)),
    }


def _packed(data: bytes) -> str:
    return base64.b64encode(gzip.compress(data, 9, mtime=0)).decode()


def _carried(name: str, packed: str) -> str:
    return f'<script type="application/gzip+base64" id="{name}">{packed}</script>'


def _head(film: Film) -> str:
    tags = (f"game {film.game}", f"scenario {film.scenario}", film.ending or "not over yet")
    whose = f"for: {film.reader}, SECRET PARTS" if film.reader else "for everyone"
    return "\n".join(
        [
            '<header class="top">',
            f"<h1>{said(film.title)}</h1>",
            f'<p class="which">{" ".join(f"<span>{said(tag)}</span>" for tag in tags)} <b>{said(whose)}</b></p>',
            '<p id="proved">not checked yet</p>',
            '<button type="button" id="theme" hidden>dark / light</button>',
            "</header>",
        ]
    )


def _board(base: str) -> str:
    keys = " ".join(f"<span><kbd>{key}</kbd> {does}</span>" for key, does in KEYS)
    return "\n".join(
        [
            '<main class="board" aria-labelledby="map-heading"><h2 id="map-heading" class="unseen">Map</h2>',
            f'<figure class="map"><div class="sheet">{base}</div>'
            f'<p class="told" aria-hidden="true">&#160;</p><p class="keys">{keys}</p></figure>',
            "</main>",
        ]
    )


def _bar() -> str:
    buttons = "".join(
        f'<button type="button" id="{name}" title="{does}" aria-label="{does}">{sign}</button>'
        for name, sign, does in BUTTONS
    )
    speeds = "".join(f'<option value="{by}"{" selected" if by == 1 else ""}>{by}x</option>' for by in (0.5, 1, 2, 4))
    return "\n".join(
        [
            '<section class="control" aria-label="Stepping">',
            '<svg id="strip" viewBox="0 0 1000 14" preserveAspectRatio="none" aria-hidden="true"></svg>',
            '<input type="range" id="bar" min="0" max="0" value="0" step="1" aria-label="entry of the game">',
            f'<div class="buttons" role="group" aria-label="steps">{buttons}</div>',
            f'<label>speed <select id="speed">{speeds}</select></label>',
            '<label><input type="checkbox" id="follow" checked> follow</label>',
            '<label id="views" hidden>as seen by <select id="whose-view"></select></label>',
            '<div class="caption"><p id="when"></p>',
            '<p id="said" role="status" aria-live="polite">If this line stays, the page was altered or its program '
            "cannot run here: it needs scripts, in a browser of 2023 or later.</p>",
            '<p id="only" class="eyes" hidden></p></div>',
            '<div id="battle" hidden><div id="dice"></div><dl id="card"></dl><p id="signed"></p></div>',
            "</section>",
        ]
    )


def _beside(opened: bool, recount: Recount) -> str:
    tabs = "".join(
        f'<button type="button" role="tab" id="tab-{name}" aria-controls="panel-{name}" '
        f'aria-selected="{"true" if name == "log" else "false"}">{title}</button>'
        for name, title in TABS
    )
    hidden = (
        "What was hidden is open: choose above as whom you see the game. What a side alone was told is checked, too."
        if opened
        else "What a side alone was told is not in here, or rests on the referee's word until the opening."
    )
    return "\n".join(
        [
            '<section class="beside" aria-label="The game">',
            f'<div class="tabs" role="tablist" aria-label="The game">{tabs}</div>',
            '<div class="panel" id="panel-log" role="tabpanel" aria-labelledby="tab-log" tabindex="0">'
            '<ol id="log"></ol></div>',
            '<div class="panel" id="panel-life" role="tabpanel" aria-labelledby="tab-life" tabindex="0" hidden>'
            '<p class="finding"><label>of <input id="whose" list="names" autocomplete="off" size="14"></label> '
            '<button type="button" id="none">none</button></p><datalist id="names"></datalist>'
            '<p class="note">A click on a counter or a place of the map tells its life.</p>'
            '<h3 id="life-of"></h3><ol id="lines"></ol></div>',
            '<div class="panel" id="panel-curves" role="tabpanel" aria-labelledby="tab-curves" tabindex="0" hidden>'
            f'<div id="curves"></div>{_counting(recount)}</div>',
            '<div class="panel" id="panel-proof" role="tabpanel" aria-labelledby="tab-proof" tabindex="0" hidden>'
            '<p><button type="button" id="prove">check everything</button></p><div id="found" aria-live="polite"></div>'
            '<div id="as-signed" hidden><h3>This entry as it was signed</h3><pre id="entry" tabindex="0"></pre></div>'
            f"{_what_it_proves(hidden)}</div>",
            "</section>",
        ]
    )


def _counting(recount: Recount) -> str:
    """Under the curves: what they rest on, and how points are counted."""
    words = (
        "Points are counted in this page, as each number ends, from the public states; luck is the mean of the scores "
        "of all results so far, each its place among all that its dice or draw could have brought. The proof counts "
        "both again from what was signed."
    )
    told = in_words(recount)
    rows = f"<details><summary>What points are counted from</summary><ul>{told}</ul></details>" if told else ""
    return f'<div class="note"><p>{words}</p>{rows}</div>'


def _what_it_proves(hidden: str) -> str:
    """In words; then all that the page shows, and what each of it rests on."""
    rows = "".join(f"<tr><th>{what}</th><td>{rests}</td></tr>" for what, rests in SHOWN)
    first, trust = (f"<h3>{title}</h3><p>{words}</p>" for title, words in WORDS)
    return f"{first}<table>{rows}</table><h3>What was hidden</h3><p>{hidden}</p>{trust}"
