"""kill -9 at every write: the old book or the new, never half, never two signatures for one exchange."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from duel import RULESET
from folk import MORNING, Folk

from pbem.app.adjudicating import adjudicate
from pbem.app.audits import audit
from pbem.app.ordering import sign
from pbem.app.receiving import receive
from pbem.book import writing
from pbem.book.lock import locked
from pbem.book.page import from_file
from pbem.model.errors import Refused

MOST = 60
Verb = Callable[[Folk], object]


def killed(root: Path, mode: str, verb: Verb, seat: str, at: int) -> bool:
    """Run the verb in a process of its own and kill that at this write; False if it came through."""
    child = os.fork()
    if child == 0:
        counted = [0]

        def watch(step: str, path: Path) -> None:
            counted[0] += 1
            if counted[0] == at:
                os.kill(os.getpid(), signal.SIGKILL)

        writing.watch = watch
        status = 1
        try:
            folk = Folk(root, RULESET, mode, now=MORNING + timedelta(hours=12, minutes=at))
            folk.seats[seat] = folk.open(seat)
            verb(folk)
            status = 0
        except Refused as error:
            status = 0 if "waiting for" in error.message else 1  # all was done the first time
        finally:
            os._exit(status)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return True
    assert status == 0
    return False


def signatures(root: Path) -> dict[str, bytes]:
    """Everything that was ever signed in the homes, by what it is for."""
    found = {}
    for path in sorted(root.glob("home-*/secrets/*/signed/*.pbem")):
        found[f"{path.parts[-4:]}"] = path.read_bytes()
        from_file(path.read_bytes())  # whole, never half
    return found


def adjudicates(seat: str) -> Verb:
    return lambda folk: adjudicate(folk.seats[seat], folk.now)


def receives(seat: str, mail: bytes) -> Verb:
    return lambda folk: receive(folk.seats[seat], [("mail", mail)], folk.now)


def kill_everywhere(root: Path, tmp_path: Path, mode: str, verb: Verb, seat: str, number: int) -> None:
    """Kill at each write in a fresh copy; then run the verb to its end, and compare with an undisturbed run."""
    for at in range(1, MOST):
        copy = tmp_path / f"copy-{at}"
        shutil.copytree(root, copy)
        was_killed = killed(copy, mode, verb, seat, at)
        found = audit(copy / seat, rulesets=lambda name: RULESET)
        assert found.ok, (at, found.lines())
        signed = signatures(copy)
        if not was_killed:
            shutil.rmtree(copy)
            assert at > 3, "the test wants writes to kill at"
            return
        assert not killed(copy, mode, verb, seat, 0), "a second run comes through"
        after = signatures(copy)
        assert {name: after[name] for name in signed} == signed, f"signed again otherwise after a kill at write {at}"
        found = audit(copy / seat, rulesets=lambda name: RULESET)
        assert found.ok, (at, found.lines())
        assert len(list((copy / seat / "book").iterdir())) == number + 1
        names = [path.name for path in (copy / seat / "book").rglob("*") if path.name.startswith(".")]
        assert not names, "nothing half is left in the book"
        shutil.rmtree(copy)
    raise AssertionError("more writes than anybody needs")


@pytest.fixture
def ready(tmp_path: Path) -> Callable[[str], Folk]:
    def make(mode: str) -> Folk:
        folk = Folk(tmp_path / "game", RULESET, mode).found()
        folk.play_exchange()
        for seat in folk.writers():
            signed = sign(folk.seats[seat], folk.sheet_of(seat))
            if signed.mail:
                folk.carry([signed.mail])
        return folk

    return make


def test_killed_while_the_referee_adjudicates(ready: Callable[[str], Folk], tmp_path: Path) -> None:
    folk = ready("referee")
    kill_everywhere(folk.root, tmp_path, "referee", adjudicates("referee"), "referee", 2)


def test_killed_while_one_of_two_alone_closes_and_records(ready: Callable[[str], Folk], tmp_path: Path) -> None:
    folk = ready("alone")
    course = folk.seats["north"].course
    if len(course.next.seats) != 1:
        folk.play_exchange()
        for seat in folk.writers():
            signed = sign(folk.seats[seat], folk.sheet_of(seat))
            if signed.mail:
                folk.carry([signed.mail])
    course = folk.seats["north"].course
    closer = course.procedure.closer
    kill_everywhere(folk.root, tmp_path, "alone", adjudicates(closer), closer, course.open_number)


def test_killed_while_orders_are_signed(tmp_path: Path) -> None:
    folk = Folk(tmp_path / "game", RULESET, "referee").found()
    folk.play_exchange()
    seat = folk.writers()[0]
    kill_everywhere(folk.root, tmp_path, "referee", lambda copy: sign(copy.seats[seat], copy.sheet_of(seat)), seat, 1)


def test_killed_while_a_report_comes_in(ready: Callable[[str], Folk], tmp_path: Path) -> None:
    folk = ready("referee")
    before = tmp_path / "before"
    shutil.copytree(folk.root, before)
    folk.play_exchange()
    (path,) = (folk.root / "referee" / "sent").glob("02-report-north*")
    kill_everywhere(before, tmp_path, "referee", receives("north", path.read_bytes()), "north", 2)
    assert (folk.root / "home-north").exists()


def test_killed_while_orders_come_in(tmp_path: Path) -> None:
    folk = Folk(tmp_path / "game", RULESET, "referee").found()
    folk.play_exchange()
    seat = folk.writers()[0]
    signed = sign(folk.seats[seat], folk.sheet_of(seat))
    assert signed.mail
    kill_everywhere(folk.root, tmp_path, "referee", receives("referee", signed.mail.text.encode()), "referee", 1)


def test_the_lock_keeps_a_second_program_out_and_dies_with_the_first(tmp_path: Path) -> None:
    program = (
        "import sys, time; sys.path.insert(0, sys.argv[2]); from pathlib import Path; "
        "from pbem.book.lock import locked\n"
        "with locked(Path(sys.argv[1])):\n    print('held', flush=True); time.sleep(60)"
    )
    first = subprocess.Popen(
        [sys.executable, "-c", program, str(tmp_path), str(Path(__file__).resolve().parents[2])],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert first.stdout is not None
    assert first.stdout.readline() == "held\n"
    with pytest.raises(Refused, match=f"in use by process {first.pid}"), locked(tmp_path):
        pass
    os.kill(first.pid, signal.SIGKILL)
    first.wait()
    with locked(tmp_path):
        pass
    first.stdout.close()
