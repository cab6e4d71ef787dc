"""The page's parts in their order: status, map, orders by unit, sheet, report; and what only paper shows."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from html import escape

from pbem.model import document as doc
from pbem.model.hand import HandOfCards
from pbem.model.picture import Counter, Picture
from pbem.report.drawing.markup import said
from pbem.report.html import BlockWriter, whole_page
from pbem.report.html_map import map_sheet, panels
from pbem.report.html_script import NAMES, THEME, script
from pbem.report.map_script import MAP_PIECES
from pbem.report.webpage.board_script import BOARD
from pbem.report.webpage.cards_script import CARDS
from pbem.report.webpage.cargo import cargo, words_of
from pbem.report.webpage.composed_script import COMPOSED
from pbem.report.webpage.desk_script import DESK
from pbem.report.webpage.details_script import DETAILS
from pbem.report.webpage.hand_script import HAND
from pbem.report.webpage.joint_script import JOINT
from pbem.report.webpage.keeping_script import KEEPING
from pbem.report.webpage.led_script import LED
from pbem.report.webpage.lines_script import LINES
from pbem.report.webpage.onward_script import ONWARD
from pbem.report.webpage.open_script import OPEN
from pbem.report.webpage.orders_script import ORDERS
from pbem.report.webpage.sheet_script import SHEET
from pbem.report.webpage.standing_script import STANDING
from pbem.report.webpage.style import page_style
from pbem.report.webpage.supply_script import SUPPLY
from pbem.report.webpage.tabs import SHORT, row_text, sorted_under_tabs
from pbem.report.webpage.tree_script import TREE
from pbem.report.webpage.walk_script import WALK
from pbem.report.webpage.when_script import WHEN
from pbem.report.webpage.within_script import WITHIN
from pbem.report.webpage.workplace import Workplace

KEYS = (
    ("Tab", "next unit"),
    ("arrows", "to the next space"),
    ("Enter", "orders it"),
    ("Backspace", "takes it back"),
    ("u", "undo"),
    ("m", "one part alone"),
    ("i e", "if, else"),
    ("s", "supply"),
    ("/", "finds"),
    ("n", "next stack"),
    ("f", "the front"),
    ("+ \N{MINUS SIGN} 0", "zoom"),
)
HAND_KEY = ("h", "the hand")
WALK_KEY = ("v", "hex by hex")
ON_KEY = ("v", "goes on from there")
NOTHING_HERE = "Nothing."
ORDERS_TAB = "orders"
BLANK_LINES = 4
COUNTER_TITLE = re.compile(r"(<g [^>]*data-unit=[^>]*>)<title>[^<]*</title>")
"""What a counter is stands in the twin; the script says it on the map, too."""


def render_page(document: doc.Document, picture: Picture, desk: Workplace) -> str:
    """The whole file."""
    body = [
        '<a class="skip" href="#sheet">Skip to the sheet</a>',
        _status(document, desk.present),
        _map(picture, desk),
        _hand(desk.hand),
        _bar(),
        _sheet(desk),
        _report(document),
        _blank(desk),
        f'<script type="application/json" id="cargo">{cargo(picture, desk)}</script>',
    ]
    style, program = (
        page_style(picture, with_hand=desk.hand is not None),
        script(THEME, *MAP_PIECES, NAMES, *composer(desk)),
    )
    kinds = ["page", *(["with-hand"] if desk.hand else []), *(["idle"] if not desk.sheet.strip() else [])]
    opening = f'<body class="{" ".join(kinds)}">'
    return whole_page(document, opening, "\n".join(body), style, program)


def composer(desk: Workplace) -> tuple[str, ...]:
    """The pieces of the script that writes the sheet, those that the game needs; each knows those before it."""
    hand, within = desk.hand is not None, any(choice.into for choice in desk.choices)
    return (
        SHEET, TREE, ORDERS, OPEN, *([ONWARD, LED, JOINT] if desk.onward else []), *([HAND] if hand else []),
        *([WITHIN] if hand or within else []), DETAILS, KEEPING, LINES, STANDING, COMPOSED, WHEN,
        *([WALK] if desk.walks else []), *([CARDS] if hand else []),
        BOARD, SUPPLY, DESK,
    )  # fmt: skip


def _status(document: doc.Document, present: Sequence[doc.Inline]) -> str:
    """The one line that says which game, which turn, for whom, and what is due; below it what is to be done."""
    writer = BlockWriter(document.system)
    tags = " ".join(f"<span>{said(tag)}</span>" for tag in document.tags)
    due = row_text(document, "DUE")
    return "\n".join(
        [
            '<header class="status">',
            f"<h1>{said(document.title)}</h1>",
            f'<p class="which">{tags} <span>{said(document.subtitle)}</span></p>',
            f'<p class="due"><b>DUE</b> {writer.said(due)}</p>' if due else "",
            f'<p class="audience">{said(document.audience)}</p>' if document.audience else "",
            '<button type="button" id="theme" hidden>dark / light</button>',
            "".join(f'<p class="present">{writer.said(words)}</p>' for words in present),
            "</header>",
        ]
    )


def _map(picture: Picture, desk: Workplace) -> str:
    """The drawing with its tools; under the pointer in words; the keys; its twin."""
    layers = {"moves": picture.moves, "battles": picture.battles}
    boxes = "".join(
        f'<label><input type="checkbox" data-layer="{name}" {"checked" if shown else "disabled"}> {name}</label>'
        for name, shown in layers.items()
    )
    boxes += f'<label><input type="checkbox" id="supply" {"" if desk.supply else "disabled"}> supply</label>'
    boxes += '<label><input type="checkbox" id="legend"> legend</label>'
    known = (*KEYS, *([HAND_KEY] if desk.hand else []), *([ON_KEY] if desk.onward else []),
             *([WALK_KEY] if desk.walks else []))  # fmt: skip
    keys = " ".join(f"<span><kbd>{key}</kbd> {does}</span>" for key, does in known)
    drawn = COUNTER_TITLE.sub(r"\1", map_sheet(picture, "map"))
    return "\n".join(
        [
            '<main class="board" aria-labelledby="map-heading"><h2 id="map-heading" class="unseen">Map</h2>',
            '<div class="mapbar" hidden>',
            '<label class="find">find <input id="find" list="places" size="9" autocomplete="off"></label>',
            '<datalist id="places"></datalist>',
            f'<fieldset class="layers"><legend class="unseen">Layers</legend>{boxes}</fieldset></div>',
            f'<figure class="map">{panels(picture, "map")}{drawn}'
            f'<p class="told" aria-hidden="true">&#160;</p><p class="keys" id="keys" hidden>{keys}</p></figure>',
            _twin(picture),
            "</main>",
        ]
    )


def _twin(picture: Picture) -> str:
    """The map for those who do not see it: each space and its units; supply and reach are told when it is opened.

    A row ends where the next begins, and a cell too: HTML asks for no more, and there are hundreds.
    """
    names = {space.id: space.name for space in picture.spaces} | {town.space: town.name for town in picture.towns}
    stacks: dict[str, list[Counter]] = defaultdict(list)
    for counter in picture.counters:
        stacks[counter.space].append(counter)
    rows = [_twin_row(space, names.get(space, ""), picture, stacks[space]) for space in sorted(stacks)]
    head = "".join(f'<th scope="col">{title}' for title in ("space", "name", "unit", "supply", "reach"))
    return (
        '<details class="twin"><summary>The map as a table: spaces, units, supply, reach</summary>'
        '<div class="scroll" tabindex="0"><table><caption>Where the units are and what they can reach</caption>'
        f"<thead><tr>{head}\n{''.join(rows)}</table></div></details>"
    )


def _twin_row(space: str, name: str, picture: Picture, units: Sequence[Counter]) -> str:
    """One space: a row for each of its units."""
    high = f' rowspan="{len(units)}"' if len(units) > 1 else ""
    place = f'<th scope="rowgroup"{high}>{said(space)}<td{high}>{said(name)}'
    rows = [
        f'<tr data-row="{said(unit.id)}">{"" if number else place}<td>{said(words_of(picture, unit))}'
        for number, unit in enumerate(units)
    ]
    return f"<tbody>{''.join(rows)}\n"


def _hand(hand: HandOfCards | None) -> str:
    """The cards to choose from; filled by the script."""
    if hand is None:
        return ""
    return "\n".join(
        [
            '<section class="hand" aria-labelledby="hand-heading" hidden>',
            f'<h2 id="hand-heading">Hand <small>{said("; ".join(hand.notes))}</small></h2>',
            '<div id="cards" role="group" aria-label="cards"></div>',
            '<div id="uses" role="group" aria-label="what the card can do"></div>',
            "</section>",
        ]
    )


def _bar() -> str:
    """The chosen unit and what it may do; filled by the script."""
    return "\n".join(
        [
            '<section class="bar" aria-labelledby="bar-heading" hidden>',
            '<h2 id="bar-heading" class="unseen">Orders by unit</h2>',
            '<div class="who"><button type="button" id="before" aria-label="unit before">&#8249;</button>',
            '<select id="unit" aria-label="unit"></select>',
            '<button type="button" id="after" aria-label="next unit">&#8250;</button>',
            '<button type="button" id="remove">take back</button> <button type="button" id="undo">undo</button> '
            '<span id="count"></span></div>',
            '<div id="waiting" role="group" aria-label="off the map"></div>',
            '<p id="spoken" role="status" aria-live="polite">Choose a unit on the map, or here.</p>',
            '<div id="offers" role="group" aria-label="what it may do"></div>',
            "</section>",
        ]
    )


def _sheet(desk: Workplace) -> str:
    """The editor.  What stands in it counts, however it came there."""
    lines = desk.sheet.count("\n") + 2
    return "\n".join(
        [
            '<section class="writing" aria-labelledby="sheet-heading">',
            f'<h2 id="sheet-heading"><label for="sheet">Sheet of {said(desk.side)}</label></h2>',
            f'<textarea id="sheet" spellcheck="false" wrap="off" autocomplete="off" rows="{min(lines, 30)}">\n'
            f"{escape(desk.sheet)}</textarea>",
            '<p class="then"><button type="button" id="copy" hidden>copy</button> '
            '<button type="button" id="save" hidden>save</button> '
            f"then <code>pbem check {said(desk.file)}</code></p>",
            "</section>",
        ]
    )


def _report(document: doc.Document) -> str:
    """The report under its tabs.  Without a script, and on paper, all of them stand below each other."""
    writer = BlockWriter(document.system)
    tabs, panels = [], []
    for name, blocks in sorted_under_tabs(document).items():
        tabs.append(_tab(name))
        body = "\n".join(writer.block(block, 3) for block in blocks) or f'<p class="note nothing">{NOTHING_HERE}</p>'
        panels.append(
            f'<div class="panel" id="panel-{name}" role="tabpanel" aria-labelledby="tab-{name}" tabindex="0">'
            f'<h2 class="unseen">{name}</h2>\n{body}\n</div>'
        )
        if name == SHORT:
            tabs.append(_tab(ORDERS_TAB))
            panels.append(_lines())
    bar = f'<div class="tabs" role="tablist" aria-label="Report" hidden>{"".join(tabs)}</div>'
    return f'<section class="report" aria-label="Report">{bar}\n' + "\n".join(panels) + "\n</section>"


def _tab(name: str) -> str:
    chosen = "true" if name == SHORT else "false"
    known = f'id="tab-{name}" aria-controls="panel-{name}" aria-selected="{chosen}"'
    return f'<button type="button" role="tab" {known}>{name}</button>'


def _lines() -> str:
    """The lines that the draft offers, filled by the script: each is ordered, or taken back, by a press."""
    return (
        f'<div class="panel" id="panel-{ORDERS_TAB}" role="tabpanel" aria-labelledby="tab-{ORDERS_TAB}" tabindex="0" '
        f'hidden><h2 class="unseen">{ORDERS_TAB}</h2>\n<div id="composed"></div><div id="lines"></div></div>'
    )


def _blank(desk: Workplace) -> str:
    """The sheet to fill in with a pen: a line for each unit that may be ordered, a few lines for each other part."""
    open_now = [part for part in desk.parts if f"\n{part}:" in desk.sheet]
    parts = "\n".join(_blank_part(part, desk) for part in open_now)
    name = said(desk.file.rpartition(".")[0] or desk.file)
    return f'<section class="blank" aria-hidden="true"><h2>Sheet of {said(desk.side)}: {name}</h2>\n{parts}\n</section>'


def _blank_part(part: str, desk: Workplace) -> str:
    offered = (choice.unit for choice in desk.choices
               if choice.part == part and "[UNIT]" not in choice.line and not choice.into)  # fmt: skip
    legs = desk.onward.legs if desk.onward else ()
    movers = (unit for leg in legs if leg.part == part for unit in leg.points)
    names = [said(unit) for unit in dict.fromkeys([*offered, *movers])] or [""] * BLANK_LINES
    lines = "".join(f"<li><span>{name}</span>" for name in names)
    return f"<h3>{said(part)}</h3><ul>{lines}</ul>"
