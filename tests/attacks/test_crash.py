"""kill -9 at every write and inside it: never half, never two signatures, and no mail that is owed is lost."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from duel import RULESET
from folk import Folk, entropy_of

from pbem.app.absences import away, extend
from pbem.app.adjudicating import adjudicate
from pbem.app.agreements import agree, end, rejudge, undo
from pbem.app.audits import audit, envelopes_in
from pbem.app.ending import open_hidden
from pbem.app.founding import join, new, new_draft, start
from pbem.app.new_keys import offer_keys, rekey, sign_substitute
from pbem.app.ordering import sign, sign_standing
from pbem.app.receiving import receive
from pbem.app.silencing import silence
from pbem.book import writing
from pbem.book.documents import Draft
from pbem.book.lock import locked
from pbem.book.page import from_file
from pbem.model.errors import Refused
from pbem.office.mails import Mail
from pbem.seal.box import sealing_public

MOST = 120
DAYS = {"after": 7, "then": "lost"}
Verb = Callable[[Folk], object]


@dataclass
class Scene:
    """A game in which one seat is about to say a verb."""

    folk: Folk
    seat: str
    verb: Verb


# scenes before the game


def terms(root: Path) -> tuple[Folk, Draft]:
    root.mkdir()
    folk = Folk(root, RULESET, "referee")
    entropy = entropy_of("draft")
    draft = new_draft(RULESET, scenario="salle", mode="referee", entropy=entropy, now=folk.now, substitutes=True)
    return folk, draft


def offers(folk: Folk, draft: Draft) -> Mail:
    return new(folk.root / "referee", draft, seat="referee", identity=folk.identity("referee"))


def enters(folk: Folk, seat: str, offered: Mail) -> Mail:
    (draft,) = envelopes_in(offered.text.encode(), "the draft")
    return join(
        folk.root / seat, folk.home(seat), seat=seat, identity=folk.identity(seat), entropy=entropy_of(seat),
        now=folk.now, draft=draft, rulesets=lambda name: RULESET, backup=folk.root / f"backup of {seat}",
    )  # fmt: skip


def a_game_is_offered(root: Path) -> Scene:
    folk, draft = terms(root)
    return Scene(folk, "referee", lambda copy: offers(copy, draft))


def somebody_joins(root: Path) -> Scene:
    folk, draft = terms(root)
    offered = offers(folk, draft)
    return Scene(folk, "north", lambda copy: enters(copy, "north", offered))


def all_entered(root: Path) -> tuple[Folk, dict[str, Mail]]:
    folk, draft = terms(root)
    offered = offers(folk, draft)
    entries = {seat: enters(folk, seat, offered) for seat in draft.seats}
    folk.seats = {seat: folk.open(seat) for seat in draft.seats}
    return folk, entries


def entries_come_in(root: Path) -> Scene:
    folk, entries = all_entered(root)
    return takes_in(folk, "referee", *(entries[seat].text.encode() for seat in ("north", "south")))


def the_charter_is_made(root: Path) -> Scene:
    folk, entries = all_entered(root)
    receive(folk.seats["referee"], [("entry", entries["north"].text.encode())], folk.now)
    receive(folk.seats["referee"], [("entry", entries["south"].text.encode())], folk.now)
    return Scene(folk, "referee", lambda copy: start(copy.seats["referee"]))


def the_charter_comes_in(root: Path) -> Scene:
    made = the_charter_is_made(root)
    (mail,) = start(made.folk.seats["referee"])
    return takes_in(made.folk, "south", mail.text.encode())


# scenes of the game


def game_of(root: Path, mode: str, numbers: int = 1, **terms: Any) -> Folk:
    folk = Folk(root, RULESET, mode, terms={"earliest": 0, "stalled": DAYS, **terms}).found()
    for _ in range(numbers):
        folk.play_exchange()
    return folk


def hand_in(folk: Folk, seat: str) -> bytes:
    """Sign, and the mail that nobody has taken in yet."""
    signed = sign(folk.seats[seat], folk.sheet_of(seat), clock=folk.now)
    return signed.mail.text.encode() if signed.mail else b""


def all_in(folk: Folk) -> Folk:
    for seat in folk.writers():
        text = hand_in(folk, seat)
        if text:
            folk.carry([mail_of(folk, seat)])
    folk.now += timedelta(hours=2)
    return folk


def mail_of(folk: Folk, seat: str) -> Mail:
    signed = sign(folk.seats[seat], folk.sheet_of(seat), clock=folk.now)
    assert signed.mail
    return signed.mail


def sent(folk: Folk, seat: str, pattern: str) -> bytes:
    """A mail that lies in a seat's folder."""
    (path,) = (folk.root / seat / "sent").glob(pattern)
    return path.read_bytes()


def takes_in(folk: Folk, seat: str, *mails: bytes) -> Scene:
    sources = [(f"mail {number}", mail) for number, mail in enumerate(mails)]
    return Scene(folk, seat, lambda copy: receive(copy.seats[seat], sources, copy.now))


def orders_signed(root: Path) -> Scene:
    folk = game_of(root, "referee")
    seat = folk.writers()[0]
    return Scene(folk, seat, lambda copy: sign(copy.seats[seat], copy.sheet_of(seat), clock=copy.now))


def standing_orders_signed(root: Path) -> Scene:
    folk = game_of(root, "referee")
    text = f"game: {folk.seats['north'].charter.name}\nside: north\nstanding:\n  guard: ask\n"
    return Scene(folk, "north", lambda copy: sign_standing(copy.seats["north"], text))


def orders_come_in(root: Path) -> Scene:
    folk = game_of(root, "referee")
    return takes_in(folk, "referee", hand_in(folk, folk.writers()[0]))


def the_referee_adjudicates(root: Path) -> Scene:
    folk = all_in(game_of(root, "referee"))
    return Scene(folk, "referee", lambda copy: adjudicate(copy.seats["referee"], copy.now))


def the_referee_closes(root: Path) -> Scene:
    folk = all_in(game_of(root, "mutual"))
    return Scene(folk, "referee", lambda copy: adjudicate(copy.seats["referee"], copy.now))


def a_close_comes_in(root: Path) -> Scene:
    folk = all_in(game_of(root, "mutual"))
    adjudicate(folk.seats["referee"], folk.now)
    return takes_in(folk, "south", sent(folk, "referee", "02-close.txt"))


def links_come_in(root: Path) -> Scene:
    folk = all_in(game_of(root, "mutual"))
    adjudicate(folk.seats["referee"], folk.now)
    for seat in ("north", "south"):
        receive(folk.seats[seat], [("close", sent(folk, "referee", "02-close.txt"))], folk.now)
    return takes_in(folk, "referee", *(sent(folk, seat, "02-reveal-*.txt") for seat in ("north", "south")))


def one_of_two_closes_and_records(root: Path) -> Scene:
    folk = game_of(root, "alone")
    while len(folk.seats["north"].course.next.seats) != 1:
        folk.play_exchange()
    all_in(folk)
    closer = folk.seats["north"].course.procedure.closer
    return Scene(folk, closer, lambda copy: adjudicate(copy.seats[closer], copy.now))


def a_report_comes_in(root: Path) -> Scene:
    folk = all_in(game_of(root, "referee"))
    adjudicate(folk.seats["referee"], folk.now)
    return takes_in(folk, "north", sent(folk, "referee", "02-report-north.txt"))


def an_absence_is_said(root: Path) -> Scene:
    folk = game_of(root, "referee")
    start = folk.now + timedelta(days=5)
    return Scene(folk, "north", lambda copy: away(copy.seats["north"], start, start + timedelta(days=2), copy.now))


def an_absence_comes_in(root: Path) -> Scene:
    folk = an_absence_is_said(root).folk
    start = folk.now + timedelta(days=5)
    (mail,) = away(folk.seats["north"], start, start + timedelta(days=2), folk.now)
    return takes_in(folk, "referee", mail.text.encode())


def more_time_is_given(root: Path) -> Scene:
    folk = game_of(root, "referee")
    return Scene(folk, "referee", lambda copy: extend(copy.seats["referee"], 24, "a storm", copy.now))


def an_undo_is_proposed(root: Path) -> Scene:
    folk = game_of(root, "referee")
    return Scene(folk, "north", lambda copy: undo(copy.seats["north"], 0, "a slip", copy.now))


def the_referee_proposes(root: Path) -> Scene:
    folk = game_of(root, "referee", 2)
    return Scene(folk, "referee", lambda copy: rejudge(copy.seats["referee"], 2, "read wrongly", copy.now))


def a_consent_is_signed(root: Path) -> Scene:
    folk = game_of(root, "referee")
    for mail in undo(folk.seats["north"], 0, "a slip", folk.now):
        folk.carry([mail])
    return Scene(folk, "south", lambda copy: agree(copy.seats["south"], copy.now))


def the_last_consent_is_signed(root: Path) -> Scene:
    folk = a_consent_is_signed(root).folk
    folk.carry(agree(folk.seats["south"], folk.now))
    return Scene(folk, "referee", lambda copy: agree(copy.seats["referee"], copy.now))


def an_agreement_comes_in(root: Path) -> Scene:
    folk = the_last_consent_is_signed(root).folk
    mails = agree(folk.seats["referee"], folk.now)
    return takes_in(folk, "south", *(mail.text.encode() for mail in mails if "south" in mail.to))


def new_keys_are_given(root: Path) -> Scene:
    folk = game_of(root, "referee")
    return Scene(folk, "south", lambda copy: rekey(copy.seats["south"], copy.identity("south later")))


def new_keys_come_in(root: Path) -> Scene:
    folk = new_keys_are_given(root).folk
    (mail,) = rekey(folk.seats["south"], folk.identity("south later"))
    return takes_in(folk, "referee", mail.text.encode())


def new_keys_come_into_force(root: Path) -> Scene:
    folk = new_keys_are_given(root).folk
    folk.carry(rekey(folk.seats["south"], folk.identity("south later")))
    all_in(folk)
    adjudicate(folk.seats["referee"], folk.now)
    report = sent(folk, "referee", "02-report-south.txt")

    def verb(copy: Folk) -> None:
        south = copy.seats["south"]
        receive(south, [("report", report)], copy.now)
        assert sealing_public(south.vault.secrets.sealing) == south.course.keys["south"].sealing

    return Scene(folk, "south", verb)


def a_substitute_offers(root: Path) -> Scene:
    folk = game_of(root, "referee", substitutes=True)
    shutil.rmtree(folk.home("south"))

    def verb(copy: Folk) -> None:
        south = replace(copy.seats["south"], identity=copy.identity("a newcomer"))
        offer_keys(south, copy.home("south"), copy.identity("a newcomer"))

    return Scene(folk, "south", verb)


def a_substitute_is_signed(root: Path) -> Scene:
    made = a_substitute_offers(root)
    made.verb(made.folk)
    (offer,) = envelopes_in(sent(made.folk, "south", "02-offer-south.txt"), "the offer")
    return Scene(made.folk, "north", lambda copy: sign_substitute(copy.seats["north"], offer))


def waited_in_vain(root: Path) -> Folk:
    folk = all_in(game_of(root, "mutual"))
    adjudicate(folk.seats["referee"], folk.now)
    folk.now += timedelta(days=8)
    return folk


def a_silence_is_said(root: Path) -> Scene:
    folk = waited_in_vain(root)
    return Scene(folk, "referee", lambda copy: silence(copy.seats["referee"], copy.now))


def a_silence_comes_in(root: Path) -> Scene:
    folk = waited_in_vain(root)
    (mail,) = silence(folk.seats["referee"], folk.now)
    return takes_in(folk, "north", mail.text.encode())


def a_game_is_ended_by_silence(root: Path) -> Scene:
    folk = waited_in_vain(root)
    silence(folk.seats["referee"], folk.now)
    folk.now += timedelta(days=8)
    return Scene(folk, "referee", lambda copy: silence(copy.seats["referee"], copy.now))


def at_the_end(root: Path) -> Folk:
    folk = game_of(root, "referee")
    folk.carry(end(folk.seats["north"], "south", "enough", folk.now))
    folk.carry(agree(folk.seats["south"], folk.now))
    folk.carry(agree(folk.seats["referee"], folk.now))
    return folk


def what_was_hidden_is_opened(root: Path) -> Scene:
    folk = at_the_end(root)
    return Scene(folk, "referee", lambda copy: open_hidden(copy.seats["referee"]))


def the_opening_comes_in(root: Path) -> Scene:
    folk = at_the_end(root)
    open_hidden(folk.seats["referee"])
    return takes_in(folk, "north", sent(folk, "referee", "*-opening.txt"))


SCENES = (
    a_game_is_offered, somebody_joins, entries_come_in, the_charter_is_made, the_charter_comes_in,
    orders_signed, standing_orders_signed, orders_come_in, the_referee_adjudicates, the_referee_closes,
    a_close_comes_in, links_come_in, one_of_two_closes_and_records, a_report_comes_in,
    an_absence_is_said, an_absence_comes_in,
    more_time_is_given, an_undo_is_proposed, the_referee_proposes, a_consent_is_signed, the_last_consent_is_signed,
    an_agreement_comes_in, new_keys_are_given, new_keys_come_in, new_keys_come_into_force,
    a_substitute_offers, a_substitute_is_signed, a_silence_is_said, a_silence_comes_in,
    a_game_is_ended_by_silence, what_was_hidden_is_opened, the_opening_comes_in,
)  # fmt: skip

QUICK = (somebody_joins, orders_come_in, a_close_comes_in, a_report_comes_in, a_consent_is_signed)
"""What is killed in the middle of its writes every time; the others only when there is time."""


# killing


def run(scene: Scene, root: Path, at: int, *, inside: bool = False, later: int = 0) -> bool:
    """Say the verb in a process of its own, killed at this write or in the middle of it; True if it was killed."""
    child = os.fork()
    if child:
        _, status = os.waitpid(child, 0)
        assert os.WIFSIGNALED(status) or status == 0
        return os.WIFSIGNALED(status)
    status = 1
    try:
        _kill_at(at, inside=inside)
        folk = replace(scene.folk, root=root, now=scene.folk.now + timedelta(minutes=later), seats={})
        for seat in scene.folk.seats:
            folk.seats[seat] = folk.open(seat)
        scene.verb(folk)
        status = 0
    except Refused:
        status = 0 if later else 1  # said again: all was done the first time
    finally:
        os._exit(status)


def _kill_at(at: int, *, inside: bool) -> None:
    counted, real = [0], writing._write

    def watch(step: str, path: Path) -> None:
        counted[0] += not inside
        if counted[0] == at and not inside:
            os.kill(os.getpid(), signal.SIGKILL)

    def write(path: Path, data: bytes, mode: int) -> None:
        counted[0] += 1
        if counted[0] == at:
            path.write_bytes(data[: len(data) // 2])
            os.kill(os.getpid(), signal.SIGKILL)
        real(path, data, mode)

    writing.watch = watch
    if inside:
        writing._write = write


def signatures(root: Path) -> dict[str, bytes]:
    """Everything that was ever signed in the homes, by what it is for."""
    found = {}
    for path in sorted(root.glob("home-*/secrets/*/signed/*.pbem")):
        if path.name.startswith("."):
            continue
        found[f"{path.parts[-4:]}"] = path.read_bytes()
        from_file(path.read_bytes())  # whole, never half
    return found


def lies_there(root: Path, seat: str) -> set[str]:
    """The mails that were made, the documents on the desk and in the book: what a verb is there to leave."""
    folder = root / seat
    found = {letter(path) for path in (folder / "sent").glob("*.txt")}
    found |= {str(path.relative_to(folder)) for path in (folder / "book").rglob("*") if path.is_file()}
    return found | {f"desk/{path.parent.name}/{kind_of(path)}" for path in (folder / "desk").rglob("*.pbem")}


def letter(path: Path) -> str:
    """What a mail is, without times and salts: its name, to whom it goes, how much stands in it."""
    text = path.read_text(encoding="utf-8")
    return f"sent/{path.name} {text.splitlines()[0]}, {text.count('-----BEGIN PBEM')} blocks"


def kind_of(path: Path) -> str:
    """The name of a file on the desk without its digest, which new salts make new."""
    return path.name.rsplit("-", 1)[0]


def name_of(scene: Callable[[Path], Scene]) -> str:
    return scene.__name__.replace("_", " ")


@pytest.mark.parametrize("scene", SCENES, ids=name_of)
def test_killed_before_a_write_while(scene: Callable[[Path], Scene], tmp_path: Path) -> None:
    kill_at_every_write(scene, tmp_path, inside=False)


@pytest.mark.parametrize("scene", [one for one in SCENES if one in QUICK], ids=name_of)
def test_killed_in_the_middle_of_a_write_while(scene: Callable[[Path], Scene], tmp_path: Path) -> None:
    kill_at_every_write(scene, tmp_path, inside=True)


@pytest.mark.slow
@pytest.mark.parametrize("scene", [one for one in SCENES if one not in QUICK], ids=name_of)
def test_killed_in_the_middle_of_any_write_while(scene: Callable[[Path], Scene], tmp_path: Path) -> None:
    kill_at_every_write(scene, tmp_path, inside=True)


def kill_at_every_write(scene: Callable[[Path], Scene], tmp_path: Path, *, inside: bool) -> None:
    """Wherever a program dies: what was signed stays signed, and said again the verb leaves what it always does."""
    made = scene(tmp_path / "game")
    undisturbed = tmp_path / "undisturbed"
    shutil.copytree(made.folk.root, undisturbed)
    assert not run(made, undisturbed, 0)
    before, wanted, died = lies_there(made.folk.root, made.seat), lies_there(undisturbed, made.seat), 0
    assert wanted != before, "the verb leaves something"
    into_the_book = any(one.startswith("book/") for one in wanted - before)
    for at in range(1, MOST):
        copy = tmp_path / "copy"
        shutil.copytree(made.folk.root, copy)
        if not run(made, copy, at, inside=inside):
            break
        died += 1
        signed = signatures(copy)
        assert not run(made, copy, 0, later=1), "a second run comes through"
        after = signatures(copy)
        assert {name: after[name] for name in signed} == signed, f"signed again otherwise after a kill at write {at}"
        assert lies_there(copy, made.seat) == wanted, f"after a kill at write {at}"
        if into_the_book:
            found = audit(copy / made.seat, rulesets=lambda name: RULESET)
            assert found.ok, (at, found.lines())
        shutil.rmtree(copy)
    assert died, "the test wants writes to kill at"
    assert died < MOST - 1, "more writes than anybody needs"


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
