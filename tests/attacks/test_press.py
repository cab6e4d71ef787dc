"""Letters between players: carried by the referee, kept apart, never judged; and what somebody might try with them."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from folk import Folk

from pbem.app.audits import audit, envelopes_in
from pbem.app.ordering import sign
from pbem.app.pressing import write_press
from pbem.app.receiving import receive
from pbem.book.documents import Press
from pbem.book.page import as_file
from pbem.model.errors import Refused
from pbem.office.mails import Mail, block
from pbem.office.press import LONGEST, MOST_A_DAY, all_press
from pbem.office.rulesets import ruleset
from pbem.seal.envelope import Envelope


def founded(root: Path, press: str = "white", mode: str = "referee", seed: int = 0) -> Folk:
    return Folk(root, ruleset("ford"), mode, seed=seed, terms={"press": press}).found()


def written(folk: Folk, seat: str, to: str, text: str, *, grey: bool = False) -> list[Mail]:
    return write_press(folk.seats[seat], to, text, folk.now, grey=grey)


def signed_press(folk: Folk, seat: str, *lines: str, to: str = "red", grey: bool = False) -> bytes:
    """A letter as another program might sign it, without our scruples."""
    game = folk.seats[seat]
    body = Press(to=[to], grey=grey, lines=list(lines)).to_bytes()
    return block(game.envelope("press", body, revision=1)).encode()


def books(folk: Folk) -> dict[str, bytes]:
    return {
        f"{seat}/{path.relative_to(folk.root / seat)}": path.read_bytes()
        for seat in folk.seats
        for path in sorted((folk.root / seat / "book").rglob("*"))
        if path.is_file()
    }


@pytest.mark.parametrize("mode", ["referee", "mutual"])
def test_a_letter_goes_through_the_referee_and_moves_nothing(tmp_path: Path, mode: str) -> None:
    folk = founded(tmp_path, mode=mode)
    before = books(folk)
    (handed,) = written(folk, "blue", "red", "the bridge at dawn?\n\nBlue")
    assert handed.to == ("referee",)
    folk.carry([handed])
    (letter,) = all_press(folk.seats["red"])
    assert letter.words()[0].startswith("blue to red, exchange 1")
    assert letter.words()[1:] == ["| the bridge at dawn?", "|", "| Blue"]
    assert books(folk) == before
    assert not folk.seats["red"].desk.envelopes(1)
    folk.play_exchange()
    assert audit(folk.root / "red", rulesets=lambda name: folk.spec).ok
    assert not list((folk.root / "referee" / "book").rglob("*press*"))


def test_to_all_means_all_players_and_one_mail_says_so(tmp_path: Path) -> None:
    folk = founded(tmp_path)
    folk.carry(written(folk, "red", "all", "truce?"))
    assert [one.said.to for one in all_press(folk.seats["blue"])] == [["blue"]]
    folk.carry(written(folk, "referee", "all", "the server was down"))
    assert [one.sender for one in all_press(folk.seats["red"])][-1] == "referee"


def test_two_alone_write_to_each_other_directly(tmp_path: Path) -> None:
    folk = Folk(tmp_path, ruleset("ardennes-offensive"), "alone", terms={"press": "white"}).found()
    (mail,) = written(folk, "german", "allied", "good luck")
    assert mail.to == ("allied",)
    folk.carry([mail])
    assert [one.sender for one in all_press(folk.seats["allied"])] == ["german"]


def test_a_grey_letter_names_nobody_but_to_the_referee(tmp_path: Path) -> None:
    folk = founded(tmp_path, "grey")
    (handed,) = written(folk, "blue", "red", "somebody will betray you", grey=True)
    (got,) = receive(folk.seats["referee"], [("mail", handed.text.encode())], folk.now).mails
    assert [one.sender for one in all_press(folk.seats["referee"])] == ["blue"]
    assert "blue" not in got.text + got.subject + got.name
    assert [one.header.seat for one in envelopes_in(got.text.encode(), "press")] == ["referee"]
    folk.carry([got])
    assert [one.sender for one in all_press(folk.seats["red"])] == ["somebody"]


def test_without_a_word_in_the_charter_nobody_carries_letters(tmp_path: Path) -> None:
    folk = founded(tmp_path, "off")
    with pytest.raises(Refused, match="by the charter"):
        written(folk, "blue", "red", "hello")
    got = receive(folk.seats["referee"], [("mail", signed_press(folk, "blue", "hello"))], folk.now)
    assert [one.reason.title for one in got.kept] == ["no letters"]
    assert not all_press(folk.seats["referee"])


def test_white_charters_refuse_grey_letters(tmp_path: Path) -> None:
    folk = founded(tmp_path)
    with pytest.raises(Refused, match="bear their writer's name"):
        written(folk, "blue", "red", "x", grey=True)
    got = receive(folk.seats["referee"], [("mail", signed_press(folk, "blue", "x", grey=True))], folk.now)
    assert [one.reason.title for one in got.kept] == ["no grey letters"]


@pytest.mark.parametrize(
    ("text", "why"),
    [("", "empty"), (" \n ", "empty"), ("x" * (LONGEST + 1), "bytes"), ("-----BEGIN PBEM\nENVELOPE-----", "document")],
)
def test_what_is_no_letter_is_not_signed(tmp_path: Path, text: str, why: str) -> None:
    with pytest.raises(Refused, match=why):
        written(founded(tmp_path), "blue", "red", text)


def test_strange_readers_are_named(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="no seat 'green'"):
        written(founded(tmp_path), "blue", "green", "hello")


def test_said_again_after_a_crash_it_is_carried_once(tmp_path: Path) -> None:
    folk = founded(tmp_path)
    (handed,) = written(folk, "blue", "red", "once")
    referee = folk.seats["referee"]
    (carried,) = receive(referee, [("mail", handed.text.encode())], folk.now).mails
    (referee.folder.sent / f"{carried.name}.txt").unlink()
    (again,) = receive(referee, [], folk.now).mails
    assert (again.name, again.text) == (carried.name, carried.text)
    assert not receive(referee, [("mail", handed.text.encode())], folk.now).mails


# what somebody might try


def test_press_that_pretends_to_be_orders_or_a_receipt(tmp_path: Path) -> None:
    """Words that look like a sheet, a receipt or a report are words, behind a bar; orders are not in."""
    folk = founded(tmp_path)
    game = folk.seats["red"].charter.name
    text = f"To: red\nSubject: [{game} 1 red] received, revision 1\n\ngame: {game}\nexchange: 1\nside: blue\nplot: none"
    folk.carry(written(folk, "blue", "red", text))
    sent = next((folk.root / "referee" / "sent").glob("*press*.txt")).read_text(encoding="utf-8")
    body = sent.split("\n\n", 1)[1]
    for line in text.split("\n"):
        assert f"| {line}".rstrip() in body.split("\n")
    assert not folk.seats["referee"].here.of_type("orders")
    assert not folk.seats["red"].here.receipts


def test_press_that_smuggles_a_signed_document(tmp_path: Path) -> None:
    """A block inside a letter, however broken up, is not carried."""
    folk = founded(tmp_path)
    orders = sign(folk.seats["blue"], folk.sheet_of("blue")).mail
    assert orders
    lines = [line for line in orders.text.split("\n") if len(line) < 300][-40:]
    for smuggled in (lines, ["-----BEGIN", "PBEM", "ENVELOPE-----"], ["- BEGIN pbem  box"]):
        source = signed_press(folk, "blue", *[line or "." for line in smuggled])
        got = receive(folk.seats["referee"], [("mail", source)], folk.now)
        assert [one.reason.title for one in got.kept] == ["no letter"]
    assert not all_press(folk.seats["referee"])
    assert not folk.seats["referee"].here.of_type("orders")


def test_press_of_another_game_is_passed_over(tmp_path: Path) -> None:
    folk, other = founded(tmp_path / "one"), founded(tmp_path / "two", seed=2)
    (handed,) = written(other, "blue", "red", "hello")
    got = receive(folk.seats["referee"], [("mail", handed.text.encode())], folk.now)
    assert (got.taken, got.kept, got.mails, got.passed_over) == ([], [], [], 1)


def test_press_that_is_replayed_is_known_and_moves_on_once(tmp_path: Path) -> None:
    folk = founded(tmp_path)
    (handed,) = written(folk, "blue", "red", "once more")
    folk.carry([handed])
    folk.play_exchange()
    folk.now += timedelta(days=40)
    for seat in ("referee", "red", "blue"):
        got = receive(folk.seats[seat], [("mail", handed.text.encode())], folk.now)
        assert not got.taken
        assert not got.mails
    assert len(all_press(folk.seats["red"])) == 1


def test_press_under_anothers_name_is_not_carried_and_not_answered(tmp_path: Path) -> None:
    folk = founded(tmp_path)
    (handed,) = written(folk, "blue", "red", "I am blue")
    (envelope,) = envelopes_in(handed.text.encode(), "press")
    forged = Envelope(envelope.header, bytes(64), envelope.body)
    got = receive(folk.seats["referee"], [("mail", block(forged).encode())], folk.now)
    assert got.kept
    assert not got.mails
    assert not all_press(folk.seats["referee"])


def test_a_grey_letter_that_a_player_sends_himself_is_none(tmp_path: Path) -> None:
    folk = founded(tmp_path, "grey")
    got = receive(folk.seats["red"], [("mail", signed_press(folk, "blue", "boo", grey=True))], folk.now)
    assert [one.reason.title for one in got.kept] == ["no letter"]


def test_huge_press_is_refused(tmp_path: Path) -> None:
    folk = founded(tmp_path)
    for lines in (60, 900):
        source = signed_press(folk, "blue", *(["x" * 390] * lines))
        got = receive(folk.seats["referee"], [("mail", source)], folk.now)
        assert [one.reason.title for one in got.kept] == ["no letter"]
    assert not all_press(folk.seats["referee"])


def test_a_flood_of_press_is_carried_up_to_a_measure_and_told_once(tmp_path: Path) -> None:
    folk = founded(tmp_path)
    referee, mails, kept = folk.seats["referee"], [], []
    game = folk.seats["blue"]
    for number in range(1, MOST_A_DAY + 6):
        body = Press(to=["red"], grey=False, lines=[f"letter {number}"]).to_bytes()
        source = block(game.envelope("press", body, revision=number)).encode()
        got = receive(referee, [("mail", source)], folk.now)
        mails += got.mails
        kept += got.kept
    assert len([one for one in mails if one.kind == "press"]) == MOST_A_DAY
    assert [one.reason.title for one in kept] == ["too many letters"]
    assert len([one for one in mails if one.kind == "bounce"]) == 1
    for number in range(MOST_A_DAY):
        written(folk, "red", "blue", f"letter {number}")
    with pytest.raises(Refused, match="20 letters"):
        written(folk, "red", "blue", "one more")


def test_press_for_another_is_not_kept_by_who_should_not_read_it(tmp_path: Path) -> None:
    folk = founded(tmp_path)
    got = receive(folk.seats["red"], [("mail", signed_press(folk, "blue", "for him alone", to="referee"))], folk.now)
    assert not got.taken
    assert not all_press(folk.seats["red"])


def test_press_in_a_book_is_found(tmp_path: Path) -> None:
    folk = founded(tmp_path)
    folk.play_exchange()
    (handed,) = written(folk, "blue", "red", "put me into the book")
    (envelope,) = envelopes_in(handed.text.encode(), "press")
    (folk.root / "red" / "book" / "01" / "press-blue-1.pbem").write_bytes(as_file(envelope))
    assert not audit(folk.root / "red", rulesets=lambda name: folk.spec).ok
