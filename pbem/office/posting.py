"""The mails that a folder owes: they follow from what was signed, from the book and the desk, and are made once.

Every verb that writes begins with `catch_up`, so that what a crash came before is sent after all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime

from pbem.book.deadlines import deadline_of
from pbem.book.documents import REFEREE, Away, Close, Extension, Receipt, Rekey, Silence, read_payload
from pbem.book.folder import PLACES
from pbem.book.silence import ripe_from
from pbem.book.times import read_time
from pbem.office.game import Game, others
from pbem.office.knowing import referee_box
from pbem.office.mails import Mail, OwedMail, block, box_block, keep, mail
from pbem.office.press import owed_press
from pbem.office.preview import looked_at
from pbem.office.proposals import proposed, proposed_words
from pbem.office.publishing import unsent
from pbem.post.mailwords import About, Words, came_in, receipt, standing_receipt
from pbem.post.moments import moment
from pbem.seal.envelope import FINAL, Envelope, Header
from pbem.seal.words import label

FOR_ALL = ("away", "extension", "rekey")
"""Documents that concern everybody: so does their receipt, which brings them along."""


def put_and_post(game: Game, envelope: Envelope) -> tuple[Mail, ...]:
    """Lay down what was signed just now, and write its mails."""
    game.desk.put(envelope)
    return keep(game.folder, [letter.write() for letter in letters_for(game, envelope)], game.address)


def catch_up(game: Game) -> list[Mail]:
    """Make what is missing: signatures that are not on the desk, mails that were never written."""
    if not game.has_begun:
        return []
    lay_out_own(game)
    missing = [*unsent(game)]
    for envelope in game.here.documents:
        if envelope.header.seat == game.seat:
            missing += _unwritten(game, letters_for(game, envelope))
    missing += _unwritten(game, owed_press(game))
    return [*missing, *answer_silences(game)]


def lay_out_own(game: Game) -> None:
    """Whatever this seat has signed for the open number lies on its desk."""
    course = game.course
    close = game.here.close
    before = {course.head, *([close.header.digest()] if close else [])}
    for envelope in game.vault.everything_signed(course.open_number):
        header = envelope.header
        if header.type in ("record", "opening", "entry", "press") or (
            header.type != "receipt" and header.after not in before
        ):
            continue
        if not game.desk.is_void(envelope):
            game.desk.put(envelope)


def _unwritten(game: Game, letters: Iterator[OwedMail]) -> list[Mail]:
    """The letters of which there is no file yet."""
    missing = [letter for letter in letters if not (game.folder.sent / f"{letter.name}.txt").exists()]
    return list(keep(game.folder, [letter.write() for letter in missing], game.address))


def letters_for(game: Game, envelope: Envelope) -> Iterator[OwedMail]:
    """The mails that a document of this seat is owed."""
    write = LETTERS.get(envelope.header.type)
    return write(game, envelope) if write else iter(())


# one kind after the other


def _orders(game: Game, envelope: Envelope) -> Iterator[OwedMail]:
    flow, header = game.course.procedure, envelope.header
    if flow.closer == game.seat:
        return
    what = "orders" if header.type == "orders" else "standing orders"
    boxed = envelope.sealed and (header.type == "standing" or flow.boxed)
    if boxed and game.vault.opening(header.digest()) is None:
        return  # signed and sent on another computer
    name = orders_mail(header)
    which = "final" if header.revision == FINAL else f"revision {header.revision}"

    def write() -> Mail:
        blocks = [block(envelope), *([box_block(referee_box(game, envelope))] if boxed else [])]
        words = f"For exchange {header.exchange}, written at {game.head_words}."
        return mail([flow.closer], game.label(game.seat), f"{what}, {which}", words, blocks, name)

    yield OwedMail(name, write)


def orders_mail(header: Header) -> str:
    """The name of the mail with these orders."""
    revision = "final" if header.revision == FINAL else header.revision
    return f"{header.exchange:02}-{header.type}-{header.seat}-{revision}"


def _away(game: Game, envelope: Envelope) -> Iterator[OwedMail]:
    said = read_payload(Away, envelope.body)
    span = f"from {moment(read_time(said.start))} until {moment(read_time(said.end))}"
    words = f"{game.seat} is away {span}; once this is receipted, deadlines inside move behind it."
    yield _to_all(game, envelope, "away", words, f"away-{game.seat}-{envelope.header.revision}")


def _extension(game: Game, envelope: Envelope) -> Iterator[OwedMail]:
    said = read_payload(Extension, envelope.body)
    words = f"More time for exchange {envelope.header.exchange}: until {moment(read_time(said.until))}. {said.why}"
    yield _to_all(game, envelope, "more time", words, f"extension-{envelope.header.revision}")


def _rekey(game: Game, envelope: Envelope) -> Iterator[OwedMail]:
    seat = read_payload(Rekey, envelope.body).seat
    when = "at once" if seat == game.seat else "when the referee and all other seats have signed them"
    words = f"New keys for {seat}, signed by {game.seat}. They count {when}."
    spare = "-spare" if envelope.header.revision > 100 else ""
    yield _to_all(game, envelope, "new keys", words, f"rekey-{seat}-{game.seat}{spare}")


def _receipt(game: Game, envelope: Envelope) -> Iterator[OwedMail]:
    """To its writer alone; to all, where the document concerns all."""
    number = envelope.header.exchange
    document = game.desk.find(number, envelope.header.after)
    if document is None:
        return
    to = [document.header.seat]
    if document.header.type in FOR_ALL:
        to = [seat for seat in game.charter.seats if seat != game.seat]
    name = f"{number:02}-receipt-{document.header.seat}-{envelope.header.revision % PLACES}"

    def write() -> Mail:
        about = About(
            game.charter.name, number, document.header.seat, game.state(game.course.resume)["turn"] or "the end"
        )
        words = _receipt_words(game, about, document, read_time(read_payload(Receipt, envelope.body).received))
        beside = [block(document)] if document.header.type in FOR_ALL else []
        title = words.subject.removeprefix(about.label).strip()
        came = game.desk.letter_of(document) if len(to) == 1 else ""
        return mail(to, about.label, title, words.body, [*beside, block(envelope)], name, answers=came)

    yield OwedMail(name, write)


def _receipt_words(game: Game, about: About, document: Envelope, received: datetime) -> Words:
    header, head = document.header, label(game.course.head)
    digest = header.digest().hex()
    if header.type == "standing":
        return standing_receipt(
            about, received=received, file=f"{about.seat}-standing.yaml", revision=header.revision, digest=digest,
            head=head, checked=looked_at(game, document),
        )  # fmt: skip
    if header.type == "orders":
        return receipt(
            about, received=received, due=deadline_of(game.here).until or received,
            sheet=f"{about.seat}-{about.exchange:02}.yaml", revision=header.revision, newest=_newest(game, document),
            digest=digest, head=head, checked=looked_at(game, document),
        )  # fmt: skip
    return came_in(about, what=header.type, received=received, digest=digest, head=head)


def _newest(game: Game, document: Envelope) -> int:
    """The highest revision that was receipted with or before a document."""
    here, own = game.here, game.here.received(document)
    came = here.in_order(document.header.type)
    before = came[: came.index(own) + 1] if own in came else came
    return max(
        (one.document.header.revision for one in before if one.document.header.seat == document.header.seat), default=0
    )


def _close(game: Game, envelope: Envelope) -> Iterator[OwedMail]:
    """Where links are shown after the close, it goes to all."""
    if not any(seat != game.seat for seat in game.course.procedure.revealers):
        return
    number = envelope.header.exchange
    name = f"{number:02}-close"

    def write() -> Mail:
        shown = [one for one in game.here.of_type("orders") if not one.sealed]
        words = (
            f"Exchange {number} is closed. Now the links are shown: pbem receive this mail and send back what it makes."
        )
        blocks = [block(one) for one in (*shown, envelope)]
        return mail(others(game.charter.seats, game.seat), game.label(), "closed", words, blocks, name)

    yield OwedMail(name, write)


def _reveal(game: Game, envelope: Envelope) -> Iterator[OwedMail]:
    """The link, and for a referee the box that opens the orders."""
    recorder, number = game.course.procedure.recorder, envelope.header.exchange
    if recorder == game.seat:
        return
    name = f"{number:02}-reveal-{game.seat}"

    def write() -> Mail:
        words = f"The link of {game.seat} for exchange {number}."
        blocks = [*_boxes_of(game), block(envelope)]
        return mail([recorder], game.label(game.seat), "link", words, blocks, name)

    yield OwedMail(name, write)


def _boxes_of(game: Game) -> list[str]:
    """What this seat's sealed orders say that a close accepts, for the referee's eyes."""
    close = game.here.close
    listed = read_payload(Close, close.body).accepted.get(game.seat) if close else None
    orders = game.desk.find(game.course.open_number, bytes.fromhex(listed)) if listed else None
    if orders is None or not orders.sealed or not game.charter.has_referee:
        return []
    return [box_block(referee_box(game, orders))]


def _silence(game: Game, envelope: Envelope) -> Iterator[OwedMail]:
    """With everything that it rests on, so that a lost mail comes again."""
    said, number = read_payload(Silence, envelope.body), envelope.header.exchange
    name = f"{number:02}-silence-{game.seat}-{envelope.header.revision}"

    def write() -> Mail:
        until = moment(ripe_from(game.charter, said))
        words = (
            f"{game.seat} waits for the {said.owed} of {said.by} since {moment(read_time(said.since))}. "
            f"{said.by}: pbem receive this mail, then send what pbem status proposes, to all. "
            f"If it has not come by {until}, the game may be ended without you."
        )
        blocks = [block(one) for one in (*rests_on(game), envelope)]
        return mail(others(game.charter.seats, game.seat), game.label(said.by), "SILENCE", words, blocks, name)

    yield OwedMail(name, write)


def rests_on(game: Game) -> list[Envelope]:
    """What lies here for the open number and may be shown: everything but silences and proposals."""
    return [one for one in game.here.documents if one.header.type not in ("silence", "proposal", "record", "opening")]


def _consent(game: Game, envelope: Envelope) -> Iterator[OwedMail]:
    """A proposal, or a signature under one."""
    name = f"{envelope.header.exchange:02}-{envelope.header.type}-{game.seat}-{envelope.header.revision}"

    def write() -> Mail:
        kind, words = proposed_words(game, envelope)
        named = {*proposed(envelope.body).documents.values()}
        shown = [one for one in game.here.documents if one.header.digest().hex() in named]
        blocks = [block(one) for one in (*shown, envelope)]
        return mail(others(game.charter.seats, game.seat), game.label(game.seat), kind, words, blocks, name)

    yield OwedMail(name, write)


def _to_all(game: Game, envelope: Envelope, title: str, words: str, name: str) -> OwedMail:
    file = f"{envelope.header.exchange:02}-{name}"
    to = others(game.charter.seats, game.seat)
    return OwedMail(file, lambda: mail(to, game.label(game.seat), title, words, [block(envelope)], file))


LETTERS: dict[str, Callable[[Game, Envelope], Iterator[OwedMail]]] = {
    "orders": _orders,
    "standing": _orders,
    "away": _away,
    "extension": _extension,
    "rekey": _rekey,
    "receipt": _receipt,
    "close": _close,
    "reveal": _reveal,
    "silence": _silence,
    "proposal": _consent,
    "agreement": _consent,
}
"""What a document's mail says, by type.  Records are published with their page."""


# answers to a silence


def answer_silences(game: Game) -> list[Mail]:
    """Who is accused answers all with what he owes, if he has signed it: the first mail may have been lost."""
    made: list[Mail] = []
    for silence in game.here.of_type("silence"):
        said = read_payload(Silence, silence.body)
        owed = _owed_here(game, said)
        if said.by == game.seat and owed is not None:
            made += _unwritten(game, _answer(game, said, owed))
    return made


def _owed_here(game: Game, said: Silence) -> Envelope | None:
    """What a silence says is owed, if this seat has signed it."""
    if said.owed == "record":
        return next(iter(game.here.of_type("silence", game.seat)), None)
    return game.here.last(said.owed, game.seat)


def _answer(game: Game, said: Silence, owed: Envelope) -> Iterator[OwedMail]:
    number = owed.header.exchange
    for seat in others(game.charter.seats, game.seat):
        name = f"{number:02}-answer-{said.owed}-{game.seat}-{seat}"

        def write(seat: str = seat, name: str = name) -> Mail:
            words = f"{game.seat} answers: here is the {said.owed} for exchange {number}."
            boxes = _boxes_of(game) if seat == REFEREE and said.owed == "reveal" else []
            blocks = [*boxes, *(block(one) for one in rests_on(game) if one.header.seat == game.seat)]
            blocks += [block(owed)] if owed.header.type == "silence" else []
            return mail([seat], game.label(game.seat), f"answer: {said.owed}", words, blocks, name)

        yield OwedMail(name, write)
