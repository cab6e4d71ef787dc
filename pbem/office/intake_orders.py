"""Orders and standing orders come in."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.book.documents import REFEREE, Close, read_payload
from pbem.book.folder import COUNTED, giver
from pbem.book.times import read_time
from pbem.model.counting import counted
from pbem.model.errors import Refused, Tampered
from pbem.model.position import View
from pbem.model.problem import Problem
from pbem.model.sheet import Sheet
from pbem.office.game import Game
from pbem.office.reception import Reception
from pbem.office.refusing import NotTaken, because
from pbem.office.vault import Opened
from pbem.post.reasons import Closed, NotDue, TwoSheets
from pbem.seal.box import Box, open_box
from pbem.seal.envelope import FINAL, Envelope
from pbem.seal.sheettext import check_sheet_text


def orders(counter: Reception, envelope: Envelope) -> None:
    header, game = envelope.header, counter.game
    course, flow = game.course, game.course.procedure
    counter.check_head(envelope)
    if header.seat not in course.next.seats:
        raise NotTaken(NotDue(seat=header.seat, waiting_for=" and ".join(course.next.seats)))
    if envelope.sealed != (header.seat in flow.sealed):
        raise because(f"it should {'not ' if envelope.sealed else ''}be sealed", "the charter says how orders go")
    counter.check_link_of(envelope)
    _check_final(counter, envelope)
    check_revision(counter, envelope)
    if flow.closer == game.seat:
        check_open(counter, envelope)
        _check_readable(counter, envelope)


def check_open(counter: Reception, envelope: Envelope) -> None:
    """Nothing comes in after the close."""
    game = counter.game
    close = game.vault.signed("close", envelope.header.exchange) or game.here.close
    if close is not None:
        raise NotTaken(Closed(read_time(read_payload(Close, close.body).at)))


def _check_final(counter: Reception, envelope: Envelope) -> None:
    """Between two alone orders that show their link are final."""
    game, header = counter.game, envelope.header
    if not game.charter.has_referee and header.link and game.here.of_type("orders", header.seat):
        raise because("these orders are in already", "with their link they were final", "nothing, if they are right")


def check_revision(counter: Reception, envelope: Envelope) -> None:
    """Of two documents of one type, seat and revision the first counts; orders and consents share a counter."""
    header, game, here = envelope.header, counter.game, counter.game.here
    if giver(game.charter, envelope) != game.seat:
        return  # others follow who gives the receipts
    kinds = COUNTED if header.type in COUNTED else (header.type,)
    used = [one.header.revision for kind in kinds for one in here.of_type(kind, header.seat)]
    if header.revision in used:
        free = 1 + max(revision for revision in (0, *used) if revision < FINAL)
        raise NotTaken(TwoSheets(header.revision, free))


def _check_readable(counter: Reception, envelope: Envelope) -> None:
    """Orders that are open, or come with a box, must be a sheet that can be read."""
    flow, header = counter.game.course.procedure, envelope.header
    text = envelope.body
    if envelope.sealed:
        if not (flow.boxed or header.type == "standing"):
            return
        text = from_box(counter, envelope)
    try:
        sheet = check_sheet_text(text)
    except Tampered as error:
        raise because("it cannot be read", str(error), "edit the sheet, pbem sign it again") from error
    read, problems = _read(counter, header.type, sheet, header.seat)
    if read is None:
        # what they are is for its writer to see, not for who closes
        count = sum(one.kind != "doubtful" for one in problems)
        why = f"{counted(count, 'problem')}; pbem check shows which"
        raise because("the sheet cannot be read", why, "mend it, pbem sign it again")


def _read(counter: Reception, kind: str, sheet: str, side: str) -> tuple[Sheet | None, list[Problem]]:
    rules, number = counter.game.rules, counter.game.course.open_number
    if kind == "standing":
        return rules.read_standing(sheet, number, side)
    whole = counter.game.whole(counter.game.course.resume)
    view = View(side, whole.position.table, whole.position.secrets.get(side))
    return rules.read(sheet, number, view, [one for one in whole.due if one.side == side])


def from_box(counter: Reception, envelope: Envelope) -> bytes:
    """What a sealed document says, out of one of the boxes that came with it; kept as an opening."""
    game, digest = counter.game, envelope.header.digest()
    if (known := game.vault.opening(digest)) is not None:
        return known.payload
    boxes = counter.boxes.get(digest, ())
    if not boxes:
        raise because("the box is missing", "sealed orders come with a box for the referee", "send the whole mail")
    try:
        salt, payload = unboxed(game, envelope, boxes)
    except (Tampered, Refused) as error:
        raise because("a false box", str(error), "pbem sign again and send the whole mail") from error
    game.vault.keep_opening(digest, Opened(salt, payload))
    return payload


def unboxed(game: Game, envelope: Envelope, boxes: Iterable[Box]) -> tuple[bytes, bytes]:
    """Salt and contents out of the first box that opens, with any sealing key that this seat has had."""
    wrong: Exception = Tampered("no box opens")
    for box in boxes:
        for own in game.vault.all_secrets():
            try:
                return open_box(envelope.header, box, secret=own.sealing)
            except (Tampered, Refused) as error:
                wrong = error
    raise wrong


def standing(counter: Reception, envelope: Envelope) -> None:
    counter.check_head(envelope)
    if envelope.header.link or envelope.header.seat == REFEREE:
        raise because("no standing orders", "the referee has none, and they show no link")
    check_revision(counter, envelope)
    if counter.game.course.procedure.closer == counter.game.seat:
        check_open(counter, envelope)
        _check_readable(counter, envelope)
