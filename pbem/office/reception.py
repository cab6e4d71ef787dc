"""The counter where documents come in: what is asked of every one of them, whatever its type."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from datetime import datetime

from pbem.book.charter import read_entry
from pbem.book.fraud import Proof, double_dealing, receipted_twice
from pbem.book.rekeying import losing
from pbem.book.signers import is_signed
from pbem.book.times import read_time
from pbem.dice.chain import KnownLink, check_link
from pbem.model.errors import Refused, Tampered
from pbem.model.records import frozen
from pbem.office.game import Game
from pbem.office.keyring import keys_of
from pbem.office.refusing import NotTaken, because
from pbem.post.reasons import Closed, OldHead, OtherKey
from pbem.seal.box import Box
from pbem.seal.envelope import Envelope
from pbem.seal.words import label


class Caught(Exception):
    """A document that proves, with another one, that its signer deals double."""

    def __init__(self, proof: Proof) -> None:
        super().__init__(proof.words)
        self.proof = proof


@frozen
class Reception:
    """Where documents come in: the game, and the time by its clock."""

    game: Game
    now: datetime
    boxes: Mapping[bytes, Sequence[Box]] = field(default_factory=dict)
    """The boxes that came with the mails, by the document that each is for."""

    def before_the_game(self, envelope: Envelope) -> bool:
        game, draft = self.game, self.game.draft_envelope
        if envelope.header.type == "draft":
            if envelope.header.digest() != draft.header.digest():
                raise because("another draft", "this folder is for another game", "pbem join it in a folder of its own")
            return False
        if game.folder.page(0).exists():
            known = game.charter.entry_envelopes.get(envelope.header.seat)
            if known is not None and known.header == envelope.header:
                return False
            raise because("the charter is made", f"the entry of {envelope.header.seat} comes too late", "pbem rekey")
        try:
            read_entry(envelope, draft)
        except (Tampered, Refused) as error:
            raise because("no entry", str(error), "the sender says pbem join again") from error
        return game.desk.put(envelope)

    def is_known(self, envelope: Envelope) -> bool:
        header, course = envelope.header, self.game.course
        page = course.pages.get(header.exchange)
        if page is not None:
            return any(one.header == header for one in page.documents.values())
        return self.game.desk.find(header.exchange, header.digest()) is not None

    def check_honest(self, envelope: Envelope) -> None:
        """Two closes, records or reveals of one seat for one exchange are fraud, whenever the second comes."""
        header, course = envelope.header, self.game.course
        if header.type not in ("close", "record", "reveal"):
            return
        page = course.pages.get(header.exchange)
        known = list(page.documents.values()) if page else self.game.desk.envelopes(header.exchange)
        keys = keys_of(self.game, header.seat)
        for other in known:
            if proof := double_dealing(other, envelope, keys):
                raise Caught(proof)

    def check_receipts_once(self, receipt: Envelope, document: Envelope) -> None:
        """Receipts for two documents of one type, seat and revision prove that their signer deals double."""
        header, keys = document.header, keys_of(self.game, receipt.header.seat)
        for came in self.game.here.receipts.values():
            if (came.document.header.type, came.document.header.seat) == (header.type, header.seat):
                proof = receipted_twice((came.document, came.receipt), (document, receipt), keys)
                if proof is not None:
                    raise Caught(proof)

    def too_late(self, envelope: Envelope) -> None:
        header, course = envelope.header, self.game.course
        page = course.pages.get(header.exchange)
        if header.type in ("orders", "standing") and page is not None and page.close is not None:
            raise NotTaken(Closed(read_time(page.close.at)))
        raise because("too late", f"exchange {header.exchange} is in the book", "pbem receive the latest report")

    def check_signature(self, envelope: Envelope) -> None:
        header, course = envelope.header, self.game.course
        if header.seat not in course.keys:
            raise because("no such seat", f"{header.seat} has no seat in this game")
        if header.type == "rekey":
            return  # the spare key and the others may sign it: judged with what it says
        for key in keys_of(self.game, header.seat):
            if is_signed(envelope, key):
                return
        raise NotTaken(OtherKey())

    def check_head(self, envelope: Envelope) -> None:
        course = self.game.course
        if envelope.header.after != course.head:
            saw = label(envelope.header.after)
            reported = read_time(_last_time(self.game))
            raise NotTaken(
                OldHead(exchange=envelope.header.exchange, saw=saw, head=label(course.head), reported=reported)
            )

    def check_link_of(self, envelope: Envelope) -> None:
        """The link must be there where the flow shows it, lead to the tip, and be nowhere else."""
        header, course = envelope.header, self.game.course
        wanted = course.procedure.link_in.get(header.seat) == header.type
        own = course.keys[header.seat]
        if not header.link and (not wanted or own.lost or losing(course, self.game.here.documents, header.seat)):
            return
        if not wanted or not header.link or own.lost:
            which = "shows a link too early" if header.link else "lacks its link"
            where = course.procedure.link_in.get(header.seat, "next document that wants it")
            raise because(f"it {which}", f"in this exchange {header.seat} shows it with the {where}")
        try:
            check_link(
                course.charter.draft_digest, header.seat, KnownLink(header.exchange, header.link), known=own.known
            )
        except Tampered as error:
            raise because("a false link", str(error), "sign again with the secrets you entered with") from error


def _last_time(game: Game) -> str:
    """When the last number came into the book, or until when the charter is to be confirmed."""
    return game.course.time or game.charter.draft.first
