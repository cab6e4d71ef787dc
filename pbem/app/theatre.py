"""A whole game on one machine, every seat with its own folder and secrets: for the demonstration and the tutorial.

Everything goes through the same functions as a game by mail; only the postman is ours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from datetime import datetime
from pathlib import Path

from pbem.app.adjudicating import adjudicate
from pbem.app.founding import join, new, new_draft, start
from pbem.app.home import Home, open_game, remember
from pbem.app.mailing import draft_in
from pbem.app.ordering import sign
from pbem.app.receiving import receive
from pbem.app.seats import known_to_player
from pbem.book.documents import REFEREE
from pbem.book.writing import make_folder
from pbem.engine.spec import RulesetSpec
from pbem.model.records import mutable
from pbem.model.sheet import Part
from pbem.office.game import Entropy, Game
from pbem.office.mails import Mail
from pbem.office.rulesets import ruleset
from pbem.seal.keys import Identity
from pbem.sheets import letters


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

    def found(self) -> None:
        """Keys, draft, entries, charter."""
        draft = new_draft(
            self.spec,
            scenario=self.scenario or self.spec.scenarios[0].name,
            mode="referee",
            entropy=self.entropy,
            now=self.clock,
            earliest=0,
            windows=dict(self.windows),
        )
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
            game = open_game(folder, self.home)
            game.identity = self._key(seat)
            remember(game, (self.home.keys / seat).resolve())
            self.seats[seat] = game
        self.deliver(entries)
        self.deliver(start(self.referee))

    def _key(self, seat: str) -> Identity:
        return self.home.identity(self.home.keys / seat)

    def deliver(self, mails: Iterable[Mail]) -> None:
        """The post: every mail to everybody it is for, and what comes back of it."""
        waiting = list(mails)
        while waiting:
            mail = waiting.pop(0)
            for seat in mail.to:
                waiting += receive(self.seats[seat], [(mail.name, mail.text.encode())], self.clock).mails

    def hand_in(self, seat: str, body: str) -> str:
        """Sign and send a sheet; its text as it went out."""
        game = self.seats[seat]
        number = game.course.open_number
        text = f"game: {game.charter.name}\nexchange: {number}\nside: {seat}\n{body}"
        signed = sign(game, text)
        if signed.mail is not None:
            self.deliver([signed.mail])
        return signed.text

    def resolve(self) -> int:
        """The referee resolves the exchange and sends his reports; the number of the record."""
        done = adjudicate(self.referee, self.clock)
        self.deliver(done.mails)
        return done.number

    def usual(self, seat: str) -> str:
        """A sheet that says what silence would: for questions that no script foresaw."""
        known = known_to_player(self.seats[seat])
        lines, parts = [], []
        for number, asked in enumerate(known.due, 1):
            pick = self.spec.topic(asked.topic).default(known.view, asked) if asked.kind != "part" else None
            if isinstance(pick, Part) or pick is None:
                parts.append(f"{asked.topic}: none")
                continue
            marks = dict(zip(asked.options, letters(asked), strict=True))
            said = [marks[option] for option in ((pick,) if isinstance(pick, str) else pick)]
            lines.append(f"  Q{number}: {said[0] if isinstance(pick, str) else '[' + ', '.join(said) + ']'}")
        return "\n".join([*parts, *(["answers:", *lines] if lines else [])]) + "\n"

    def play(self, script: Callable[[int, str], str | None], until: Callable[[Game], bool], most: int = 40) -> None:
        """Play on by the script, and by what is usual where it says nothing."""
        for _ in range(most):
            if until(self.referee) or self.referee.course.result is not None:
                return
            number = self.referee.course.open_number
            for seat in self.referee.course.next.seats:
                self.hand_in(seat, script(number, seat) or self.usual(seat))
            self.resolve()
