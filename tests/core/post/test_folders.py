"""Letters out of files and folders, always in the same order."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.post import folders
from pbem.post.folders import gathered
from pbem.post.letters import letters

MAIL = b"From: a@example.org\nTo: b@example.org\nSubject: %s\n\ntext\n"


def put(folder: Path, *names: str) -> None:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(MAIL % name.encode())


def subjects(path: Path) -> list[str]:
    return [letter.subject for name, source in gathered(path).sources for letter in letters(source, name)]


def test_a_maildir_in_the_order_of_arrival(tmp_path: Path) -> None:
    put(tmp_path, "new/300.a", "cur/200.b-2,S", "new/100.c", "tmp/050.d", "cur/.hidden", "other.eml")
    assert subjects(tmp_path) == ["new/100.c", "cur/200.b-2,S", "new/300.a"]


def test_a_folder_of_saved_mails(tmp_path: Path) -> None:
    put(tmp_path, "b.eml", "a.EML", "notes.doc", "c.pbem", "sub/d.eml", "Inbox")
    assert subjects(tmp_path) == ["Inbox", "a.EML", "b.eml", "c.pbem"]


def test_one_file_whatever_its_name(tmp_path: Path) -> None:
    put(tmp_path, "mail.doc")
    assert subjects(tmp_path / "mail.doc") == ["mail.doc"]


def test_what_cannot_be_read_is_said_and_stops_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path, "a.eml", "b.eml")
    (tmp_path / "b.eml").write_bytes(b"x" * 200)
    monkeypatch.setattr(folders, "LARGEST_MAILBOX", 100)
    assert [name for name, _ in gathered(tmp_path).sources] == ["a.eml"]
    assert gathered(tmp_path).unread == (f"{tmp_path / 'b.eml'}: over 500 MB",)
    [gone] = gathered(tmp_path / "nothing").unread
    assert gone.endswith("nothing: No such file or directory")


def test_a_broken_link_stops_nothing(tmp_path: Path) -> None:
    put(tmp_path, "a.eml")
    (tmp_path / "b.eml").symlink_to(tmp_path / "nowhere")
    assert subjects(tmp_path) == ["a.eml"]
