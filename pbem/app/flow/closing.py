"""What who closes an exchange signs: receipts for what comes in, then the close; and how far that brings it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Literal

from pbem.app.flow.absences import effective_until
from pbem.app.flow.game import Game
from pbem.app.flow.mails import Mail, block, keep, mail
from pbem.app.flow.ordering import contents, knowledge
from pbem.app.flow.rules import versions_of
from pbem.app.flow.settling import proposed
from pbem.book.documents import Close, Receipt, Refusal, RefusalReason, read_payload
from pbem.book.times import read_time, say
from pbem.model.errors import Refused, Tampered
from pbem.model.records import frozen
from pbem.model.yamltext import read
from pbem.post.times import moment
from pbem.post.words import About, Checked, Words, receipt, standing_receipt
from pbem.seal.envelope import Envelope
from pbem.seal.words import label


@frozen
class Adjudicated:
    """How far it came: closed and waiting for reveals, or recorded; and what is to be sent."""

    stage: Literal["closed", "recorded"]
    number: int
    mails: tuple[Mail, ...]
    waiting: tuple[str, ...] = ()
    """Seats whose link or opening is owed."""


# receipts


def sign_receipt(game: Game, envelope: Envelope, now: datetime) -> Mail:
    """The signed word that a document has come in, and since when; for its writer alone."""
    seat, digest, number = envelope.header.seat, envelope.header.digest(), game.course.open_number
    body = Receipt(received=say(now)).to_bytes()
    count = len(game.vault.all_signed("receipt", number)) + 1
    made = game.vault.sign_once(
        "receipt", number, lambda: game.envelope("receipt", body, after=digest, revision=count), digest.hex()[:16]
    )
    game.desk.put(made)
    about = About(game.charter.name, number, seat, game.state(game.course.resume)["turn"] or "the end")
    words = _receipt_words(game, about, envelope, now)
    title = words.subject.removeprefix(about.label).strip()
    name = f"{number:02}-receipt-{made.header.revision}"
    return keep(game.folder, [mail([seat], about.label, title, words.body, [block(made)], name)])[0]


def _receipt_words(game: Game, about: About, envelope: Envelope, now: datetime) -> Words:
    checked, head = looked_at(game, envelope), label(game.course.head)
    revision, digest = envelope.header.revision, envelope.header.digest().hex()
    if envelope.header.type == "standing":
        file = f"{about.seat}-standing.yaml"
        return standing_receipt(
            about, received=now, file=file, revision=revision, digest=digest, head=head, checked=checked
        )
    sheet, due = f"{about.seat}-{about.exchange:02}.yaml", effective_until(game) or now
    return receipt(
        about, received=now, due=due, sheet=sheet, revision=revision, digest=digest, head=head, checked=checked
    )


def looked_at(game: Game, envelope: Envelope) -> Checked | None:
    """What reading finds in a sheet that has come in; None as long as it is sealed to who closes, too."""
    text, header = contents(game, envelope), envelope.header
    if text is None:
        return None
    known, words = knowledge(game, header.seat), text.decode("utf-8")
    if header.type == "standing":
        _, problems = game.rules.read_standing(words, header.exchange, header.seat)
    else:
        _, problems = game.rules.read(words, header.exchange, known.view, known.due)
    doubtful = sum(one.kind == "doubtful" for one in problems)
    papers = known.whole.papers.get(header.seat)
    since = standing_since(game, header.seat) if papers and papers.standing else 0
    new = header.type == "orders" and (brings_standing(text) or header.seat in counting(game, "standing")[0])
    return Checked(len(problems) - doubtful, doubtful, since, new)


def standing_since(game: Game, seat: str) -> int:
    """The exchange that brought a seat's standing orders, going back through what has led to where the game stands."""
    pages, resumes = game.course.pages, game.course.resumes
    number = game.course.resume
    while number:
        agreed = pages[number].agreement
        page = pages[agreed.exchange] if agreed else pages[number]  # judged again: what was ordered then
        orders = page.accepted(seat)
        unread = page.outcome is None or seat in page.outcome.unreadable
        if page.find("standing", seat) or (orders and not unread and brings_standing(contents(game, orders) or b"")):
            return page.number
        number = resumes[page.number - 1]
    return 0


def brings_standing(sheet: bytes) -> bool:
    """Whether a sheet replaces its side's standing orders."""
    root, _ = read(sheet.decode("utf-8", "replace"), "sheet")
    parts = root.value if root is not None and isinstance(root.value, dict) else {}
    return any(name.casefold() == "standing" and node.value for name, node in parts.items())


# the close


def check_versions(game: Game) -> None:
    pinned, ours = game.course.versions, versions_of(game.rules.spec)
    if pinned != ours:
        theirs = f"{pinned.ruleset} {pinned.version}, engine {pinned.engine}"
        raise Refused(
            f"the charter pins {theirs}, here is {ours.ruleset} {ours.version}, engine {ours.engine}, or other data",
            "install what the charter pins, or agree on pbem rejudge",
        )


def check_no_agreement(game: Game, now: datetime) -> None:
    """Who has signed an agreement for this number signs nothing else for it until it lapses."""
    signed = game.vault.signed("agreement", game.course.open_number)
    if signed is None or signed.header.after != game.course.head:
        return
    lapses = read_time(proposed(signed.body).lapses)
    if now < lapses:
        what = f"you have signed an agreement for exchange {game.course.open_number}"
        raise Refused(what, f"it lapses {moment(lapses)}")


def close_exchange(game: Game, now: datetime, *, missed: bool = False, at_once: bool = False) -> Envelope:
    """The close of the open exchange: the one that was signed before, or a new one if all is in."""
    number, course = game.course.open_number, game.course
    made = game.vault.sign_once("close", number, lambda: _close(game, now, missed=missed, at_once=at_once))
    if made.header.after != course.head:
        raise Tampered(f"a close for exchange {number} was signed on another head")
    game.desk.put(made)
    return made


def _close(game: Game, now: datetime, *, missed: bool, at_once: bool) -> Envelope:
    course, flow = game.course, game.course.procedure
    accepted, refused = counting(game, "orders")
    standing, old = counting(game, "standing")
    waiting = [seat for seat in course.next.seats if seat not in accepted]
    if waiting:
        _check_missed(game, waiting, now, missed)
    elif game.charter.has_referee and not at_once:
        _check_not_too_early(game, accepted.values(), now)
    close = Close(
        at=say(now),
        accepted={seat: one.header.digest().hex() for seat, one in sorted(accepted.items())},
        missing=sorted(waiting),
        refused=[*refused, *old],
        standing={seat: one.header.digest().hex() for seat, one in sorted(standing.items())},
    )
    link = game.vault.chain.link(course.open_number) if flow.link_in.get(game.seat) == "close" else b""
    return game.envelope("close", close.to_bytes(), link=link)


def counting(game: Game, kind: str) -> tuple[dict[str, Envelope], list[Refusal]]:
    """Of each seat the highest revision; two of one revision count neither."""
    found: dict[str, dict[int, list[Envelope]]] = {}
    for envelope in game.desk.envelopes(game.course.open_number, kind):
        header = envelope.header
        if header.after == game.course.head:
            found.setdefault(header.seat, {}).setdefault(header.revision, []).append(envelope)
    accepted: dict[str, Envelope] = {}
    refused: list[Refusal] = []
    for seat, revisions in sorted(found.items()):
        single = [revision for revision, alike in revisions.items() if len(alike) == 1]
        if single:
            accepted[seat] = revisions[max(single)][0]
        for revision, alike in sorted(revisions.items()):
            for envelope in alike:
                if envelope is not accepted.get(seat):
                    reason: RefusalReason = "superseded" if revision in single else "two of one revision"
                    digest = envelope.header.digest().hex()
                    refused.append(Refusal(digest=digest, seat=seat, reason=reason))
    return accepted, refused


def _check_missed(game: Game, waiting: list[str], now: datetime, missed: bool) -> None:
    names, until = " and ".join(waiting), effective_until(game)
    if not game.charter.has_referee:
        raise Refused(f"waiting for the orders of {names}", "nobody fills in for the other of two")
    grace = until + timedelta(hours=game.charter.draft.grace) if until else now
    if not missed or now < grace:
        hint = f"due {moment(until)}; " if until else ""
        raise Refused(f"waiting for the orders of {names}", f"{hint}adjudicate --missed works after {moment(grace)}")


def _check_not_too_early(game: Game, accepted: Iterable[Envelope], now: datetime) -> None:
    """A slip can still be replaced for a while."""
    digests = {one.header.digest() for one in accepted}
    times = [
        read_time(read_payload(Receipt, one.body).received)
        for one in game.desk.envelopes(game.course.open_number, "receipt")
        if one.header.after in digests
    ]
    free = max(times, default=now) + timedelta(hours=game.charter.draft.earliest)
    if now < free:
        raise Refused(f"all is in, but a slip may be replaced until {moment(free)}", "say adjudicate again then")


def the_close(game: Game) -> Envelope | None:
    """The close of the open exchange, if it is here."""
    flow = game.course.procedure
    found = game.desk.envelopes(game.course.open_number, "close")
    return next((one for one in found if one.header.seat == flow.closer and one.header.after == game.course.head), None)


def announce_close(game: Game, close: Envelope, waiting: tuple[str, ...]) -> Adjudicated:
    """The close goes to all; where sealed orders are opened by hand, with what is to be compared with it."""
    number = game.course.open_number
    blocks = [block(one) for one in game.desk.envelopes(number, "orders") if not one.sealed]
    words = f"Exchange {number} is closed. Now the links are shown: pbem receive this mail and send back what it makes."
    to = [seat for seat in game.charter.seats if seat != game.seat]
    made = mail(to, game.label(), "closed", words, [*blocks, block(close)], f"{number:02}-close")
    return Adjudicated("closed", number, keep(game.folder, [made]), waiting)
