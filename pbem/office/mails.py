"""What is to be sent: mails before they have an address, kept as they went out."""

from __future__ import annotations

import os
import re
import shutil
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field, replace
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from pbem.book.documents import JSON_KINDS
from pbem.book.layout import GameFolder
from pbem.book.shown import shown
from pbem.book.writing import PRIVATE, write_file
from pbem.model.canonical import parse_canonical
from pbem.model.digest import digest
from pbem.model.errors import Refused
from pbem.model.printable import printable
from pbem.model.records import frozen
from pbem.post.compose import Attachment, compose
from pbem.seal.armour import armour
from pbem.seal.box import Box
from pbem.seal.envelope import Envelope

EMPTY_LINES = re.compile(r"\n{2,}")
"""Where comments stood.  They are kept in what is signed, so that line numbers are the writer's own."""
BEGIN = "-----BEGIN PBEM "
WIDTH = 76
NO_FILES: Mapping[str, bytes] = MappingProxyType({})
AddressOf = Callable[[str], str]
"""The address of a seat, as the address book has it; empty: it has none."""


def nobody_known(seat: str) -> str:
    """Where there is no address book."""
    return ""


@frozen
class Cover:
    """What a report mail tells its reader above its blocks, and the files that go with it."""

    words: str = ""
    files: Mapping[str, bytes] = field(default_factory=lambda: NO_FILES)


@frozen
class Mail:
    """A mail to one seat or several.  `name` is that of its file in `sent/`."""

    to: tuple[str, ...]
    subject: str
    text: str
    name: str
    files: Mapping[str, bytes] = field(default_factory=lambda: NO_FILES)
    """What goes with it, by file names; it lies in a folder of the mail's name."""
    answers: str = ""
    """The Message-ID of the letter that it answers."""

    @property
    def kind(self) -> str:
        return kind_of_mail(self.name)

    @property
    def has_block(self) -> bool:
        return BEGIN in self.text

    @property
    def drafts(self) -> dict[str, str]:
        """The file for a mail program, for each seat: nobody learns another's address."""
        alone = len(self.to) == 1
        return {seat: f"{self.name}.eml" if alone else f"{self.name}-{seat}.eml" for seat in self.to}


class OwedMail(NamedTuple):
    """A mail that is owed: the name of its file, and how it is written."""

    name: str
    write: Callable[[], Mail]


def kind_of_mail(name: str) -> str:
    """What a mail is, by its file's name: 02-report-blue."""
    words = name.split("-")
    return words[1] if words[0].isdigit() and len(words) > 1 else words[0]


def block(envelope: Envelope, readable: str | None = None) -> str:
    """An envelope as text; a sheet shows what it says above it."""
    if readable is None and envelope.header.type in ("orders", "standing") and not envelope.sealed:
        readable = EMPTY_LINES.sub("\n", envelope.body.decode("utf-8"))
    try:
        return armour(envelope.encode(), readable=readable)
    except Refused:
        return armour(envelope.encode())


def box_block(box: Box) -> str:
    return armour(box.encode(), kind="BOX")


def readable_of(envelope: Envelope) -> str:
    """What stands above an open document, if anybody writes it there."""
    if envelope.header.type in JSON_KINDS:
        return shown(parse_canonical(envelope.body))
    return envelope.body.decode("utf-8")


def mail(
    to: Iterable[str], label: str, title: str, words: str, blocks: Sequence[str], name: str,
    *, files: Mapping[str, bytes] = NO_FILES, answers: str = "",
) -> Mail:  # fmt: skip
    """A mail: some words, then the blocks."""
    text = "\n".join([narrow(words.rstrip()) + "\n", *blocks])
    return Mail(tuple(to), printable(f"{label} {title}"), text, name, files, printable(answers, 300))


def narrow(words: str) -> str:
    """Sentences in lines that nobody's program needs to break; what is indented or barred stays as it is."""
    lines = words.split("\n")
    long = [len(line) > WIDTH and line[0] not in " |" for line in lines]
    told = [
        textwrap.fill(line, WIDTH, break_long_words=False, break_on_hyphens=False) if wide else line
        for line, wide in zip(lines, long, strict=True)
    ]
    return "\n".join(told)


def keep(folder: GameFolder, mails: Iterable[Mail], address: AddressOf = nobody_known) -> tuple[Mail, ...]:
    """The mails on the disk, before anybody sees them: last of all the text, so that what has one is whole."""
    made = tuple(mails)
    for one in made:
        for name, data in sorted(one.files.items()):
            write_file(folder.sent / one.name / name, data, PRIVATE)
        for seat, name in one.drafts.items():
            write_file(folder.sent / name, eml_of(one, address(seat)), PRIVATE)
        write_file(folder.sent / f"{one.name}.txt", head_of(one).encode("utf-8") + one.text.encode("utf-8"), PRIVATE)
    return made


def read_mail(path: Path, *, with_files: bool = True) -> Mail | None:
    """A mail as it lies in `sent/`; None if the file is something else."""
    try:
        head, separator, text = path.read_text(encoding="utf-8").partition("\n\n")
    except (OSError, UnicodeDecodeError):
        return None
    said = dict(line.split(": ", 1) for line in head.split("\n") if ": " in line)
    if not separator or "To" not in said:
        return None
    beside = path.with_suffix("")
    there = sorted(beside.iterdir()) if with_files and beside.is_dir() else []
    files = {one.name: one.read_bytes() for one in there if one.is_file()}
    to, answers = tuple(said["To"].split(", ")), said.get("In-Reply-To", "")
    return Mail(to, said.get("Subject", ""), text, path.stem, files, answers)


def forget_files(folder: GameFolder, before: int, address: AddressOf) -> None:
    """What went with the reports before a number weighs much and can be made again: it goes, the mails stay."""
    for beside in _folders_of_reports(folder.sent):
        number = beside.name.split("-")[0]
        if number.isdigit() and int(number) < before and (old := read_mail(beside.with_suffix(".txt"))) is not None:
            for seat, name in old.drafts.items():
                write_file(folder.sent / name, eml_of(replace(old, files=NO_FILES), address(seat)), PRIVATE)
            shutil.rmtree(beside)


def _folders_of_reports(sent: Path) -> list[Path]:
    """Where files lie that went with reports: few folders among the mails of a whole game."""
    if not sent.is_dir():
        return []
    with os.scandir(sent) as found:
        return sorted(sent / one.name for one in found if "-report-" in one.name and one.is_dir())


def head_of(one: Mail) -> str:
    """What stands above the text in its file, for people and for programs that send it."""
    head = {"To": ", ".join(one.to), "Subject": one.subject, "Kind": one.kind, "In-Reply-To": one.answers}
    return "".join(f"{name}: {said}\n" for name, said in head.items() if said) + "\n"


def eml_of(one: Mail, to: str = "") -> bytes:
    """The mail as a draft that a mail program opens, with all that goes with it; its id follows from its text."""
    number = digest("pbem/message/1", one.subject, one.text).hex()[:24]
    files = tuple(Attachment(name, data) for name, data in sorted(one.files.items()))
    return compose(
        one.subject, one.text, (*block_files(one.name, one.text), *files), to=(to,) if to else (),
        message_id=f"{number}@pbem.invalid", in_reply_to=one.answers, headers={"X-PBEM": one.kind},
    )  # fmt: skip


def block_files(name: str, text: str) -> tuple[Attachment, ...]:
    """The blocks of a mail once more as a file, for mail programs that harm long texts."""
    return (Attachment(f"{name}.pbem", text[text.index(BEGIN) :].encode("utf-8")),) if BEGIN in text else ()
