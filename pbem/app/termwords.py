"""The terms of a charter as people read them, before they enter a game."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import wrap

from pbem.book.documents import REFEREE, Draft
from pbem.book.times import read_time
from pbem.model.counting import many
from pbem.post.moments import moment

MODES = {
    "referee": "a referee resolves and rolls at once",
    "mutual": "a referee resolves; links are shown after his close",
    "alone": "two play without a referee",
}
SILENCE = {"lost": "who stays silent loses", "wait": "the others wait"}
LETTERS = {"white": "with the writer's name", "grey": "with the writer's name or without"}
LABEL, WIDTH = 12, 76


def terms_in_words(draft: Draft) -> list[str]:
    """A line for each term; of those that are seldom used only what differs."""
    said = {
        "system": f"{draft.versions.ruleset}, version {draft.versions.version}, scenario {draft.scenario}",
        "seats": ", ".join(seat if seat == REFEREE else _kept(draft, seat) for seat in draft.seats),
        "bots": _pairs(draft.bots, " is "),
        "options": _pairs(draft.options, "="),
        "windows": _pairs(draft.windows, "="),
        "mode": f"{draft.mode}: {MODES[draft.mode]}",
        "hours": f"{draft.turn} for a turn, {draft.question} for a question, {draft.grace} of grace",
        "slips": f"can be replaced for {many(draft.earliest, 'hour')}" if draft.earliest else "",
        "deadlines": f"at {draft.clock} UTC, {draft.days}; the first {moment(read_time(draft.first))}",
        "absence": f"{many(draft.away.days, 'day')}, said {many(draft.away.notice, 'hour')} ahead",
        "silence": f"after {many(draft.stalled.after, 'day')}, and as many to answer: {SILENCE[draft.stalled.then]}",
        "letters": LETTERS.get(draft.press, ""),
        "substitutes": "a lost player may be replaced, if all others sign" if draft.substitutes else "",
    }
    return [line for name, words in said.items() if words for line in _lines(name, words)]


def _lines(name: str, words: str) -> list[str]:
    """The words of a term beside its name, narrow enough for any mail."""
    return wrap(words, WIDTH, initial_indent=f"  {name:{LABEL}} ", subsequent_indent=" " * (LABEL + 3))


def _kept(draft: Draft, seat: str) -> str:
    return f"{seat} (kept for a key)" if seat in draft.invited else seat


def _pairs(said: Mapping[str, str], sign: str) -> str:
    return ", ".join(f"{name}{sign}{value}" for name, value in said.items())
