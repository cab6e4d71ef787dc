"""Whole games by mail between separate folders, for tests: seats that write, a post that carries text only."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from known_keys import known_key

from pbem.app.adjudicating import adjudicate
from pbem.app.audits import envelopes_in
from pbem.app.founding import join, new, new_draft, start
from pbem.app.ordering import sign
from pbem.app.receiving import Received, receive
from pbem.court.published import Published
from pbem.engine.asked import Asked
from pbem.engine.spec import RulesetSpec
from pbem.model.chooser import Whims
from pbem.model.digest import digest
from pbem.model.errors import Refused
from pbem.model.sheet import Sheet
from pbem.office.game import Game
from pbem.office.knowing import knowledge
from pbem.office.mails import Mail
from pbem.play.random_player import RandomPlayer
from pbem.seal.keys import Identity
from pbem.sheets import print_sheet

MORNING = datetime(2025, 11, 4, 9, 0, tzinfo=UTC)


def entropy_of(name: str) -> Callable[[int], bytes]:
    """Bytes that look random and are the same in every run."""
    drawn = [0]

    def draw(count: int) -> bytes:
        drawn[0] += 1
        return digest("test/entropy", name, drawn[0])[:count]

    return draw


def plain_report(published: Published) -> dict[str, bytes]:
    """A report that is made of the page and of nothing else."""
    head = published.course.head.hex()[:16]
    lines = [f"exchange {published.number} head {head}", *(one.step for one in published.chapters)]
    return {"txt": ("\n".join(lines) + "\n").encode()}


@dataclass
class Folk:
    """All seats of one game, each with its own folder, and the clock on the wall."""

    root: Path
    spec: RulesetSpec
    mode: str
    seed: int = 0
    now: datetime = MORNING
    seats: dict[str, Game] = field(default_factory=dict)
    terms: dict[str, Any] = field(default_factory=dict)

    def found(self) -> Folk:
        """A draft, the entries, the charter: all by mail."""
        entropy = entropy_of(f"draft {self.mode} {self.seed}")
        draft = new_draft(
            self.spec,
            scenario=self.spec.scenarios[0].name,
            mode=self.mode,
            entropy=entropy,
            now=self.now,
            **self.terms,
        )
        drafter = draft.seats[-1]
        offered = new(self.root / drafter, draft, seat=drafter, identity=self.identity(drafter))
        entries: list[Mail] = []
        (envelope,) = envelopes_in(offered.text.encode(), "the draft")
        for seat in draft.seats:
            entries.append(
                join(
                    self.root / seat, self.home(seat), seat=seat, identity=self.identity(seat),
                    entropy=entropy_of(f"{seat} {self.seed}"), now=self.now, draft=envelope,
                    rulesets=lambda name: self.spec,
                )
            )  # fmt: skip
            self.seats[seat] = self.open(seat)
        self.carry([mail for mail in entries if drafter in mail.to], only=drafter)
        self.carry(start(self.seats[drafter]) or entries)
        return self

    def open(self, seat: str) -> Game:
        return Game.open(
            self.root / seat, self.home(seat), identity=self.identity(seat), rulesets=lambda name: self.spec,
            reports=plain_report, entropy=entropy_of(f"{seat} later {self.seed}"),
        )  # fmt: skip

    def home(self, seat: str) -> Path:
        return self.root / f"home-{seat}"

    def identity(self, seat: str) -> Identity:
        return known_key(digest("test/identity", seat, self.seed))

    def carry(self, mails: Any, only: str = "") -> list[Received]:
        """Deliver mails and whatever they make, until nothing is left to carry."""
        results, bag = [], list(mails)
        while bag:
            mail = bag.pop(0)
            for seat in mail.to:
                if only and seat != only:
                    continue
                pasted = "\n".join(f"> {line}" for line in mail.text.split("\n")) if self.seed % 2 else mail.text
                got = receive(self.seats[seat], [(mail.name, pasted.encode())], self.now)
                results.append(got)
                assert not got.kept, [str(one) for one in got.kept]
                assert not got.proofs
                bag += got.mails
        return results

    def sheet_of(self, seat: str) -> str:
        """What a random player writes."""
        game = self.seats[seat]
        known = knowledge(game)
        whims = Whims("folk", seat, self.seed, game.course.open_number)
        player = RandomPlayer(self.spec, seat, whims)
        position = known.whole.position
        asked = tuple(Asked(decision) for decision in known.due)
        sheet: Sheet = player.sheet(asked, position)
        number = game.course.open_number
        form = game.rules.form(number, seat, known.due)
        plans = sheet.ahead if self.mode != "alone" and "ahead" not in form.later else None
        parts = {name: part for name, part in sheet.parts.items() if name not in form.later}
        whole = Sheet(seat, game.charter.name, number, parts, plans, sheet.answers, sheet.standing)
        return print_sheet(whole, form)

    def play_exchange(self) -> None:
        """Everybody due writes; the post carries; who has to closes and records."""
        game = next(iter(self.seats.values()))
        number = game.course.open_number
        for seat in self.writers():
            signed = sign(self.seats[seat], self.sheet_of(seat))
            if signed.mail:
                self.carry([signed.mail])
        self.now += timedelta(hours=2)
        for _ in range(4):
            if all(one.course.number >= number for one in self.seats.values()):
                return
            for one in self.seats.values():
                if one.course.number >= number:
                    continue
                try:
                    self.carry(adjudicate(one, self.now).mails)
                except Refused as waiting:
                    last = waiting
        raise AssertionError(f"exchange {number} does not end: {last}")

    def writers(self) -> list[str]:
        course = next(iter(self.seats.values())).course
        last = course.procedure.last
        return sorted(course.next.seats, key=lambda seat: seat == last)

    def play(self, most: int = 400) -> int:
        """To the end; how many exchanges it took."""
        for count in range(most):
            if next(iter(self.seats.values())).course.result is not None:
                return count
            self.play_exchange()
        return most
