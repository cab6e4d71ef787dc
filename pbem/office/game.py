"""A game as one seat's program sees it: its folder, its secrets, its identity, the rules, the reports."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pbem.book.charter import Charter, read_draft
from pbem.book.checkpoint import keep, recall
from pbem.book.course import Course
from pbem.book.documents import REFEREE, Versions
from pbem.book.folder import Folder
from pbem.book.layout import GameFolder, page_name
from pbem.book.page import from_file
from pbem.book.reading import Book, open_book
from pbem.book.rekeying import losing, signing_keys
from pbem.book.states import keep_state, read_state, recall_state, state_digest
from pbem.model.canonical import canonical, parse_canonical
from pbem.model.errors import Refused, Tampered
from pbem.model.records import mutable
from pbem.office.desk import Desk
from pbem.office.mails import AddressOf, Cover, nobody_known
from pbem.office.vault import Vault
from pbem.seal.envelope import Envelope, Header, payload_digest
from pbem.seal.words import label

if TYPE_CHECKING:  # a game whose state is known is opened without the rules
    from pbem.court.auditing import Rulesets
    from pbem.court.judging import Whole
    from pbem.court.published import Published, Reports
    from pbem.court.rules import Rules
    from pbem.dice.chain import Chain
    from pbem.engine.spec import RulesetSpec
    from pbem.seal.keys import Identity

Letters = Callable[["Game", int, str], Cover]
"""What a report mail tells its reader, and brings him: of a number of the book, for a seat."""
Entropy = Callable[[int], bytes]
STATES = 3
"""How many states are remembered: before and after a number, and where the game stands."""


def nothing_written(published: Published) -> Mapping[str, bytes]:
    """Where nobody wants reports."""
    return {}


def no_letter(game: Game, number: int, seat: str) -> Cover:
    """For those who only carry blocks."""
    return Cover()


@mutable(slots=False)
class Game:
    """One seat's folder of one game.  What is read from the disk is read once; a verb that writes says `refresh`."""

    folder: GameFolder
    home: Path
    seat: str
    identity: Identity | None = field(default=None, repr=False)
    rulesets: Rulesets | None = None
    """Where rulesets come from; None: those installed, each with the data that the game is pinned to."""
    anew: bool = False
    """Judge by what is installed, where the data that the game is pinned to are not here: for pbem rejudge."""
    reports: Reports = nothing_written
    letters: Letters = no_letter
    address: AddressOf = nobody_known
    entropy: Entropy = os.urandom
    sure_of_clock: bool = False
    """The user has said that the clock is right, long after the newest document."""
    notes: list[str] = field(default_factory=list)
    """What went wrong beside the matter, and its user should know."""
    _shown: Published | None = field(default=None, init=False, repr=False, compare=False)
    """The number that was published last: report, mails and pages tell of the same one."""

    @classmethod
    def open(cls, path: Path, home: Path, **more: Any) -> Game:
        """The game in a folder, as the seat whose folder it is."""
        folder = GameFolder(path)
        if not folder.seat.exists():
            raise Refused(f"{path} is no game folder", "pbem join makes one")
        return cls(folder, home, parse_canonical(folder.seat.read_bytes())["seat"], **more)

    def refresh(self, course: Course | None = None) -> None:
        """Forget what was read: the disk has changed.  A course that was verified just now is as good as read."""
        for name in ("course", "_walked", "vault", "draft_envelope"):
            self.__dict__.pop(name, None)
        if course is not None:
            self.course = course

    @cached_property
    def draft_envelope(self) -> Envelope:
        for path in (self.folder.page(0) / "draft.pbem", self.folder.desk / "draft.pbem"):
            if path.exists():
                return from_file(path.read_bytes())
        raise Refused("no draft in this folder", "pbem new, or pbem join a charter that was sent")

    @cached_property
    def course(self) -> Course:
        known = self._recalled()
        book = open_book(self.folder, known)
        if known is None or known.number != book.course.number:
            self.keep_checkpoint(book.course)
        return book.course

    def _recalled(self) -> Course | None:
        """The course as this seat's program verified it before."""
        if not self.has_begun or (vault := self._open_vault()) is None:
            return None
        return recall(vault.folder.checkpoint, self.folder, vault.checkpoint_key)

    def keep_checkpoint(self, course: Course) -> None:
        """Note where a verified course stands, if there are secrets to note it with."""
        if (vault := self._open_vault()) is not None:
            keep(vault.folder.checkpoint, self.folder, course, vault.checkpoint_key)

    def _open_vault(self) -> Vault | None:
        try:
            return self.vault
        except Refused:
            return None

    def course_after(self, number: int) -> Course:
        """The course as it was after a number of the book."""
        if number == self.course.number:
            return self.course
        if number not in self.course.resumes:
            raise Refused(f"no number {number} in the book", f"the last is {self.course.number}")
        return self._walked.courses[number]

    @cached_property
    def _walked(self) -> Book:
        return open_book(self.folder)

    @property
    def charter(self) -> Charter:
        return self.course.charter

    @cached_property
    def rules(self) -> Rules:
        from pbem.court.rules import Rules

        return Rules.of(self.ruleset(self.course.versions), self.charter)

    @property
    def title(self) -> str:
        """What the system is called, whatever data it is played on."""
        from pbem.office.rulesets import ruleset

        pinned = read_draft(self.draft_envelope).versions
        return (self.rulesets(pinned) if self.rulesets is not None else ruleset(pinned.ruleset)).title

    @contextmanager
    def judging_anew(self, data: str = "") -> Iterator[None]:
        """Inside this block `data` judge, by their digest; without, what is installed where those pinned are not."""
        from pbem.court.rules import Rules

        before = self.__dict__.pop("rules", None)
        self.anew = not data
        try:
            if data:
                pinned = replace(self.course.versions, data=data)
                self.rules = Rules.of(self.ruleset(pinned), self.charter)
            yield
        finally:
            self.anew = False
            self.forget_rules()
            if before is not None:
                self.rules = before

    def forget_rules(self) -> None:
        """The game is pinned to others now."""
        self.__dict__.pop("rules", None)

    def ruleset(self, pinned: Versions) -> RulesetSpec:
        """The ruleset that judges by these versions, with its data."""
        if self.rulesets is not None:
            return self.rulesets(pinned)
        from pbem.office.ownpacks import with_pack
        from pbem.office.rulesets import ruleset

        return with_pack(ruleset(pinned.ruleset), pinned, self.home, anew=self.anew)

    @cached_property
    def vault(self) -> Vault:
        return Vault.open(self.home, self.draft_envelope.header.digest(), self.seat)

    @property
    def desk(self) -> Desk:
        return Desk(self.folder)

    @property
    def has_begun(self) -> bool:
        """Whether the charter is made."""
        return self.folder.page(0).exists()

    @property
    def here(self) -> Folder:
        """What lies on the desk for the open number."""
        return Folder.of(self.course, self.desk.envelopes(self.course.open_number))

    @property
    def is_referee(self) -> bool:
        return self.seat == REFEREE

    @property
    def knows_all(self) -> bool:
        """Whether this seat can run the rules: the referee, or either of two alone."""
        return self.is_referee or not self.charter.has_referee

    @property
    def hidden(self) -> bytes:
        return self.vault.secrets.hidden if self.is_referee else b""

    @property
    def chain(self) -> Chain | None:
        """The chain that this seat's links are of now; None if it is lost."""
        own = self.course.keys[self.seat]
        return None if own.lost else self.vault.chain_of(own.known)

    def link(self, number: int) -> bytes:
        """This seat's link for a number; empty if its chain is lost, or new keys on the desk say so."""
        if self.course.keys[self.seat].lost or losing(self.course, self.here.documents, self.seat):
            return b""
        if (chain := self.chain) is None:
            raise Refused(
                "the secrets that the links are made from are not here", "copy them here, or pbem rekey --lost"
            )
        return chain.link(number)

    # states

    def judged(self, number: int) -> int:
        """The number whose state stands after a number of the book: its own, or the one that it goes on from."""
        if number not in self.course.resumes:
            raise Refused(f"no number {number} in the book", f"the last is {self.course.number}")
        return self.course.resumes[number]

    def state(self, after: int) -> Any:
        """The public state after a number of the book, as `state.yaml` has it."""
        number = self.judged(after)
        path = self.folder.page(number) / "state.yaml"
        if not path.exists():
            raise Tampered(f"book/{path.parent.name}/state.yaml is missing")
        text, outcome = path.read_bytes(), self.course.outcome(number)
        signed = outcome.state if outcome else self._first_state()
        if self._states.get(number, ("", b""))[:2] != (signed, text):
            self._states[number] = signed, text, self._read_state(number, text, signed)
            for older in list(self._states)[:-STATES]:
                del self._states[older]
        return self._states[number][2]

    @cached_property
    def _states(self) -> dict[int, tuple[str, bytes, Any]]:
        """The states that were read last, each with what was signed and the text that it stands in."""
        return {}

    def _read_state(self, number: int, text: bytes, signed: str) -> Any:
        vault = self._open_vault()
        if vault and (known := recall_state(vault.folder.state, text, signed, vault.checkpoint_key)) is not None:
            return known
        state = read_state(text)
        if state_digest(state).hex() != signed:
            raise Tampered(f"book/{page_name(number)}/state.yaml is not what was signed")
        if number in (self.course.resume, self.judged(max(0, self.course.number - 1))):
            self.keep_state(text, state)
        return state

    def keep_state(self, text: bytes, state: Any) -> None:
        """Keep a copy of the state where the game stands, or stood before, if there are secrets to keep it with."""
        if (vault := self._open_vault()) is not None:
            keep_state(vault.folder.state, text, state, vault.checkpoint_key)

    def _first_state(self) -> str:
        """The digest of the state that a game begins with, which nobody signs: it follows from the charter."""
        from pbem.court.judging import beginning, public_state

        return state_digest(public_state(self.rules, beginning(self.rules))).hex()

    def whole(self, after: int) -> Whole:
        """The state after a number of the book, as far as this seat knows it."""
        from pbem.court.judging import beginning, read_whole, whole_from_public

        number = self.judged(after)
        if number == 0:
            return beginning(self.rules)
        if self.is_referee:
            plain = self.vault.whole(number)
            if plain is None:
                raise Refused(f"the whole state after record {number} is not in {self.home}", "copy the secrets here")
            return read_whole(self.rules, plain)
        outcome = self.course.outcome(number)
        if outcome is None:
            raise Tampered(f"number {number} has no state")
        return whole_from_public(self.rules, self.state(number), outcome.next)

    # signing

    def signer(self) -> Identity:
        if self.identity is None:
            raise Refused("nothing to sign with", "name your identity, such as --as KEY")
        if self.identity.public not in signing_keys(self.course, self.here.documents)[self.seat]:
            raise Refused(
                f"this is not the key of {self.seat} in this game", "sign with it: --as KEY; if it is lost, pbem rekey"
            )
        return self.identity

    def header(
        self,
        kind: str,
        body: bytes,
        *,
        after: bytes | None = None,
        revision: int = 0,
        link: bytes = b"",
        salt: bytes = b"",
        exchange: int | None = None,
    ) -> Header:
        """The header of a document of this seat: for the open exchange, after the head, if nothing else is said."""
        number = self.course.open_number if exchange is None else exchange
        game = self.charter.game
        return Header(
            type=kind,
            game=game,
            exchange=number,
            seat=self.seat,
            revision=revision,
            after=self.course.head if after is None else after,
            link=link,
            payload_digest=payload_digest(game=game, exchange=number, seat=self.seat, salt=salt, payload=body),
        )

    def envelope(self, kind: str, body: bytes, *, salt: bytes = b"", **said: Any) -> Envelope:
        """Such a document, signed; with a salt it is sealed."""
        from pbem.seal.signing import signed

        return signed(self.signer(), self.header(kind, body, salt=salt, **said), b"" if salt else body)

    # words

    def label(self, seat: str = "") -> str:
        """What a subject line begins with."""
        return f"[{self.charter.name} {self.course.open_number}{f' {seat}' if seat else ''}]"

    @property
    def head_words(self) -> str:
        return label(self.course.head)

    def published(self, number: int) -> Published:
        """A number of the book as everybody may see it."""
        from pbem.court.published import Published

        course = self.course_after(number)
        before, state = self.state(course.base_of(number) if number else 0), self.state(number)
        known = self._shown
        if known is None or known.course is not course or known.before is not before or known.state is not state:
            known = self._shown = Published(self.rules, course, number, before, state)
        return known


def seat_file(seat: str) -> bytes:
    return canonical({"seat": seat})


def others(seats: Mapping[str, Any] | tuple[str, ...], seat: str) -> tuple[str, ...]:
    return tuple(one for one in seats if one != seat)
