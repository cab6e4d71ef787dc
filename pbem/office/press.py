"""Press: letters between players through the referee.  Signed, carried, kept in a folder of their own, never judged.

A letter is in no book and moves nothing.  A white one goes on as its writer signed it; of a grey one the referee
signs the text anew, so that nobody else learns who wrote it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from pbem.book.documents import REFEREE, Press, read_payload
from pbem.book.page import as_file, from_file
from pbem.book.times import read_time, say
from pbem.book.writing import PRIVATE, write_once
from pbem.model.counting import many
from pbem.model.errors import Refused, Tampered
from pbem.model.printable import printable_lines
from pbem.model.records import frozen
from pbem.office.game import Game
from pbem.office.mails import Mail, OwedMail, block, mail
from pbem.office.reception import Reception
from pbem.office.refusing import because
from pbem.post.moments import moment
from pbem.seal.envelope import Envelope

ALL = "all"
MOST_A_DAY = 20
"""Letters of one seat that are carried in a day."""
LONGEST = 8_000
"""Bytes of a letter."""
WIDEST = 400
A_BLOCK = re.compile(r"PBEM\W*(?:TEXT|ENVELOPE|BOX)", re.IGNORECASE)
"""What a program might take for a signed document."""
BAR = "| "
"""Before each line of a letter in a mail: nothing in it can pass for a word of the desk."""


@frozen
class PressLetter:
    """A letter as it lies in the folder."""

    envelope: Envelope
    said: Press
    came: datetime

    @property
    def sender(self) -> str:
        """Who wrote it, as far as anybody is to know."""
        return "somebody" if self.said.grey and self.envelope.header.seat == REFEREE else self.envelope.header.seat

    @property
    def number(self) -> int:
        return self.envelope.header.exchange

    def words(self) -> list[str]:
        """The letter for a terminal."""
        head = f"{self.sender} to {' and '.join(self.said.to)}, exchange {self.number}, {moment(self.came)}"
        return [head, *(f"{BAR}{line}".rstrip() for line in self.said.lines)]


def all_press(game: Game, pattern: str = "*") -> list[PressLetter]:
    """Every letter of this folder, or those whose files are called so, the oldest first."""
    found = [_read(game, path.stem) for path in (game.folder.path / "press").glob(f"{pattern}.pbem")]
    return sorted(found, key=lambda one: (one.came, one.envelope.header.digest()))


def came_now(game: Game) -> list[PressLetter]:
    """What others have written in the open exchange."""
    found = all_press(game, f"{game.course.open_number:02}-*")
    return [one for one in found if one.envelope.header.seat != game.seat]


def _read(game: Game, name: str) -> PressLetter:
    folder = game.folder.path / "press"
    envelope = from_file((folder / f"{name}.pbem").read_bytes())
    came = read_time((folder / f"{name}.came").read_text(encoding="ascii"))
    return PressLetter(envelope, read_payload(Press, envelope.body), came)


def _name(envelope: Envelope) -> str:
    header = envelope.header
    return f"{header.exchange:02}-{header.seat}-{header.digest().hex()[:16]}"


def file_letter(game: Game, envelope: Envelope, now: datetime) -> None:
    folder, name = game.folder.path / "press", _name(envelope)
    write_once(folder / f"{name}.came", say(now).encode("ascii"), PRIVATE)
    write_once(folder / f"{name}.pbem", as_file(envelope), PRIVATE)


def letters_today(game: Game, seat: str, now: datetime) -> int:
    """How many letters of a seat have come here within a day."""
    since = now - timedelta(days=1)
    came = (game.folder.path / "press").glob(f"*-{seat}-*.came")
    return sum(1 for path in came if read_time(path.read_text(encoding="ascii")) > since)


# as it is written


def letter_lines(text: str) -> list[str]:
    """The letter as it is signed; Refused if it cannot be."""
    if len(text.encode("utf-8")) > LONGEST:
        raise Refused(f"a letter has at most {LONGEST} bytes", "say it in two")
    lines = [line.rstrip() for line in printable_lines(text).strip("\n").split("\n")]
    if not any(lines):
        raise Refused("the letter is empty", 'pbem press SEAT "what you want to say", or - to read it')
    if A_BLOCK.search(" ".join(lines)):
        raise Refused("a letter holds no signed document", "send that in a mail of its own")
    if wide := next((line for line in lines if len(line) > WIDEST), ""):
        raise Refused(f"a line of {many(len(wide), 'letter')}", f"break lines before {WIDEST}")
    return lines


# taken in


def take_press(counter: Reception, envelope: Envelope) -> bool:
    """File a letter that is for this seat, or for it to carry; False if it is known, or another's."""
    game, header = counter.game, envelope.header
    if (game.folder.path / "press" / f"{_name(envelope)}.pbem").exists():
        return False
    counter.check_signature(envelope)
    said = _said(envelope)
    if game.charter.draft.press == "off":
        raise because("no letters", "by the charter nobody carries letters", "write to each other yourselves")
    _check_sender(game, header.seat, said)
    if not game.is_referee and game.seat not in said.to and header.seat != game.seat:
        return False
    before = 0 if header.seat in (game.seat, REFEREE) else letters_today(game, header.seat, counter.now)
    if before >= MOST_A_DAY:
        return _too_many(game, header.seat, counter.now)
    file_letter(game, envelope, counter.now)
    return True


def _said(envelope: Envelope) -> Press:
    """What a letter says; refused if no program of ours would have signed it."""
    try:
        if envelope.sealed or len(envelope.body) > 2 * LONGEST:
            raise Tampered("it is no letter")
        said = read_payload(Press, envelope.body)
        if letter_lines("\n".join(said.lines)) != said.lines:
            raise Tampered("it is not as letters are written")
    except (Tampered, Refused) as error:
        raise because("no letter", str(error), "write it with pbem press") from error
    return said


def _check_sender(game: Game, seat: str, said: Press) -> None:
    """Grey letters come from who may know their writers: players from the referee alone."""
    strange = [one for one in said.to if one not in game.charter.seats or one == seat]
    if strange or len({*said.to}) != len(said.to):
        raise because("no letter", f"it is for {strange[0] if strange else 'somebody twice'}")
    if said.grey and game.charter.draft.press != "grey":
        raise because("no grey letters", "by the charter letters bear their writer's name", "sign it without --grey")
    if said.grey and not game.is_referee and seat not in (REFEREE, game.seat):
        raise because("no letter", "a grey one comes from the referee")


def _too_many(game: Game, seat: str, now: datetime) -> bool:
    """The first above the day's measure is told; of all others nothing is said, and nothing kept."""
    mark = game.folder.path / "press" / f"{seat}-{now:%Y-%m-%d}.full"
    if mark.exists():
        return False
    write_once(mark, b"\n", PRIVATE)
    raise because("too many letters", f"{MOST_A_DAY} of a seat are carried in a day", "go on tomorrow")


# carried


def owed_press(game: Game) -> Iterator[OwedMail]:
    """The mails that are still missing of the letters that this seat has written or carries."""
    if game.identity is None or game.charter.draft.press == "off":
        return
    for path in sorted((game.folder.path / "press").glob("*.pbem")):
        if not (game.folder.sent / f"{_mail_name(path.stem)}.txt").exists():
            yield from _owed(game, _read(game, path.stem))


def _owed(game: Game, one: PressLetter) -> Iterator[OwedMail]:
    mine, name = one.envelope.header.seat == game.seat, _mail_name(_name(one.envelope))
    if mine and game.charter.has_referee and not game.is_referee:
        yield OwedMail(name, lambda: _handed_in(game, one, name))
    elif mine or game.is_referee:
        to = [seat for seat in one.said.to if seat != game.seat]
        if to:
            yield OwedMail(name, lambda: _carried(game, one, to, name))


def _mail_name(file: str) -> str:
    """The name of the mail that carries a letter: 04-press-1f0c2b3a4d5e, which says nothing of its writer."""
    return f"{file.split('-')[0]}-press-{file.rsplit('-', 1)[1][:12]}"


def _handed_in(game: Game, one: PressLetter, name: str) -> Mail:
    """To the referee, who carries it."""
    grey = ", without its writer's name" if one.said.grey else ""
    words = [f"A letter to {' and '.join(one.said.to)}, for the referee to carry{grey}. It is no order.", ""]
    words += _barred(one.said.lines)
    return mail([REFEREE], game.label(game.seat), "press", "\n".join(words), [block(one.envelope)], name)


def _carried(game: Game, one: PressLetter, to: Sequence[str], name: str) -> Mail:
    """To its readers: as it was signed, or anew by the referee if it is grey."""
    sender, envelope = one.envelope.header.seat, one.envelope
    if one.said.grey:
        sender, envelope = "somebody", _signed_anew(game, one)
    words = [f"A letter from {sender} to {' and '.join(one.said.to)}. It is no order and counts for nothing.", ""]
    words += [*_barred(one.said.lines), "", f"To answer: pbem press {'all' if sender == 'somebody' else sender} TEXT"]
    title = f"press from {sender}"
    return mail(to, game.label(), title, "\n".join(words), [block(envelope)], name)


def _signed_anew(game: Game, one: PressLetter) -> Envelope:
    """The text of a grey letter under the referee's name: the same for the same letter."""
    number, name = game.course.open_number, one.envelope.header.digest().hex()[:16]
    revision = 1 + len(game.vault.all_signed("press", number))
    body = one.said.to_bytes()
    return game.vault.sign_once("press", number, lambda: game.envelope("press", body, revision=revision), name)


def _barred(lines: Sequence[str]) -> list[str]:
    return [f"{BAR}{line}".rstrip() for line in lines]
