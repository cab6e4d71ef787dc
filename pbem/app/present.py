"""What the reader of a page is to do now, in plain words: said where the map alone does not show it."""

from __future__ import annotations

from pbem.app.bulletin import Bulletin, owing, wording
from pbem.model.document import Code, Emphasis, Inline, Span, Strong

BEFORE_PLAY = 0
"""The number of the book after which the charter is confirmed."""


def present(bulletin: Bulletin, file: str, first: tuple[str, ...] = ()) -> tuple[Inline, ...]:
    """`file`: the sheet's name; `first`: whom play asks first, if that is known already."""
    if bulletin.ending is not None:
        return ()
    if bulletin.reader not in owing(bulletin):
        return (nothing_asked(bulletin),)
    return confirming(bulletin, file, first) if bulletin.exchange == BEFORE_PLAY else ()


def nothing_asked(bulletin: Bulletin) -> Inline:
    due = " and ".join(owing(bulletin)) or "nobody"
    return (
        Strong("Now:"), f" nothing is asked of {bulletin.reader} after exchange {bulletin.exchange}; it is the turn "
        f"of {due}. The map is to look at. The next report brings the next page: take it in by ", Code("pbem receive"),
        ", see it by ", Code("pbem show"), ".",
    )  # fmt: skip


def confirming(bulletin: Bulletin, file: str, first: tuple[str, ...]) -> tuple[Inline, ...]:
    """Exchange 1: what it is for, what it takes, what is done with it, and when there will be more."""
    return (_takes(bulletin), _done_with(file), _then(bulletin, first))


def _takes(bulletin: Bulletin) -> Inline:
    asked = [d for d in bulletin.due if d.side == bulletin.reader and d.kind == "part"]
    now, lead = Strong("Now:"), " by the sheet of exchange 1 you confirm the charter. "
    if not asked:
        wishes: tuple[Span, ...] = (
            "Standing orders can go with it, under ", Emphasis("orders"), " or typed into the sheet: they answer "
            "questions while you are away. It may also stay as it is.",
        ) if bulletin.spec.topics else ("It may stay as it is.",)  # fmt: skip
        return (now, f"{lead}No unit is ordered yet. ", *wishes)
    parts = " and ".join(f"{one.topic} ({one.prompt}, {one.case})" for one in asked)
    return (
        now, f"{lead}It asks you for {parts}. What there is to say stands under ", Emphasis("orders"), ", what has a "
        "place on the map is chosen there; standing orders can go with it.",
    )  # fmt: skip


def _done_with(file: str) -> Inline:
    return (
        Strong("Then:"), " save the sheet, ", Code(f"pbem check {file}"), " tells what is wrong with it, ",
        Code(f"pbem sign {file} --final"), " hands it in.",
    )  # fmt: skip


def _then(bulletin: Bulletin, first: tuple[str, ...]) -> Inline:
    """When units can be clicked: on the page of whoever is asked for orders."""
    turn, mine = wording(bulletin.spec).turn(bulletin.after), bulletin.reader in first
    asked = " You are asked first." if mine else f" {' and '.join(first).capitalize()} is asked first." if first else ""
    return (
        Strong("Next:"), f" when all have signed, play begins: {turn}.{asked} The page that asks you for "
        "orders comes with a report; units and spaces are clicked there.",
    )  # fmt: skip
