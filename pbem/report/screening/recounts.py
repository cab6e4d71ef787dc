"""What the page of a replay counts again by itself, as it stands in its program: figures, luck and whose pieces are."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from pbem.model.recount import ChitByChit, HitByHit, Law, Recount, Term
from pbem.report.drawing.markup import said


def plain(recount: Recount, owners: Mapping[str, str]) -> dict[str, Any]:
    """For the program.  Nothing of it is taken from the film: it is part of what the digest in the head stands for."""
    sides: dict[str, list[str]] = {}
    for name, side in sorted(owners.items()):
        sides.setdefault(side, []).append(name)
    figures = {name: [_term(term) for term in terms] for name, terms in recount.figures.items()}
    return {"figures": figures, "luck": [_law(law) for law in recount.luck], "sides": sides}


def declared(recount: Recount, owners: Mapping[str, str]) -> str:
    """The same as a line of the program."""
    text = json.dumps(plain(recount, owners), separators=(",", ":"), ensure_ascii=True).replace("<", "\\u003c")
    return f"const RECOUNT = {text};\n"


def _term(term: Term) -> dict[str, Any]:
    found: dict[str, Any] = {"at": [*term.at]}
    if term.only:
        found["only"] = {name: [*values] for name, values in term.only.items()}
    if term.keys is not None:
        found["keys"] = {**term.keys}
    unless = {"each": 1, "most": 0, "times": 1}
    found |= {name: value for name, plain in unless.items() if (value := getattr(term, name)) != plain}
    return found | ({"since": [*term.since]} if term.since else {})


def _law(law: Law) -> dict[str, Any]:
    found: dict[str, Any] = {"event": law.event, "units": [*law.units]}
    if isinstance(law, HitByHit):
        return found | {"law": "hits", "dice": law.dice, "chance": law.chance, "hits": law.hits, "faces": law.faces}
    if isinstance(law, ChitByChit):
        signs = {side: {**letters} for side, letters in law.signs.items()}
        return found | {"law": "chits", "cup": law.cup, "drawn": law.drawn, "effects": law.effects, "signs": signs}
    scores = {name: f"{score.numerator}/{score.denominator}" for name, score in law.scores.items()}
    return found | {"law": "ranked", "fields": [*law.fields], "scores": scores}


def in_words(recount: Recount) -> str:
    """How it is counted, for readers of the page."""
    rows = [f"{name}: {', '.join(_said(term) for term in terms)}" for name, terms in recount.figures.items()]
    return "".join(f"<li>{said(row)}</li>" for row in rows)


def _said(term: Term) -> str:
    """`towns: owners german`, as the states have it."""
    where = " ".join(term.at)
    only = " ".join(_values(name, values) for name, values in term.only.items())
    worth = "each with its worth" if term.keys and len(set(term.keys.values())) > 1 else ""
    parts = (
        where,
        only,
        worth,
        f"one for {term.each}" if term.each > 1 else "",
        f"times {term.times}" * (term.times != 1),
    )
    return f"{term.words} ({'; '.join(part for part in parts if part)})"


def _values(name: str, values: tuple[Any, ...]) -> str:
    told = [("yes" if value else "no") if isinstance(value, bool) else str(value) for value in values]
    return f"{name} {' or '.join(told)}".strip() if len(told) < 4 else f"{name} one of {len(told)}"
