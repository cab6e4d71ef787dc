"""Who writes what in an exchange, and in which document each link is shown: the flows as one table."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Literal

from pbem.book.charter import Charter
from pbem.book.documents import REFEREE
from pbem.model.records import frozen

LinkedIn = Literal["orders", "close", "reveal", "record"]


@frozen
class Procedure:
    """How one exchange goes."""

    closer: str
    recorder: str
    link_in: Mapping[str, LinkedIn]
    """The seats whose links make the seed, in charter order, and the document that shows each."""
    sealed: frozenset[str]
    """The seats whose orders are sealed."""
    boxed: bool
    """Sealed orders come with a box for the referee, and are read before the close."""
    last: str = ""
    """The seat that orders only when the others' orders are in, since its own are open."""

    @property
    def revealers(self) -> tuple[str, ...]:
        return tuple(seat for seat, document in self.link_in.items() if document == "reveal")

    @property
    def opens_publicly(self) -> bool:
        """Whether a reveal shows the sealed orders to everybody."""
        return self.closer != REFEREE


def procedure(charter: Charter, due: Collection[str], writer: str) -> Procedure:
    """The flow of an exchange: by the charter's mode, who is due, and who wrote the last record or the draft."""
    owing = [seat for seat in charter.players if seat in due]
    if charter.draft.mode == "referee":
        orders: dict[str, LinkedIn] = dict.fromkeys(owing, "orders")
        return Procedure(REFEREE, REFEREE, {**orders, REFEREE: "record"}, frozenset(owing), True)
    if charter.draft.mode == "mutual":
        reveals: dict[str, LinkedIn] = dict.fromkeys(charter.players, "reveal")
        return Procedure(REFEREE, REFEREE, {**reveals, REFEREE: "close"}, frozenset(owing), False)
    if len(owing) == 1:
        sender, closer = owing[0], other(charter, owing[0])
        return Procedure(closer, closer, _in_order(charter, {sender: "orders", closer: "close"}), frozenset(), False)
    closer = other(charter, writer)
    return Procedure(
        closer, writer, _in_order(charter, {closer: "close", writer: "reveal"}), frozenset({writer}), False, closer
    )


def other(charter: Charter, seat: str) -> str:
    """The other of two."""
    return next(one for one in charter.players if one != seat)


def _in_order(charter: Charter, links: Mapping[str, LinkedIn]) -> dict[str, LinkedIn]:
    return {seat: links[seat] for seat in charter.players if seat in links}
