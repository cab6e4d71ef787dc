"""Letters in and mails out, by real servers on loopback."""

from __future__ import annotations

import socket
import threading
from pathlib import Path

import pytest
from servers import Dovecot, Relay, free_port, relay

from pbem.model.errors import Refused
from pbem.wire.fault import WireFault
from pbem.wire.imap import ImapBox, ImapServer
from pbem.wire.maildir import MaildirBox
from pbem.wire.password import Password
from pbem.wire.sending import MailProgram, Smtp, SmtpServer

LETTER = b"From: anna@example.org\r\nTo: desk@example.org\r\nSubject: one\r\n\r\nhello\r\n"


def server(imap: Dovecot, user: str, **more: str) -> ImapServer:
    return ImapServer("127.0.0.1", imap.port, "none", user, Password(command=("echo", "secret")), **more)


def test_letters_come_in_order_and_stay_unread(imap: Dovecot) -> None:
    imap.deliver("order", LETTER)
    imap.deliver("order", LETTER.replace(b"one", b"two"))
    box = ImapBox.open(server(imap, "order"))
    found = list(box.since(1))
    assert [b"Subject: one" in one.source for one in found] == [True, False]
    assert found[0].uid < found[1].uid
    assert found[0].came.tzinfo is not None
    assert list(box.since(found[1].uid + 1)) == []
    assert box._client.get_flags([found[0].uid])[found[0].uid] in ((), (rb"\Recent",))
    box.close()


def test_what_was_taken_is_moved_and_never_deleted(imap: Dovecot) -> None:
    imap.deliver("moves", LETTER)
    box = ImapBox.open(server(imap, "moves", taken="pbem/taken"))
    box.take([one.uid for one in box.since(1)])
    assert list(box.since(1)) == []
    box.close()
    box = ImapBox.open(server(imap, "moves", folder="pbem/taken"))
    assert [b"hello" in one.source for one in box.since(1)] == [True]
    box.close()


def test_of_a_large_letter_only_the_beginning_is_fetched(imap: Dovecot) -> None:
    imap.deliver("large", LETTER + b"x" * 76 + b"\r\n" + b"0123456789abcdef\r\n" * 70_000)
    box = ImapBox.open(server(imap, "large"))
    (found,) = box.since(1)
    assert found.too_big
    assert len(found.source) < 100_000
    box.close()


def test_waiting_ends_when_a_letter_comes(imap: Dovecot) -> None:
    imap.deliver("idle", LETTER)
    box = ImapBox.open(server(imap, "idle"))
    timer = threading.Timer(0.2, lambda: imap.deliver("idle", LETTER))
    timer.start()
    assert box.wait(20)
    timer.join()
    box.close()


def test_a_wrong_password_is_told_apart_from_a_wrong_folder(imap: Dovecot) -> None:
    wrong = ImapServer("127.0.0.1", imap.port, "none", "order", Password(command=("echo", "guess")))
    with pytest.raises(WireFault) as fault:
        ImapBox.open(wrong)
    assert fault.value.kind == "login"
    with pytest.raises(WireFault) as fault:
        ImapBox.open(server(imap, "order", folder="Nowhere"))
    assert fault.value.kind == "folder"


def test_no_server_no_host() -> None:
    with pytest.raises(WireFault) as fault:
        ImapBox.open(ImapServer("127.0.0.1", free_port(), "none", "x", Password()))
    assert fault.value.kind == "refused"
    with pytest.raises(WireFault) as fault:
        ImapBox.open(ImapServer("nowhere.invalid", 143, "none", "x", Password()))
    assert fault.value.kind == "host"


def test_a_maildir_is_a_mailbox_too(tmp_path: Path) -> None:
    box = MaildirBox.open(tmp_path / "box", taken="pbem/taken")
    (tmp_path / "box" / "new" / "1.a").write_bytes(LETTER)
    (tmp_path / "box" / "cur" / "2.b:2,RS").write_bytes(LETTER)
    (tmp_path / "box" / "dovecot.index").write_bytes(b"no letter")
    (tmp_path / "box" / "tmp" / "3.c").write_bytes(b"not yet a letter")
    found = list(box.since(1))
    assert len(found) == 2
    box.take([found[0].uid])
    assert len(list(box.since(1))) == 1
    assert len(list((tmp_path / "box" / ".pbem.taken" / "cur").iterdir())) == 1


def test_a_folder_that_is_no_maildir_is_not_made_one(tmp_path: Path) -> None:
    (tmp_path / "letters.txt").write_text("mine")
    with pytest.raises(WireFault, match="no Maildir"):
        MaildirBox.open(tmp_path)
    assert [one.name for one in tmp_path.iterdir()] == ["letters.txt"]


def smtp_to(port: int, **more: object) -> Smtp:
    return Smtp(SmtpServer("127.0.0.1", port, "none", **more))  # type: ignore[arg-type]


def test_a_mail_goes_out(smtp: Relay) -> None:
    out = smtp_to(smtp.port)
    out.send(LETTER, "desk@example.org", "anna@example.org")
    out.send(LETTER, "desk@example.org", "bert@example.org")
    out.close()
    assert [who for who, _ in smtp.mails] == ["anna@example.org", "bert@example.org"]


@pytest.mark.parametrize(
    ("answer", "kind"),
    [("451 come again", "later"), ("554 no", "never"), ("552 too much mail data", "size")],
)
def test_a_refused_mail_says_whether_to_try_again(smtp: Relay, answer: str, kind: str) -> None:
    smtp.refuse_data = [answer]
    out = smtp_to(smtp.port)
    with pytest.raises(WireFault) as fault:
        out.send(LETTER, "desk@example.org", "anna@example.org")
    assert fault.value.kind == kind
    out.send(LETTER, "desk@example.org", "anna@example.org")
    assert len(smtp.mails) == 1, "the connection is good for the next mail"


def test_a_refused_address(smtp: Relay) -> None:
    smtp.refuse_recipient["gone@example.org"] = "550 5.1.1 no such user"
    with pytest.raises(WireFault, match="no such user") as fault:
        smtp_to(smtp.port).send(LETTER, "desk@example.org", "gone@example.org")
    assert fault.value.kind == "never"


def test_a_connection_that_dies_after_the_data_is_no_answer(smtp: Relay) -> None:
    smtp.die_after_data = 1
    out = smtp_to(smtp.port)
    with pytest.raises(WireFault) as fault:
        out.send(LETTER, "desk@example.org", "anna@example.org")
    assert fault.value.kind == "unanswered"
    assert len(smtp.mails) == 1, "nobody can know that it was taken"


def test_login_at_the_server() -> None:
    with relay(password="secret") as server:
        smtp_to(server.port, user="desk", secret=Password(command=("echo", "secret"))).open()
        with pytest.raises(WireFault) as fault:
            smtp_to(server.port, user="desk", secret=Password(command=("echo", "guess"))).open()
    assert fault.value.kind == "login"


def test_a_login_where_the_server_takes_none(smtp: Relay) -> None:
    """As Postfix at its plain port: the settings are wrong, and trying again does not help."""
    with pytest.raises(WireFault, match="takes no login here") as fault:
        smtp_to(smtp.port, user="desk", secret=Password(command=("echo", "secret"))).open()
    assert fault.value.kind == "greeting"
    assert "leave out user" in fault.value.hint


def test_something_that_is_no_mail_server() -> None:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        door.listen()
        threading.Thread(target=lambda: door.accept()[0].sendall(b"hello, this is a lamp\r\n"), daemon=True).start()
        with pytest.raises(WireFault):
            smtp_to(door.getsockname()[1]).open()


def test_a_mail_program_of_this_machine(tmp_path: Path) -> None:
    out = MailProgram(("sh", "-c", f"cat > {tmp_path}/sent"))
    out.send(LETTER, "desk@example.org", "anna@example.org")
    assert (tmp_path / "sent").read_bytes() == LETTER.replace(b"\r\n", b"\n"), "lines end as on this machine"


@pytest.mark.parametrize(("code", "kind"), [(75, "later"), (67, "never"), (65, "never"), (78, "net"), (1, "net")])
def test_a_mail_program_that_fails_says_whose_fault_it_is(code: int, kind: str) -> None:
    """A program that is set up wrongly makes no address bad."""
    with pytest.raises(WireFault) as fault:
        MailProgram(("sh", "-c", f"exit {code}")).send(LETTER, "a", "b")
    assert fault.value.kind == kind


def test_a_password_file_that_others_may_read(tmp_path: Path) -> None:
    path = tmp_path / "password"
    path.write_text("secret\n")
    path.chmod(0o644)
    with pytest.raises(Refused, match="others may read"):
        Password(file=str(path)).ask()
    path.chmod(0o600)
    assert Password(file=str(path)).ask() == "secret"


def test_a_command_that_gives_no_password() -> None:
    with pytest.raises(Refused, match="ended with 1"):
        Password(command=("false",)).ask()
