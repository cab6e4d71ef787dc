"""Storms: letters late, twice and out of order, answers lost, servers that die after they have accepted, a clock that
steps, a desk killed at any write; and whatever came, nothing is lost, nothing that people read goes out twice, and
all books are the same in the end.

`PBEM_STORMS=200` makes more of them.
"""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from datetime import timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from test_killed_in_a_round import moved, round_in_a_process
from village import Village, address

from pbem.app.audits import audit
from pbem.app.ordering import sign
from pbem.app.owing import status
from pbem.app.receiving import receive
from pbem.model.errors import Refused
from pbem.wire.fault import WireFault

SEATS = ("blue", "red")
TROUBLES = ("", "", "", "dies", "dies", "later", "down")
PATIENCE = 6
"""So many rounds until nothing changes any more, at the most."""


@dataclass
class PostOffice:
    """Takes mails and keeps them, in files, so that a desk that is killed has sent what it has sent."""

    folder: Path
    trouble: str = ""
    """`dies`: accepts a mail and breaks off before the answer; `later`; `down`; `killed`: the desk dies with it."""

    def send(self, mail: bytes, sender: str, to: str) -> None:
        if self.trouble == "down":
            raise WireFault("refused", "no server")
        if self.trouble == "later":
            raise WireFault("later", "451 not now")
        self.folder.mkdir(exist_ok=True)
        (self.folder / f"{time.time_ns()}.eml").write_bytes(mail)
        if self.trouble == "killed":
            os.kill(os.getpid(), signal.SIGKILL)
        if self.trouble == "dies":
            raise WireFault("unanswered", "the connection broke")

    def close(self) -> None:
        """Nothing is held open."""

    def mails(self) -> list[EmailMessage]:
        found = sorted(self.folder.glob("*.eml"))
        return [message_from_bytes(one.read_bytes(), policy=policy.default) for one in found]  # type: ignore[misc]


@dataclass
class Founded:
    """One game, founded once for all storms."""

    village: Village | None = None
    root: Path = field(default_factory=lambda: Path(tempfile.mkdtemp(prefix="pbem-storms-")))

    def copy(self, to: Path) -> Village:
        if self.village is None:
            self.village = Village.found(self.root / "founded", settings={
                "policy": {"missed": "after-grace"}, "smtp": {"per_hour": 1000, "per_seat_per_day": 1000},
            })  # fmt: skip
        return moved(self.village, to)


FOUNDED = Founded()


class Storm(RuleBasedStateMachine):
    """A game of the Ford with a desk for its referee."""

    def __init__(self) -> None:
        super().__init__()
        self.root = Path(tempfile.mkdtemp(prefix="pbem-storm-"))
        self.pot: list[tuple[str, Any]] = []
        self.delivered: set[str] = set()

    @initialize(exchanges=st.integers(0, 2))
    def found(self, exchanges: int) -> None:
        self.village = FOUNDED.copy(self.root / "game")
        self.folk = self.village.folk
        self.office = PostOffice(self.root / "office")
        self.village.mails = lambda: self.office
        for _ in range(exchanges):
            self.all_write(False, 1)
            self.round("", 1)
            self.an_hour_passes()
            self.all_read()

    # players

    @rule(final=st.booleans(), times=st.sampled_from([0, 1, 1, 1, 2]))
    def all_write(self, final: bool, times: int) -> None:
        """Everybody who is due by his own book; the letters arrive, or not, or twice."""
        for seat in SEATS:
            before = len(self.pot)
            self.write(seat, final)
            for _ in range(times if len(self.pot) > before else 0):
                self.letter_arrives(len(self.pot) - 1, False)

    def write(self, seat: str, final: bool) -> None:
        game = self.folk.seats[seat]
        game.refresh()
        if game.course.result is not None:
            return
        try:
            made = sign(game, self.folk.sheet_of(seat), final=final, clock=self.folk.now)
        except Refused:  # not due, or final already
            return
        if made.mail is not None:
            self.pot.append((seat, made.mail))

    @precondition(lambda self: self.pot)
    @rule(which=st.integers(0, 30), quoted=st.booleans())
    def old_letter_arrives(self, which: int, quoted: bool) -> None:
        self.letter_arrives(which, quoted)

    def letter_arrives(self, which: int, quoted: bool) -> None:
        """Any of those that were ever sent: late, out of order, again, as an answering machine gives it back."""
        seat, mail = self.pot[which % len(self.pot)]
        headers = {"Auto-Submitted": "auto-replied"} if quoted else {}
        self.village.post(mail, address(seat), **headers)
        self.delivered.add(mail.text)

    @rule()
    def foreign_letter_arrives(self) -> None:
        self.village.posted += 1
        self.village.put(b"From: shop@example.org\r\nSubject: buy %d\r\n\r\nnow\r\n" % self.village.posted)

    @rule()
    def all_read(self) -> None:
        for seat in SEATS:
            self.player_reads(seat, 0)

    @rule(seat=st.sampled_from(SEATS), skip=st.integers(0, 3))
    def player_reads(self, seat: str, skip: int) -> None:
        """Some of what came for him, the newest first; what he skips he may find later."""
        own = [mail for mail in reversed(self.office.mails()) if str(mail["To"]) == address(seat)]
        for mail in own[skip : skip + 4]:
            receive(self.folk.seats[seat], [("mail", mail.as_bytes())], self.folk.now)

    # the desk and its servers

    @rule(trouble=st.sampled_from(TROUBLES), blind=st.integers(0, 9))
    def round(self, trouble: str, blind: int) -> None:
        """One round, perhaps with a server in trouble, perhaps with a mailbox that cannot be read."""

        def broken(look_only: bool) -> Any:
            raise WireFault("net", "no net")

        self.office.trouble, self.village.letters = trouble, None if blind else broken
        done = self.village.round()
        self.office.trouble, self.village.letters = "", None
        assert not done.broken
        assert not [line for line in done.wrong if "PROOF" in line]

    @rule(trouble=st.sampled_from(TROUBLES))
    def time_for_a_reminder(self, trouble: str) -> None:
        game = self.folk.seats["referee"]
        if game.course.result is None and (until := status(game, self.folk.now).until) is not None:
            self.folk.now = max(self.folk.now, until - timedelta(hours=11))
        self.round(trouble, 1)

    @rule()
    def an_hour_passes(self) -> None:
        """Second thoughts are over, and all that waited is tried again."""
        self.folk.now += timedelta(minutes=61)
        self.round("", 1)

    @rule(minutes=st.sampled_from([1, 11, 61, 12 * 60, 25 * 60, 49 * 60, -90]))
    def clock_moves(self, minutes: int) -> None:
        self.folk.now += timedelta(minutes=minutes)

    @rule(at=st.integers(1, 45), where=st.sampled_from(["files", "memory", "memory", "answer"]))
    def desk_is_killed(self, at: int, where: str) -> None:
        """Then it goes on, and ends as one that was not."""
        copy = self._copy()
        if where == "answer":
            self.office.trouble = "killed"
            round_in_a_process(self.village, 0, "files")
            self.office.trouble = ""
        else:
            round_in_a_process(self.village, at, where)
        self._until_quiet(self.village)
        self._until_quiet(copy)
        ours, theirs = state_of(self.village), state_of(copy)
        assert ours["sent"] == theirs["sent"]
        assert ours["book"] == theirs["book"]
        assert {name: it for name, it in ours["mails"].items() if it != "held"} == {
            name: theirs["mails"][name] for name, it in ours["mails"].items() if it != "held"
        }
        assert all(blockless(self.village, name) for name in ours["held"] - theirs["held"])

    # what holds at any time

    @invariant()
    def nobody_reads_a_mail_twice(self) -> None:
        if not hasattr(self, "office"):
            return
        times = Counter(str(mail["Message-ID"]) for mail in self.office.mails() if b"BEGIN PBEM" not in body_of(mail))
        assert not [name for name, count in times.items() if count > 1]

    def teardown(self) -> None:
        if hasattr(self, "office"):
            self._end()
        shutil.rmtree(self.root, ignore_errors=True)

    def _end(self) -> None:
        """The storm is over: everything that lies about arrives, and all go on from the same book."""
        self.office.trouble, self.village.letters = "", None
        for seat, mail in self.pot:
            self.village.post(mail, address(seat))
            self.delivered.add(mail.text)
        for _ in range(3):
            self.folk.now += timedelta(hours=5)
            self._until_quiet(self.village)
        self._nothing_is_lost()
        self.nobody_reads_a_mail_twice()
        referee = self.folk.seats["referee"]
        referee.refresh()
        for seat in SEATS:
            game = self.folk.seats[seat]
            own = [mail for mail in self.office.mails() if str(mail["To"]) == address(seat)]
            receive(game, [("mail", mail.as_bytes()) for mail in own], self.folk.now)
            game.refresh()
            assert game.course.number == referee.course.number, seat
            assert game.course.head == referee.course.head, seat
            assert not list(game.folder.path.glob("PROOF*"))
        assert audit(referee.folder.path).ok

    def _nothing_is_lost(self) -> None:
        desk = self.village.desk()
        rows = desk.store.rows("select * from mail")
        desk.store.close()
        went = {str(mail["Message-ID"]) for mail in self.office.mails()}
        for row in rows:
            name = f"{row['file']} to {row['seat']}"
            assert row["state"] in ("sent", "held"), name
            if row["state"] == "held":
                assert blockless(self.village, f"{row['file']} {row['seat']}"), name
            elif row["at"] and row["tries"]:
                assert row["id"] in went, f"{name} is called sent and never went out"
        game = self.folk.seats["referee"].folder.path
        held = b"".join(path.read_bytes() for path in sorted(game.rglob("*")) if path.is_file())
        for text in self.delivered:
            block = text.partition("-----BEGIN PBEM ENVELOPE-----\n")[2].split("\n")[1].encode()
            assert block in held or self._known(text), "a document that came is nowhere"

    def _known(self, text: str) -> bool:
        from pbem.app.audits import envelopes_in

        (envelope,) = envelopes_in(text.encode(), "orders")
        game = self.folk.seats["referee"].folder.path
        return any(path.read_bytes() == envelope.encode() for path in game.rglob("*.pbem"))

    def _copy(self) -> Village:
        place = Path(tempfile.mkdtemp(dir=self.root))
        copy = moved(self.village, place / "game")
        copy.folk.now, copy.posted = self.folk.now, self.village.posted
        office = PostOffice(place / "office")
        copy.mails, copy.letters = (lambda: office), self.village.letters
        return copy

    @staticmethod
    def _until_quiet(village: Village) -> None:
        before: Any = None
        for _ in range(PATIENCE):
            village.round()
            if (now := state_of(village)) == before:
                return
            before = now
        raise AssertionError("the desk does not come to rest")


def state_of(village: Village) -> dict[str, Any]:
    """What lies in `sent/`, the outbox by file and seat, the head of the book."""
    desk = village.desk()
    rows = desk.store.rows("select * from mail where kind not in ('notice', 'admin')")
    desk.store.close()
    referee = village.folk.seats["referee"]
    referee.refresh()
    mails = {f"{row['file']} {row['seat']}": row["state"] for row in rows}
    return {
        "sent": sorted(path.name for path in (referee.folder.path / "sent").glob("*.txt")),
        "mails": mails, "held": {name for name, it in mails.items() if it == "held"},
        "book": (referee.course.number, referee.course.head),
    }  # fmt: skip


def blockless(village: Village, name: str) -> bool:
    """Whether a mail is for people alone."""
    file = name.split(" ")[0]
    places = (village.folk.root / "referee" / "sent", village.folk.home("referee") / "desk" / "sent")
    return all("-----BEGIN PBEM" not in (one / file).read_text() for one in places if (one / file).exists())


def body_of(mail: EmailMessage) -> bytes:
    return mail.as_bytes()


def more_than_usual() -> int:
    return int(os.environ.get("PBEM_STORMS", "0"))


Storm.TestCase.settings = settings(
    max_examples=more_than_usual() or 4, stateful_step_count=40 if more_than_usual() else 12, deadline=None,
    derandomize=not more_than_usual(), database=None, suppress_health_check=list(HealthCheck),
)  # fmt: skip


class TestStorm(Storm.TestCase):  # type: ignore[misc, valid-type]
    pass
