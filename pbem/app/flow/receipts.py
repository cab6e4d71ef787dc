"""Receipts: the signed word of who closes that he has a document, and since when."""

from __future__ import annotations

from datetime import datetime

from pbem.app.flow.absences import effective_until
from pbem.app.flow.game import Game
from pbem.app.flow.mails import Mail, block, keep, mail
from pbem.book.documents import Receipt
from pbem.book.times import say
from pbem.post.words import About, Checked, receipt
from pbem.seal.envelope import Envelope
from pbem.seal.words import label


def sign_receipt(game: Game, envelope: Envelope, now: datetime) -> Mail:
    """The signed receipt, and the words around it."""
    header, number = envelope.header, game.course.open_number
    after = header.digest()
    name = after.hex()[:16]
    count = len(game.vault.all_signed("receipt", number)) + 1
    body = Receipt(received=say(now)).to_bytes()
    made = game.vault.sign_once(
        "receipt", number, lambda: game.envelope("receipt", body, after=after, revision=count), name
    )
    game.desk.put(made)
    about = About(game.charter.name, number, header.seat, _turn(game))
    words = receipt(
        about,
        received=now,
        due=effective_until(game) or now,
        sheet=f"{header.seat}-{number:02}.yaml",
        revision=header.revision,
        digest=after.hex(),
        head=label(game.course.head),
        checked=None if envelope.sealed and not game.course.procedure.boxed else Checked(0, 0, 0),
    )
    subject = words.subject.removeprefix(about.label).strip()
    made_mail = mail([header.seat], about.label, subject, words.body, [block(made)], f"{number:02}-receipt-{count}")
    return keep(game.folder, [made_mail])[0]


def _turn(game: Game) -> str:
    return game.state(game.course.resume)["turn"] or "the end"
