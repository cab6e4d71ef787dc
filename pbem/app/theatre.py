"""A whole game on one machine, every seat with its own folder and secrets: for the demonstration and the tutorial.

Everything goes through the same functions as a game by mail; only the postman is ours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from datetime import datetime
from pathlib import Path
from typing import Any

from pbem.app.adjudicating import adjudicate
from pbem.app.founding import join, new, new_draft, start
from pbem.app.home import Home, open_game, remember
from pbem.app.mailing import draft_in
from pbem.app.ordering import Signed, sign
from pbem.app.receiving import Received, receive
from pbem.app.seats import known_to_player
from pbem.book.documents import REFEREE, Draft
from pbem.book.writing import make_folder
from pbem.engine.papers import Docket
from pbem.engine.spec import RulesetSpec
from pbem.model.errors import Refused
from pbem.model.records import mutable
from pbem.model.sheet import Part, Sheet
from pbem.office.clock import newest_time
from pbem.office.game import Entropy, Game
from pbem.office.mails import Mail, read_mail
from pbem.office.rulesets import ruleset
from pbem.seal.keys import Identity
from pbem.sheets import print_sheet


@mutable(slots=False)
class Theatre:
    """All seats of one game.  The referee's folder is the theatre's own; the players' lie in it."""

    root: Path
    system: str
    clock: datetime
    entropy: Entropy
    scenario: str = ""
    windows: Mapping[str, str] = field(default_factory=dict)
    """What the charter wants asked where silence would pass."""
    bots: Mapping[str, str] = field(default_factory=dict)
    """The sides that the program plays."""
    options: Mapping[str, str] = field(default_factory=dict)
    terms: Mapping[str, Any] = field(default_factory=dict)
    """What else the charter says."""
    seats: dict[str, Game] = field(default_factory=dict)

    @property
    def spec(self) -> RulesetSpec:
        return ruleset(self.system)

    @property
    def home(self) -> Home:
        return Home(self.root / "secrets")

    @property
    def referee(self) -> Game:
        return self.seats[REFEREE]

    def folder(self, seat: str) -> Path:
        return self.root if seat == REFEREE else self.root / seat

    def drafted(self) -> Draft:
        """The terms of the game; nothing of them is on the disk yet."""
        return new_draft(
            self.spec,
            scenario=self.scenario or self.spec.scenarios[0].name,
            mode="referee",
            entropy=self.entropy,
            now=self.clock,
            earliest=0,
            windows=dict(self.windows),
            bots=dict(self.bots),
            options=dict(self.options),
            **self.terms,
        )

    def found(self, terms: Draft | None = None) -> None:
        """Keys, draft, entries, charter."""
        draft = terms or self.drafted()
        for seat in draft.seats:
            self.home.make_key(seat)
        offered = new(self.root, draft, seat=REFEREE, identity=self._key(REFEREE))
        envelope = draft_in("draft", offered.text.encode())
        entries = []
        for seat in draft.seats:
            folder = self.folder(seat)
            make_folder(folder)
            entries.append(
                join(
                    folder,
                    self.home.path,
                    seat=seat,
                    identity=self._key(seat),
                    entropy=self.entropy,
                    now=self.clock,
                    draft=envelope,
                )
            )
            remember(self._opened(seat), Path(seat))  # by its name: the folder may be moved
        self.deliver(entries)
        self.deliver(start(self.referee))

    def reopen(self) -> None:
        """All seats of a theatre that was founded before."""
        for seat in open_game(self.root, self.home).charter.draft.seats:
            self._opened(seat)
        times = [time for game in self.seats.values() if (time := newest_time(game))]
        self.clock = max([self.clock, *times])  # a clock that was set back holds nobody up
        if ahead := [game for game in self.seats.values() if game.course.number > self.referee.course.number]:
            raise Refused(
                f"the book of {ahead[0].seat} is further than that in {self.root}",
                "they come from two copies of the game: put the whole folder back from one of them",
            )

    def catch_up(self) -> None:
        """The post that a command left lying when it broke off, or that somebody signed by hand, comes after all."""
        for game in self.seats.values():
            self.deliver(receive(game, [], self.clock).mails)
        least = min(game.course.number for game in self.seats.values())
        for game in self.seats.values():
            self.deliver(mail for mail in _mails_after(game, least) if mail.has_block)

    def _opened(self, seat: str) -> Game:
        game = self.seats[seat] = open_game(self.folder(seat), self.home)
        game.identity = self._key(seat)
        return game

    def _key(self, seat: str) -> Identity:
        return self.home.identity(self.home.keys / seat)

    def deliver(self, mails: Iterable[Mail]) -> list[Received]:
        """The post: every mail to everybody it is for, and what comes back of it; what came of each."""
        waiting, came = list(mails), list[Received]()
        while waiting:
            mail = waiting.pop(0)
            for seat in mail.to:
                came.append(receive(self.seats[seat], [(mail.name, mail.text.encode())], self.clock))
                waiting += came[-1].mails
        return came

    def hand_in(self, seat: str, body: str) -> str:
        """Sign and send a sheet; its text as it went out."""
        game = self.seats[seat]
        number = game.course.open_number
        text = f"game: {game.charter.name}\nexchange: {number}\nside: {seat}\n{body}"
        return self.send(sign(game, text, clock=self.clock))

    def silence(self, seat: str) -> str:
        """The sheet that says what silence would do, in everything that the seat is asked."""
        game = self.seats[seat]
        known, number = known_to_player(game), game.course.open_number
        picks = {asked.key: Docket(game.rules.spec, {}).default(asked, known.view) for asked in known.due}
        parts = {pick.name: pick for pick in picks.values() if isinstance(pick, Part)}
        answers = {key: pick for key, pick in picks.items() if not isinstance(pick, Part)}
        sheet = Sheet(seat, game=game.charter.name, exchange=number, parts=parts, answers=answers)
        return print_sheet(sheet, game.rules.form(number, seat, known.due))

    def be_silent(self, seat: str) -> str:
        """Hand in what silence would do."""
        return self.send(sign(self.seats[seat], self.silence(seat), final=True, clock=self.clock))

    def send(self, signed: Signed) -> str:
        """What a seat has signed, to whom it is for; its text as it went out."""
        came = self.deliver([signed.mail] if signed.mail is not None else [])
        for kept in (one for received in came for one in received.kept):
            raise Refused(f"{kept.what}: {kept.reason.why}", kept.reason.do)
        return signed.text

    def resolve(self) -> int:
        """The referee resolves the exchange and sends his reports; the number of the record."""
        done = adjudicate(self.referee, self.clock)
        self.deliver(done.mails)
        return done.number

    def play(self, script: Callable[[int, str], str | None], until: Callable[[Game], bool], most: int = 40) -> None:
        """Play on by the script; where it says nothing the seat is silent."""
        for _ in range(most):
            if until(self.referee) or self.referee.course.result is not None:
                return
            number = self.referee.course.open_number
            for seat in self.referee.course.next.seats:
                if body := script(number, seat):
                    self.hand_in(seat, body)
                else:
                    self.be_silent(seat)
            self.resolve()


def _mails_after(game: Game, number: int) -> list[Mail]:
    """The mails in a seat's folder that tell of later numbers, in their order."""
    named = [path for path in sorted(game.folder.sent.glob("*.txt")) if path.stem.partition("-")[0].isdigit()]
    later = [path for path in named if int(path.stem.partition("-")[0]) > number]
    return [mail for path in later if (mail := read_mail(path, with_files=False)) is not None]
