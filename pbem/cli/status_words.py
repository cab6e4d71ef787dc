"""What `pbem status` says: who owes what, by when, and what to do next."""

from __future__ import annotations

from typing import Any

from pbem.model.counting import counted
from pbem.post.moments import moment


def status_lines(found: Any) -> list[str]:
    state = found.status
    lines = [_accusation(one, state.seat) for one in state.accusations]
    lines.append(f"{state.name}  {found.title} {found.scenario}   {found.turn}   exchange {state.exchange}")
    if found.ending is not None:
        lines.append(f"over  {found.ending.winner or 'nobody'} wins: {found.ending.words} ({found.ending.case})")
    for number, owed in enumerate(state.owed):
        by = f"   {moment(state.until)}" if state.until and owed.what == "orders" else ""
        there = _whether_in(owed)
        what = found.owes.get(owed.seat, owed.what)
        lines.append(f"{'      ' if number else 'due   '}{owed.seat:8} {what}{by}   {there}")
    lines += [f"      {seat:8} nothing" for seat in found.idle]
    if state.stage == "closed":
        lines.append("      the exchange is closed")
    lines += [f"asked {proposal.words()}" for proposal in state.proposals]
    if found.late:
        lines.append(f"late  {found.late}")
    if state.kept:
        lines.append(f"mail  {state.kept} kept, not accepted: pbem log --refused")
    if found.letters:
        lines.append(f"press {counted(found.letters, 'letter')} in this exchange: pbem press")
    if found.edited:
        lines.append(f"edit  {found.edited} is not what you signed: pbem sign {found.edited}, or draft it anew")
    lines.append(f"you   {state.seat}; next: {found.next}")
    return [*lines, f"book  {state.head}"] if state.head else lines


def _whether_in(owed: Any) -> str:
    if owed.is_in is None:
        return "the referee knows"
    revision = "a newer one is signed, no receipt yet" if owed.is_in else "signed, no receipt yet"
    return revision if owed.signed else ("in" if owed.is_in else "not in")


def _accusation(one: Any, seat: str) -> str:
    """On top of everything: somebody says that this seat owes him something."""
    if one.said.by == seat:
        return f"SILENCE  {one.by} says that you owe the {one.said.owed}: send it to all before {moment(one.ripe)}"
    return (
        f"silence  {one.by} waits for the {one.said.owed} of {one.said.by}; the game may end from {moment(one.ripe)} on"
    )
