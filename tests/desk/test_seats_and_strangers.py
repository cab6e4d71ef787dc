"""One home with two seats of one game, what strangers offer, and letters of players, as a desk meets them."""

from __future__ import annotations

import shutil
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from folk import Folk, entropy_of
from village import Village, address

from pbem.app.founding import join
from pbem.app.home import Home, remember
from pbem.app.pressing import write_press
from pbem.maildesk import dashboard, memory
from pbem.maildesk.config import DeskConfig
from pbem.maildesk.counter import MailDesk
from pbem.maildesk.incoming import author_of
from pbem.maildesk.opening import OutFolder, mailbox, take_up
from pbem.maildesk.rounds import run_round
from pbem.maildesk.store import Store
from pbem.office.mails import Mail
from pbem.office.press import all_press
from pbem.office.rulesets import ruleset


def two_seats(root: Path) -> tuple[Village, MailDesk, str]:
    """The referee's desk looks after blue's folder, too."""
    village = Village.found(root)
    desk = village.desk()
    folk = village.folk
    shutil.copytree(folk.home("blue") / "secrets", folk.home("referee") / "secrets", dirs_exist_ok=True)
    key = folk.home("referee") / "keys" / "blue"
    key.write_bytes(folk.identity("blue").dump(""))
    name, _ = take_up(desk, root / "blue", ())
    blue = folk.seats["blue"]
    blue.home = folk.home("referee")
    remember(blue, key)
    return village, desk, name


def test_two_seats_of_one_game_in_one_home_keep_their_mails_apart(tmp_path: Path) -> None:
    village, desk, name = two_seats(tmp_path)
    assert name == f"{village.game}-blue"
    made = village.write("blue")
    village.round()
    rows = desk.store.rows("select game, seat, file from mail where state not in ('sent', 'dropped')")
    mine = {(row["game"], row["file"]) for row in rows}
    assert (name, f"{made.name}.txt") in mine
    assert not [one for one in mine if one[0] == village.game and one[1] == f"{made.name}.txt"]
    memory.rest(desk, name, "blue is on holiday")
    rests = {row["name"]: row["paused"] for row in desk.store.rows("select name, paused from game")}
    assert rests == {village.game: "", name: "blue is on holiday"}
    assert dashboard.deadlines(desk, village.folk.now).count("BEGIN:VEVENT") == 1
    desk.store.close()


def test_a_folder_that_moved_keeps_its_games_name(tmp_path: Path) -> None:
    village = Village.found(tmp_path / "one")
    desk = village.desk()
    shutil.move(tmp_path / "one" / "referee", tmp_path / "moved")
    name, _ = take_up(desk, tmp_path / "moved", ())
    assert name == village.game
    assert desk.store.address(name, "blue") == address("blue")
    desk.store.close()


def test_a_game_that_a_stranger_offers_is_told_of_and_left(tmp_path: Path) -> None:
    village = Village.found(tmp_path / "here")
    other = Folk(tmp_path / "there", ruleset("ford"), "referee", seed=2).found()
    offered = (other.root / "referee" / "sent" / "00-draft.txt").read_text(encoding="utf-8").split("\n\n", 1)[1]
    village.post(Mail(("all",), "play with us", offered, "draft"), "stranger@example.net")
    done = village.round()
    assert [line for line in done.said if "a game is offered in 'play with us'" in line]
    assert (done.taken, done.sent, done.wrong) == (0, 0, [])
    assert not village.out()


def test_an_entry_for_a_game_that_is_not_founded_here_gets_no_answer(tmp_path: Path) -> None:
    village = Village.found(tmp_path / "here")
    other = Folk(tmp_path / "there", ruleset("ford"), "referee", seed=2).found()
    entry = (other.root / "blue" / "sent" / "00-entry-blue.txt").read_text(encoding="utf-8").split("\n\n", 1)[1]
    village.post(Mail(("all",), "I am in", entry, "entry"), "stranger@example.net")
    done = village.round()
    assert [line for line in done.said if "for no game that is founded here" in line]
    assert not village.out()


def test_an_entry_for_a_game_that_is_founded_here_is_taken(tmp_path: Path) -> None:
    village = Village.found(tmp_path / "here")
    other = Folk(tmp_path / "there", ruleset("ford"), "referee", seed=2).found()
    home = Home(village.folk.home("referee"))
    draft = other.seats["referee"].draft_envelope
    join(
        tmp_path / "new", home.path, seat="referee", identity=other.identity("referee"), entropy=entropy_of("again"),
        now=village.folk.now, draft=draft,
    )  # fmt: skip
    desk = village.desk()
    name, _ = take_up(desk, tmp_path / "new", ())
    desk.store.close()
    entry = (other.root / "blue" / "sent" / "00-entry-blue.txt").read_text(encoding="utf-8").split("\n\n", 1)[1]
    village.post(Mail(("all",), "I am in", entry, "entry"), address("blue"))
    done = village.round()
    assert done.taken == 1
    desk = village.desk()
    assert desk.store.address(name, "blue") == address("blue")
    desk.store.close()


def test_a_letter_between_players_goes_through_the_desk(tmp_path: Path) -> None:
    village = Village.found(tmp_path, terms={"press": "white"})
    (handed,) = write_press(village.folk.seats["blue"], "red", "the bridge at dawn?", village.folk.now)
    village.post(handed, address("blue"))
    done = village.round()
    assert (done.taken, done.sent) == (1, 1)
    (mail,) = village.out()
    assert str(mail["To"]) == address("red")
    assert mail["X-PBEM"] == f"{village.game} press"
    village.fetch_mail([mail])
    assert [one.sender for one in all_press(village.folk.seats["red"])] == ["blue"]


def test_what_travels_in_anothers_mail_teaches_no_address(tmp_path: Path) -> None:
    """A player's desk has the referee's address from a report, and not the other player's; press teaches nothing."""
    village = Village.found(tmp_path, terms={"press": "white"})
    for seat in village.players:
        village.post(village.write(seat), address(seat))
    village.round()
    village.folk.now += timedelta(hours=2)
    village.round()
    blue = _desk_of(village, "blue")
    name, _ = take_up(blue, tmp_path / "blue", ())
    for mail in village.out():
        if str(mail["To"]) == address("blue"):
            run_round(blue, letter=mail.as_bytes())
    assert blue.store.address(name, "referee") == "desk@example.org"
    assert blue.store.address(name, "red") == ""
    village.folk.seats["red"].refresh()
    village.fetch_mail()
    (handed,) = write_press(village.folk.seats["red"], "blue", "hello", village.folk.now)
    village.post(handed, "somebody@example.net")
    village.round()
    desk = village.desk()
    assert desk.store.address(village.game, "red") == address("red")
    desk.store.close()
    blue.store.close()


def _desk_of(village: Village, seat: str) -> MailDesk:
    home, config = Home(village.folk.home(seat)), DeskConfig(desk={"address": address(seat)})
    key = home.keys / "key"
    key.parent.mkdir(parents=True, exist_ok=True)
    key.write_bytes(village.folk.identity(seat).dump(""))
    remember(village.folk.seats[seat], key)
    return MailDesk(
        home, config, Store(home.path / "desk" / "state.sqlite3"), lambda: village.folk.now,
        lambda look_only: mailbox(home, config, look_only=look_only), lambda: OutFolder(home.path / "desk" / "out"),
    )  # fmt: skip


def document(kind: str, seat: str) -> Any:
    return SimpleNamespace(header=SimpleNamespace(type=kind, seat=seat))


REPORT = [document("close", "referee"), document("orders", "red"), document("record", "referee")]


@pytest.mark.parametrize(
    ("taken", "beside", "author"),
    [
        ([document("orders", "blue")], [], "blue"),
        (REPORT, REPORT, "referee"),
        ([document("entry", "blue"), document("entry", "referee")], [document("draft", "referee")], "referee"),
        ([document("entry", "blue"), document("entry", "red")], [document("draft", "referee")], ""),
        ([document("entry", "blue")], [document("draft", "referee")], "blue"),
        ([document("orders", "blue")], [document("record", "referee")], "blue"),
        ([document("agreement", "red")], [], ""),
        ([document("press", "red")], [], ""),
        ([document("receipt", "referee"), document("away", "red")], [], "referee"),
        ([document("orders", "blue"), document("orders", "red")], [], ""),
    ],
)
def test_whose_letter_it_is(taken: list[Any], beside: list[Any], author: str) -> None:
    assert author_of(taken, beside) == author
