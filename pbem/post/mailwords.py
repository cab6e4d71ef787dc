"""The texts of the mails that the referee's program writes: receipt, bounce, reminder, missed notice.

Whole sentences with named gaps.  Times are passed in; nothing here asks a clock.
"""

from __future__ import annotations

import textwrap
from datetime import datetime
from typing import Literal

from pbem.model.counting import counted, many
from pbem.model.printable import printable, printable_lines
from pbem.model.records import frozen
from pbem.post.moments import moment
from pbem.post.reasons import Reason
from pbem.seal.envelope import FINAL

WIDTH = 74
PROOF = "A higher revision replaces it until the close. This mail is signed: it proves what arrived and when."
PROOF_FINAL = "They are final. This mail is signed: it proves what arrived and when."
SEALED = "sealed until the close"
GAP = 10  # between the last sentence and the words of the head beside it
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")


@frozen
class Words:
    """A mail before it has a date and an address."""

    subject: str
    body: str


@frozen
class About:
    """What every mail of a game says first; `turn` as the ruleset calls it: "GT2, German player-turn"."""

    game: str
    exchange: int
    seat: str
    turn: str = ""

    @property
    def label(self) -> str:
        return f"[{self.game} {self.exchange} {self.seat}]"


@frozen
class LookedThrough:
    """What reading found, nothing having been tried; and the standing orders beside the sheet."""

    problems: int
    doubtful: int
    standing: int = 0
    """The exchange that brought the standing orders in force; 0: there are none."""
    new: bool = False
    """Whether others have come in, for the exchanges after this."""

    @property
    def found(self) -> str:
        """How much was found, never what: the line of it stays its writer's."""
        doubtful = f", {counted(self.doubtful, 'doubtful line')}" if self.doubtful else ""
        return f"read, {counted(self.problems, 'problem')}{doubtful}"

    @property
    def in_force(self) -> str:
        mine = f"those of exchange {self.standing}" if self.standing else "none"
        return f"{mine}; new ones from the next exchange on" if self.new else mine


def receipt(
    about: About,
    *,
    received: datetime,
    due: datetime,
    sheet: str,
    revision: int,
    newest: int = 0,
    digest: str,
    head: str,
    checked: LookedThrough | None,
) -> Words:
    """Orders have arrived; `digest` in hex, `head` in words, `checked` None where nothing could be opened.

    `newest`: the highest revision that is in; a lower one that comes late does not count.
    """
    body = [
        f"Your orders for exchange {about.exchange} ({about.turn}) are in.",
        f"  received   {moment(received)}; due {moment(due)}",
        f"  sheet      {printable(sheet)}, {_which(revision)}, digest {_in_fours(digest)}",
        *([f"  counts     {_which(newest)}, which is in as well"] if newest > revision else []),
        f"  check      {_found(checked)}",
        *([f"  standing   {checked.in_force}"] if checked else []),
        *_filled(PROOF if revision != FINAL else PROOF_FINAL, beside=head),
    ]
    return _mail(about.label, f"received, {_which(revision)}", body)


def _which(revision: int) -> str:
    return "final" if revision == FINAL else f"revision {revision}"


def standing_receipt(
    about: About, *, received: datetime, file: str, revision: int, digest: str, head: str, checked: LookedThrough | None
) -> Words:
    """The same for standing orders that came as a document of their own."""
    body = [
        "Your standing orders are in; they count from the next exchange on.",
        f"  received   {moment(received)}",
        f"  file       {printable(file)}, revision {revision}, digest {_in_fours(digest)}",
        f"  check      {checked.found if checked else SEALED}",
        *([f"  until then {checked.in_force}"] if checked else []),
        *_filled(PROOF, beside=head),
    ]
    return _mail(about.label, f"standing orders received, revision {revision}", body)


def came_in(about: About, *, what: str, received: datetime, digest: str, head: str) -> Words:
    """Any other document of a seat is in: an absence, new keys, a consent, more time."""
    body = [
        f"The {what} of {about.seat} for exchange {about.exchange} is in.",
        f"  received   {moment(received)}",
        f"  digest     {_in_fours(digest)}",
        *_filled("This mail is signed: it proves what arrived and when.", beside=head),
    ]
    return _mail(about.label, f"{what} received", body)


def _found(checked: LookedThrough | None) -> str:
    if checked is None:
        return SEALED
    return f"{checked.found}{': pbem check shows which' if checked.problems or checked.doubtful else ''}"


def bounce(about: About | None, reason: Reason, *, received: datetime, by: datetime | None = None) -> Words:
    """A mail is kept but does not count; `about` is None where not even the game is known."""
    body = [
        f"Kept, not counted: your mail of {moment(received)}.",
        *_gap("why", reason.why),
        *_gap("do", reason.do),
        *(_gap("by", moment(by)) if by else []),
    ]
    return _mail(about.label if about else "[pbem]", f"NOT accepted: {reason.title}", body)


def reminder(
    about: About,
    *,
    due: datetime,
    hours: int,
    others: tuple[str, ...] = (),
    grace: datetime | None = None,
    standing: int = 0,
    unordered: str,
) -> Words:
    """Orders are due, nothing has arrived; what silence will mean when a referee keeps the game."""
    from_when = f"Grace until {moment(grace)}; then" if grace else f"After {moment(due)}"
    play = f"standing orders (revision {standing}) play" if standing else "the rules' default standing orders play"
    body = [
        *_waiting(about, others),
        *_filled(f"{from_when} {play}; {unordered}. More time: pbem away"),
    ]
    return _mail(about.label, f"due {moment(due)}, {counted(hours, 'hour')}", body)


def reminder_alone(
    about: About, *, due: datetime, hours: int, stalled: datetime, then: Literal["lost", "wait"]
) -> Words:
    """The same where two play without a referee: nobody fills in."""
    end = "the game is lost for you" if then == "lost" else "the game waits"
    body = [
        *_waiting(about, ()),
        *_filled(f"Nobody fills in for you: from {moment(stalled)} {end}. More time: pbem away"),
    ]
    return _mail(about.label, f"due {moment(due)}, {counted(hours, 'hour')}", body)


def missed(
    about: About,
    *,
    due: datetime,
    miss: int,
    misses: int,
    standing: int,
    in_time: tuple[int, int],
    away_days: tuple[int, int],
    other: str,
    substitutes: bool,
    grace: bool = True,
) -> Words:
    """A turn was played without its owner: `miss` of `misses` in a row; the pairs are so many of so many."""
    played = f"standing orders revision {standing} played" if standing else "the default standing orders played"
    ask = f"{other} ask for {'a substitute or the end' if substitutes else 'the end'}"
    lets = f"This lets {ask}." if miss >= misses else f"A {_ordinal(misses)} miss in a row lets {ask}."
    body = [
        *_filled(
            f"Nothing by {moment(due)}{' nor in grace' if grace else ''}. "
            f"By the charter {played}; the record says MISSED."
        ),
        f"  {about.seat}  {in_time[0]} of {many(in_time[1], 'turn')} in time, "
        f"{away_days[0]} of {many(away_days[1], 'away day')} used",
        *_filled(lets),
    ]
    return _mail(about.label, f"missed, {_ordinal(miss)} of {misses}; played by standing orders", body)


def _waiting(about: About, others: tuple[str, ...]) -> list[str]:
    whom = f"you and {', '.join(others)}" if others else "you alone"
    return _filled(f"Waiting for {whom}: {about.turn}. Nothing has arrived.")


def _mail(label: str, title: str, body: list[str]) -> Words:
    """The mail, harmless whatever names the players chose."""
    return Words(printable(f"{label} {title}"), printable_lines("\n".join(body) + "\n"))


def _filled(text: str, beside: str = "") -> list[str]:
    """A paragraph in lines; what stands beside goes to the end of the last one, or under it."""
    lines = textwrap.wrap(printable(text), WIDTH, break_long_words=False, break_on_hyphens=False)
    if beside and len(lines[-1]) + GAP + len(beside) <= WIDTH:
        lines[-1] += " " * GAP + beside
    elif beside:
        lines.append(beside)
    return lines


def _gap(name: str, text: str) -> list[str]:
    """A named gap: the name, and the text beside it."""
    indent = " " * 8
    first, *others = textwrap.wrap(
        printable(text), WIDTH - len(indent), break_on_hyphens=False, break_long_words=True
    ) or [""]
    return [f"  {name:<6}{first}", *(indent + line for line in others)]


def _in_fours(digest: str) -> str:
    """The first sixteen hex digits, in fours."""
    return " ".join(digest[at : at + 4] for at in range(0, 16, 4))


def _ordinal(number: int) -> str:
    return ORDINALS[number - 1] if 0 < number <= len(ORDINALS) else f"{number}th"
