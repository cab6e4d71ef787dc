"""The files that follow from the rules: `state.yaml` in the book, byte for byte; reports beside it, at will."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pbem.book.documents import Outcome
from pbem.book.findings import Findings
from pbem.book.layout import page_name
from pbem.book.shown import shown
from pbem.book.writing import PRIVATE, write_file

if TYPE_CHECKING:
    from pbem.app.flow.game import Game


def state_file(number: int, outcome: Outcome | None, state: Any) -> dict[str, bytes]:
    """A page has a state of its own at the charter, and where something was judged."""
    return {"state.yaml": shown(state).encode("utf-8")} if number == 0 or outcome is not None else {}


def check_state(number: int, expected: Mapping[str, bytes], others: Mapping[str, bytes], findings: Findings) -> None:
    """`state.yaml` byte for byte, if it is there; that it is was asked before."""
    for file, data in expected.items():
        if file in others:
            place = f"book/{page_name(number)}/{file}"
            findings.check("states", place, others[file] == data, "comes out otherwise when written again")


def write_reports(game: Game, number: int) -> None:
    """The reports of a number, beside the book.  They are no evidence: what goes wrong here holds no game up."""
    try:
        files = game.reports(game.published(number))
        for suffix, data in files.items():
            write_file(game.folder.reports / f"{page_name(number)}.{suffix}", data, PRIVATE)
    except Exception as error:
        game.notes.append(f"the report of number {number} could not be written: {error}")
