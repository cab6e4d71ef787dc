"""What the mails say that answer mails: receipts for what counts, a reason for each thing that does not."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path

import pytest
from duel import RULESET
from folk import Folk

from pbem.app.absences import away, extend
from pbem.app.adjudicating import adjudicate
from pbem.app.agreements import agree, rejudge, undo
from pbem.app.ordering import sign, sign_standing
from pbem.app.receiving import Received, receive
from pbem.model.errors import Refused
from pbem.office.mails import Mail
from pbem.seal.armour import armour
from pbem_rules.ford import RULESET as FORD

PLAIN = "game: {game}\nexchange: {exchange}\nside: {side}\n"


@pytest.fixture
def folk(tmp_path: Path) -> Folk:
    return Folk(tmp_path, FORD, "referee").found()


def take(folk: Folk, *texts: str) -> Received:
    return receive(folk.seats["referee"], [(f"{n}.eml", one.encode()) for n, one in enumerate(texts)], folk.now)


def orders(folk: Folk, seat: str, body: str) -> Mail:
    game = folk.seats[seat]
    made = sign(game, PLAIN.format(game=game.charter.name, exchange=game.course.open_number, side=seat) + body)
    assert made.mail
    return made.mail


def standing(folk: Folk, seat: str, body: str = "losses: weakest first") -> Mail:
    game = folk.seats[seat]
    made = sign_standing(game, f"game: {game.charter.name}\nside: {seat}\nstanding: {{{body}}}\n")
    assert made.mail
    return made.mail


def receipt_of(folk: Folk, mail: Mail) -> Mail:
    """The receipt for a mail; it goes to nobody but its sender."""
    (made,) = take(folk, mail.text).mails
    (seat,) = made.to
    assert f" {seat}]" in mail.subject
    return made


def lines_of(receipt: Mail) -> dict[str, str]:
    """The named lines of a receipt."""
    return {line[2:13].strip(): line[13:] for line in receipt.text.splitlines() if line.startswith("  ")}


def test_a_receipt_says_how_much_reading_found_and_never_what(folk: Folk) -> None:
    empty = receipt_of(folk, orders(folk, "blue", ""))
    assert lines_of(empty)["check"] == "read, no problem, 1 doubtful line: pbem check shows which"
    whole = receipt_of(folk, orders(folk, "blue", "plot: {objective: Alder}\n"))
    assert lines_of(whole)["check"] == "read, no problem"
    assert "Alder" not in whole.text
    assert "orders nothing" not in empty.text


def test_before_the_close_nobody_reads_what_is_sealed_to_him_too(tmp_path: Path) -> None:
    folk = Folk(tmp_path, FORD, "mutual").found()
    receipt = receipt_of(folk, orders(folk, "blue", "plot: {objective: Alder}\n"))
    assert lines_of(receipt)["check"] == "sealed until the close"
    assert "standing" not in lines_of(receipt)
    assert lines_of(receipt_of(folk, standing(folk, "blue")))["check"] == "read, no problem"


def test_a_receipt_names_the_standing_orders_that_a_sheet_brought(folk: Folk) -> None:
    first = orders(folk, "blue", "plot: {objective: Alder}\nstanding: {advance: always}\n")
    assert lines_of(receipt_of(folk, first))["standing"] == "none; new ones from the next exchange on"
    take(folk, orders(folk, "red", "# none\n").text)
    folk.now += timedelta(hours=2)
    folk.carry(adjudicate(folk.seats["referee"], folk.now).mails)
    assert standing_line(folk) == "those of exchange 1"


def standing_line(folk: Folk) -> str:
    """What a receipt for new orders says of blue's standing orders."""
    blue = folk.seats["blue"]
    while "blue" not in blue.course.next.seats:
        folk.play_exchange()
    revision = len(blue.vault.all_signed("orders", blue.course.open_number)) + 1
    turn = "\n" * revision  # a sheet of its own: other line ends, no other orders
    return lines_of(receipt_of(folk, orders(folk, "blue", f"{turn}answers: {{}}\n")))["standing"]


def play_with(folk: Folk, *mails: Mail) -> None:
    """Play an exchange after these mails."""
    for mail in mails:
        take(folk, mail.text)
    folk.play_exchange()


def test_standing_orders_are_named_by_the_exchange_that_brought_them(folk: Folk) -> None:
    own = receipt_of(folk, standing(folk, "blue"))
    assert own.subject.endswith("standing orders received, revision 1")
    assert "they count from the next exchange on" in own.text
    assert lines_of(own)["file"].startswith("blue-standing.yaml, revision 1, digest ")
    assert lines_of(own)["until then"] == "none"
    folk.play_exchange()
    folk.play_exchange()
    assert standing_line(folk) == "those of exchange 1"
    number = folk.seats["blue"].course.open_number
    newer = receipt_of(folk, standing(folk, "blue", "losses: strongest first"))
    assert lines_of(newer)["until then"] == "those of exchange 1"
    assert standing_line(folk) == "those of exchange 1; new ones from the next exchange on"
    folk.play_exchange()
    assert standing_line(folk) == f"those of exchange {number}"
    play_with(folk, standing(folk, "blue", ""))
    assert standing_line(folk) == "none"


def test_what_an_undo_sets_aside_brought_nothing(folk: Folk) -> None:
    play_with(folk, standing(folk, "blue"))
    play_with(folk)
    play_with(folk, standing(folk, "blue", "losses: strongest first"))
    assert standing_line(folk) == "those of exchange 3"
    folk.carry(undo(folk.seats["blue"], 2, "please", folk.now))
    for seat in ("red", "referee"):
        folk.carry(agree(folk.seats[seat], folk.now))
    assert standing_line(folk) == "those of exchange 1"
    folk.play_exchange()
    assert standing_line(folk) == "those of exchange 1"


def test_an_exchange_judged_again_brings_what_was_ordered_then(folk: Folk) -> None:
    for wish in ("weakest first", "strongest first", "weakest first"):
        play_with(folk, standing(folk, "blue", f"losses: {wish}"))
    folk.carry(rejudge(folk.seats["referee"], 2, "a rule was mended", folk.now))
    for seat in ("blue", "red", "referee"):
        folk.carry(agree(folk.seats[seat], folk.now))
    assert standing_line(folk) == "those of exchange 2"


# several mails at once


def bounces(folk: Folk) -> list[Path]:
    return sorted(folk.seats["referee"].folder.sent.glob("bounce-*.txt"))


def kept(folk: Folk) -> list[str]:
    return [path.read_text() for path in sorted(folk.seats["referee"].folder.kept.glob("*.why"))]


def test_a_broken_mail_among_others_holds_nothing_up(tmp_path: Path) -> None:
    folk = Folk(tmp_path, RULESET, "referee").found()
    mails = {seat: sign(folk.seats[seat], folk.sheet_of(seat)).mail for seat in ("north", "south")}
    assert mails["north"]
    assert mails["south"]
    broken = mails["north"].text.replace("\n-----END PBEM ENVELOPE", "*\n-----END PBEM ENVELOPE")
    got = take(folk, "no block", mails["north"].text, broken, armour(b"no envelope"), mails["south"].text)
    assert [one.header.seat for one in got.taken] == ["north", "south"]
    assert [one.to for one in got.mails] == [("north",), ("south",)]
    assert [(one.what, one.reason.title) for one in got.kept] == [
        ("2.eml", "the block is damaged"), ("3.eml", "the block is damaged"),
    ]  # fmt: skip
    assert got.passed_over == 1
    assert len(kept(folk)) == 2
    mails_kept = [path.read_bytes() for path in folk.seats["referee"].folder.kept.glob("*.mail")]
    assert sorted(mails_kept) == sorted(one.encode() for one in (broken, armour(b"no envelope")))


def test_orders_whose_envelope_is_damaged_are_not_passed_over_for_their_box(tmp_path: Path) -> None:
    folk = Folk(tmp_path, RULESET, "referee").found()
    mail = sign(folk.seats["north"], folk.sheet_of("north")).mail
    assert mail
    got = take(folk, mail.text.replace("\n-----END PBEM ENVELOPE", "*\n-----END PBEM ENVELOPE"))
    assert [one.reason.title for one in got.kept] == ["the block is damaged"]
    assert take(folk, mail.text).taken, "sent again, it counts"


def test_a_damaged_block_beside_a_whole_one_is_noted(tmp_path: Path) -> None:
    folk = Folk(tmp_path, RULESET, "referee").found()
    mail = sign(folk.seats["north"], folk.sheet_of("north")).mail
    assert mail
    quoted = "".join(f"> {line}\n" for line in mail.text.splitlines()[:6])
    got = take(folk, f"{mail.text}\nyou wrote:\n{quoted}")
    assert (len(got.taken), got.kept) == (1, [])
    (note,) = got.notes
    assert note.endswith("a block was passed over: the block has no end, the text was cut off")


def test_letters_of_one_mailbox_are_kept_and_answered_one_by_one(tmp_path: Path) -> None:
    folk = Folk(tmp_path, RULESET, "referee").found()
    late = {seat: sign(folk.seats[seat], folk.sheet_of(seat)).mail for seat in ("north", "south")}
    folk.play_exchange()
    letters = [f"From x\nSubject: late\nTo: referee\n\n{mail.text}\n" for mail in late.values() if mail]
    box = "\n".join([*letters, "From x\nSubject: hello\nTo: referee\n\nno block here\n"])
    for _ in range(2):  # the same mailbox every day
        folk.now += timedelta(days=1)
        got = receive(folk.seats["referee"], [("inbox", box.encode())], folk.now)
        assert len(got.kept) + got.known + got.passed_over == 3
    assert len(kept(folk)) == len(got.kept)
    assert len(bounces(folk)) == len([one for one in got.kept if one.seat])
    for path in folk.seats["referee"].folder.kept.glob("*.mail"):
        assert path.read_text().count("Subject:") == 1


def test_two_envelopes_of_one_letter_have_an_answer_each(tmp_path: Path) -> None:
    folk = Folk(tmp_path, RULESET, "referee").found()
    sheet = folk.sheet_of("north")
    first, second = (sign(folk.seats["north"], sheet, final=final).mail for final in (False, True))
    assert first
    assert second
    folk.play_exchange()
    got = take(folk, first.text + second.text)
    titles = [one.reason.title for one in got.kept]
    assert len(titles) + got.known == 2
    assert set(titles) == {"closed Tue 4 Nov 11:00 UTC"}
    assert len(kept(folk)) == len(bounces(folk)) == len(titles)
    assert {path.read_text().splitlines()[0] for path in bounces(folk)} == {"To: north"}


def test_what_is_kept_says_when_as_people_say_it(tmp_path: Path) -> None:
    folk = Folk(tmp_path, RULESET, "referee").found()
    take(folk, armour(b"no envelope"))
    (why,) = kept(folk)
    assert why.startswith("Tue 4 Nov 09:00 UTC  0.eml: the block is damaged; ")


# times


def test_who_must_wait_is_told_until_when_as_people_say_it(tmp_path: Path) -> None:
    folk = Folk(tmp_path, RULESET, "referee", terms={"earliest": 3}).found()
    referee = folk.seats["referee"]
    (charter,) = referee.folder.sent.glob("00-charter.txt")
    assert "due from everybody until Mon 10 Nov 20:00 UTC;" in charter.read_text()
    with pytest.raises(Refused) as refused:
        adjudicate(referee, folk.now)
    assert refused.value.hint == "due Mon 10 Nov 20:00 UTC; adjudicate --missed works after Wed 12 Nov 20:00 UTC"
    for seat in ("north", "south"):
        mail = sign(folk.seats[seat], folk.sheet_of(seat)).mail
        assert mail
        take(folk, mail.text)
    with pytest.raises(Refused, match="a slip may be replaced until Tue 4 Nov 12:00 UTC"):
        adjudicate(referee, folk.now)


def test_no_mail_says_a_time_as_records_hold_it(tmp_path: Path) -> None:
    folk = Folk(tmp_path, RULESET, "referee").found()
    folk.carry(away(folk.seats["north"], folk.now + timedelta(days=5), folk.now + timedelta(days=9), folk.now))
    folk.carry(extend(folk.seats["referee"], 24, "a storm", folk.now))
    for _ in range(2):
        folk.play_exchange()
    folk.carry(undo(folk.seats["south"], 1, "please", folk.now))
    mails = [path.read_text() for seat in folk.seats.values() for path in seat.folder.sent.glob("*.txt")]
    said = [re.sub(r"-----BEGIN PBEM .*", "", mail, flags=re.DOTALL) for mail in mails]
    assert len(said) > 12
    assert [words for words in said if re.search(r"\d-\d\d-\d\dT\d", words)] == []
    assert any("until Thu 6 Nov" in words or "until Fri 7 Nov" in words for words in said)
