"""Mails as files: deterministic, readable by our own reader, and nothing can be smuggled into their headers."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbem.model.errors import Refused
from pbem.post.compose import Attachment, compose
from pbem.post.letters import Letter, letters
from pbem.seal.armour import armour
from pbem.seal.blocks import Block

SENT = Path(__file__).parents[2] / "vectors" / "mail" / "sent"
DATE = datetime(2025, 11, 5, 18, 40, tzinfo=UTC)


def mail(subject: str = "[kh7f 4 german] orders", body: str = "text\n", *attached: Attachment, to: str = "") -> bytes:
    addressed = (to,) if to else ()
    return compose(
        subject, body, attached, sender="German <german@example.org>", to=addressed, date=DATE, message_id="4@x"
    )


def read(source: bytes) -> Letter:
    [letter] = letters(source, "mail")
    return letter


def sent(block: Block) -> bytes:
    return armour(block.data(), kind=block.kind, readable=block.readable).encode()


def test_the_bytes_of_a_plain_mail() -> None:
    lines = mail(to="allied@example.org").decode("ascii").split("\r\n")
    assert lines == [
        "Subject: [kh7f 4 german] orders",
        "From: German <german@example.org>",
        "To: allied@example.org",
        "Date: Wed, 05 Nov 2025 18:40:00 +0000",
        "Message-ID: <4@x>",
        'Content-Type: text/plain; charset="utf-8"',
        "Content-Transfer-Encoding: 7bit",
        "MIME-Version: 1.0",
        "",
        "text",
        "",
    ]


@pytest.mark.parametrize("name", ["german-04.pbem", "allied-05.pbem"])
def test_a_block_in_the_body_and_attached_comes_back(name: str) -> None:
    content = (SENT / name).read_bytes()
    [block] = read(mail("orders", content.decode())).blocks
    assert sent(block) == content
    letter = read(mail("orders", "see there\n", Attachment(name, content), Attachment("map.png", b"\x89PNG\0")))
    assert [sent(block) for block in letter.blocks] == [content]
    assert letter.passed_over == ("map.png",)
    assert b"format=flowed" not in mail("orders", content.decode())


def test_same_arguments_same_bytes() -> None:
    first, second = (mail("s", "b\n", Attachment("a.txt", b"x")) for _ in range(2))
    assert first == second


def test_a_body_that_holds_the_boundary() -> None:
    letter = read(mail("s", "--=_pbem_1\n", Attachment("a.txt", b"x")))
    assert [text.plain.strip() for text in letter.texts] == ["--=_pbem_1", "x"]


def test_no_header_can_be_smuggled() -> None:
    source = mail("orders\r\nBcc: all@example.org\r\n\r\nbody", "b\n", Attachment("../a\r\nX: y.txt", b"x"))
    head = source.partition(b"\r\n\r\n")[0]
    assert b"\r\nBcc" not in head
    assert b"\r\nX: y" not in source
    assert b"../" not in source


def test_long_and_foreign_subjects_survive() -> None:
    subject = "Befehle für die 26. Volksgrenadierdivision – " * 4
    assert read(mail(subject)).subject == subject.strip()


def test_without_a_sender_it_is_a_draft() -> None:
    source = compose("s", "b\n", date=DATE, message_id="4@x")
    assert b"X-Unsent: 1\r\n" in source
    assert b"\r\nFrom:" not in source


@pytest.mark.parametrize("address", ["", "german", "a@b@c", "x <", "a b@example.org", "a@example.org, b@example.org"])
def test_an_address_that_is_none(address: str) -> None:
    with pytest.raises(Refused, match="not a mail address"):
        compose("s", "b\n", to=(address,), date=DATE, message_id="4@x")
