"""A file system without hard links, such as a memory stick's: what is written once is written once all the same."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from pbem.book.writing import write_once


def test_what_is_written_once_stays_where_there_are_no_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_links(*_: object) -> None:
        raise OSError(errno.EPERM, os.strerror(errno.EPERM))

    monkeypatch.setattr(os, "link", no_links)
    path = tmp_path / "vault" / "orders.pbem"
    assert write_once(path, b"first") == b"first"
    assert write_once(path, b"second") == b"first"
    assert path.read_bytes() == b"first"
    assert path.stat().st_mode & 0o777 == 0o600
    assert [one.name for one in path.parent.iterdir()] == ["orders.pbem"]
