"""Letters out of bytes: kinds of files, limits, and no exception whatever the bytes."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbem.post.letters import Letter, letters
from pbem.post.reasons import Damaged, NoBlock, TooBig, Unreadable, why_nothing_was_read

VECTORS = Path(__file__).parents[2] / "vectors" / "mail"
GERMAN = (VECTORS / "sent" / "german-04.pbem").read_bytes()
MAILS = [file.read_bytes() for file in sorted(VECTORS.rglob("*")) if file.is_file() and "make" not in file.parts]
HEAD = b"From: german@example.org\nTo: allied@example.org\nSubject: orders\n"


def one(source: bytes, limit: int = 1_000_000) -> Letter:
    [letter] = letters(source, "post", limit)
    return letter


def test_a_letter_says_what_it_claims() -> None:
    letter = one(HEAD + b"Date: Wed, 5 Nov 2025 18:40:00 +0000\n\n" + GERMAN)
    assert (letter.subject, letter.sender) == ("orders", "german@example.org")
    assert letter.date == "Wed, 5 Nov 2025 18:40:00 +0000"
    assert letter.texts[0].plain.encode() == GERMAN


def test_a_character_set_in_extended_form_with_bytes_beyond_ascii() -> None:
    """The standard library's get_payload() raises TypeError here."""
    letter = one(HEAD + b"Content-Type: text/plain; charset*=''iso-8859-1\n\n\xfc\n" + GERMAN)
    assert letter.texts[0].plain.startswith("ü\n")
    assert len(letter.blocks) == 1


def test_a_character_set_with_a_zero_in_it() -> None:
    """The standard library's get_content_charset() raises ValueError here."""
    assert len(one(HEAD + b"Content-Type: text/plain; charset*=\0''x\n\n" + GERMAN).blocks) == 1


def test_a_sheet_with_colons_is_no_mail() -> None:
    assert one(b"game: kh7f\nfrom: 1206\nexchange: 4\n\n" + GERMAN).subject == ""


def test_blocks_say_where_they_stood() -> None:
    [first, second] = letters((VECTORS / "mutt-fcc.mbox").read_bytes(), "sent.mbox")
    assert [block.origin for block in first.blocks] == ["sent.mbox, letter 1, text/plain"]
    assert second.place == "sent.mbox, letter 2"
    [attached] = one((VECTORS / "mutt-attached.eml").read_bytes()).blocks
    assert attached.origin == "post, attachment german-04.pbem"


def test_an_attachment_cannot_name_a_folder() -> None:
    part = b'Content-Type: application/octet-stream; name="../../etc/\x1b[2Jx.pbem"\n\n'
    [block] = one(HEAD + part + GERMAN).blocks
    assert block.origin == "post, attachment x.pbem"


def test_the_same_block_twice_is_one_unless_its_text_differs() -> None:
    assert len(one(GERMAN + GERMAN).blocks) == 1
    assert len(one(GERMAN + GERMAN.replace(b"1708", b"1709")).blocks) == 2


@pytest.mark.parametrize("size", [1_000_000, 1_000_001])
def test_the_limit_is_one_megabyte(size: int) -> None:
    letter = one(HEAD + b"\n" + GERMAN + b"x" * (size - len(HEAD) - 1 - len(GERMAN)))
    assert letter.refused == ("" if size == 1_000_000 else "over 1 MB")
    assert letter.subject == "orders"


def test_the_limit_counts_letters_and_not_the_mailbox() -> None:
    line = b"From german@example.org Wed Nov  5 18:40:00 2025\n"
    small, big = HEAD + b"\n" + GERMAN + b"\n", HEAD + b"\n" + b"x\n" * 5_000 + b"\n"
    read = letters(line + small + line + big + line + small, "inbox", limit=5_000)
    assert [letter.refused for letter in read] == ["", "over 5000 bytes", ""]


@pytest.mark.parametrize(
    ("source", "refused"),
    [
        (HEAD + b"\n" + b"\n" * 150_000, "over 50000 lines"),
        (HEAD + b"\n" + b"content-type: x/y\n" * 300, "over 200 parts"),
        (HEAD + b"Content-Type: multipart/mixed; boundary=b\n\n" + b"--b\n\nx\n" * 300, "over 200 parts"),
        (HEAD + b"Content-Type: message/rfc822\n\n" * 20, "mails within mails too deep"),
        (HEAD + b"Content-Type: message/rfc822\n\n" * 199, "mails within mails too deep"),
        (b"PK\x03\x04" + bytes(40), "a zip archive, which is not opened"),
        (b"\x7fELF\0\x01\x02\x03" + b"\xff" * 40, "neither mail nor text"),
    ],
)
def test_what_cannot_be_read_says_why(source: bytes, refused: str) -> None:
    letter = one(source)
    assert (letter.refused, letter.blocks) == (refused, ())


def test_multiparts_nested_beyond_measure() -> None:
    nest = b"".join(
        b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (number, number) for number in range(100)
    )
    assert one(HEAD + nest).refused == "mails within mails too deep"


def test_many_letters_are_bounded() -> None:
    letter = b"From a Wed\nTo: x\n\nx\n\n"
    read = letters(letter * 10_005, "inbox")
    assert len(read) == 10_001
    assert read[-1].refused == "over 10000 letters in one mailbox"


def test_many_blocks_are_bounded() -> None:
    mine = [GERMAN.replace(b"1708", b"%04d" % number) for number in range(300)]
    assert len(one(b"".join(mine)).blocks) == 200


def test_reasons_to_send_a_letter_back() -> None:
    assert why_nothing_was_read(one(GERMAN)) is None
    assert why_nothing_was_read(one(b"hello")) == NoBlock()
    assert why_nothing_was_read(one((VECTORS / "bad-zip.eml").read_bytes())) == NoBlock(("orders.zip",))
    assert why_nothing_was_read(one(GERMAN[:-40])) == Damaged("the block has no end, the text was cut off")
    assert why_nothing_was_read(one(b"x" * 1_000_001)) == TooBig()
    assert why_nothing_was_read(one(b"PK\x03\x04")) == Unreadable("a zip archive, which is not opened")


def read_everything(source: bytes) -> None:
    """All that a caller may ask of a letter."""
    for letter in letters(source, "fuzz"):
        why_nothing_was_read(letter)
        for block in letter.blocks:
            assert block.damage or block.data()


@given(st.binary(max_size=400))
def test_any_bytes(source: bytes) -> None:
    read_everything(source)
    read_everything(HEAD + source)
    read_everything(HEAD + b"Content-Type: " + source + b"\n\n" + GERMAN)


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(st.sampled_from(MAILS), st.data())
def test_any_damage_to_a_real_mail(mail: bytes, data: st.DataObject) -> None:
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(mail)))
        gone = data.draw(st.sampled_from([0, 0, 1, 2, 40]))
        new = data.draw(st.one_of(st.binary(max_size=6), st.sampled_from(SPLINTERS)))
        mail = mail[:at] + new + mail[at + gone :]
    read_everything(mail)


SPLINTERS = [
    b"\nContent-Type: text/html; charset=utf-16\n",
    b"\nContent-Type: multipart/mixed; boundary=\n",
    b"\nContent-Type: text/plain; charset*=''%ff; format=flowed\n",
    b"\nContent-Type: text/plain; charset*=\0''x; format*=''flowed\n",
    b"\nContent-Transfer-Encoding: x-uuencode\n",
    b"\nContent-Transfer-Encoding: base64\n",
    b"\nContent-Disposition: attachment; filename*0*=a'b'%C3; filename*2=x\n",
    b"\nSubject: =?utf-8?b?a?= =?x?q?=\n",
    b"\nFrom x\nTo: y\n",
    b"-----BEGIN PBEM ENVELOPE-----",
    b"&#99999999999999999999;",
    b"<blockquote><![CDATA[<!--",
    b"\xff\xfe\0",
    b"> > |> ",
    b"=3D=\n",
]


@pytest.mark.parametrize(
    "piece",
    [
        b">",
        b"<",
        b"<!--",
        b"&#1",
        b"[b",
        b"\x1b]",
        b"-",
        b"PBEM <p ",
        b"<blockquote>PBEM\n",
        b"=3D",
        b" ",
        b"a>",
        b"| ",
    ],
)
def test_a_megabyte_of_one_thing_takes_no_time(piece: bytes) -> None:
    """Quadratic patterns would need minutes for these."""
    many = piece * (200_000 // len(piece))
    for head in (b"", HEAD + b"Content-Type: text/html\n\n", HEAD + b"X: ", b"PBEM "):
        read_everything(head + many + b"\nPBEM\n")
