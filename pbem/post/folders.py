"""Letters out of files: one file, an mbox, a Maildir, a folder of saved mails.  Same folder, same order."""

from __future__ import annotations

from pathlib import Path

from pbem.model.errors import Refused
from pbem.model.printable import printable
from pbem.post.letters import LARGEST_LETTER, Letter, letters

LARGEST_MAILBOX = 500_000_000
MOST_FILES = 10_000
SAVED_MAILS = (".eml", ".mbox", ".mbx", ".pbem", ".txt", ".html", ".htm", ".msg")


def letters_in(path: Path, limit: int = LARGEST_LETTER) -> list[Letter]:
    """All letters under a path, in the order of the file names."""
    if not path.exists():
        raise Refused(f"no such file or folder: {printable(str(path))}", "name a mail, an mbox or a Maildir")
    files = _files(path) if path.is_dir() else [path]
    read = [found for file in files[:MOST_FILES] for found in _letters_of(file, limit)]
    if len(files) > MOST_FILES:
        read.append(Letter(str(path), 0, refused=f"over {MOST_FILES} files in one folder"))
    return read


def _files(folder: Path) -> list[Path]:
    """The letters of a Maildir (`cur` and `new`, as they arrived), or the saved mails of a plain folder."""
    boxes = [folder / name for name in ("cur", "new") if (folder / name).is_dir()]
    found = [file for box in boxes or [folder] for file in box.iterdir() if _is_letter(file, maildir=bool(boxes))]
    return sorted(found, key=lambda file: (file.name, file.parent.name))


def _is_letter(file: Path, *, maildir: bool) -> bool:
    if file.name.startswith(".") or not file.is_file():
        return False
    return maildir or file.suffix.lower() in SAVED_MAILS


def _letters_of(file: Path, limit: int) -> list[Letter]:
    """The letters of one file; one that cannot be opened says so and stops nothing."""
    name = printable(str(file))
    try:
        if file.stat().st_size > LARGEST_MAILBOX:
            return [Letter(name, 0, refused="over 500 MB")]
        return letters(file.read_bytes(), name, limit)
    except OSError as error:
        return [Letter(name, 0, refused=f"cannot be read: {printable(error.strerror or 'unknown reason')}")]
