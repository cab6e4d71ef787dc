"""Files that may hold mails: one file, an mbox, a Maildir, a folder of saved mails.  Same folder, same order."""

from __future__ import annotations

from pathlib import Path

from pbem.model.printable import printable
from pbem.model.records import frozen

LARGEST_MAILBOX = 500_000_000
MOST_FILES = 10_000
SAVED_MAILS = (".eml", ".mbox", ".mbx", ".pbem", ".txt", ".html", ".htm", ".msg")


@frozen
class Gathered:
    """What was read, by name, in order; and what could not be, in a line each."""

    sources: tuple[tuple[str, bytes], ...]
    unread: tuple[str, ...]


def gathered(path: Path) -> Gathered:
    """The files under a path, in the order of their names; one that cannot be read says so and stops nothing."""
    files = _files(path) if path.is_dir() else [path]
    sources, unread = [], []
    for file in files[:MOST_FILES]:
        name = printable(str(file))
        try:
            if file.stat().st_size > LARGEST_MAILBOX:
                unread.append(f"{name}: over 500 MB")
            else:
                sources.append((file.name, file.read_bytes()))
        except OSError as error:
            unread.append(f"{name}: {printable(error.strerror or 'unknown reason')}")
    if len(files) > MOST_FILES:
        unread.append(f"{printable(str(path))}: over {MOST_FILES} files in one folder")
    return Gathered(tuple(sources), tuple(unread))


def _files(folder: Path) -> list[Path]:
    """The letters of a Maildir (`cur` and `new`, as they arrived), or the saved mails of a plain folder."""
    boxes = [folder / name for name in ("cur", "new") if (folder / name).is_dir()]
    found = [file for box in boxes or [folder] for file in box.iterdir() if _is_letter(file, maildir=bool(boxes))]
    return sorted(found, key=lambda file: (file.name, file.parent.name))


def _is_letter(file: Path, *, maildir: bool) -> bool:
    if file.name.startswith(".") or not file.is_file():
        return False
    return maildir or not file.suffix or file.suffix.lower() in SAVED_MAILS
