"""The seed of an exchange: made from the seed before it and the links shown for it, and from nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.dice.chain import SIZE
from pbem.model.digest import digest, mac
from pbem.model.errors import Tampered


def first_seed(game: bytes) -> bytes:
    """Seed 0 is the game id itself."""
    return game


def next_seed(before: bytes, exchange: int, seats: Sequence[str], links: Mapping[str, bytes]) -> bytes:
    """The seed of an exchange.

    `seats` are those whose links count in this exchange, in the charter's order; the place of one that is
    missing is empty.  A link of any other seat is refused: it must not look as if it had counted.
    """
    if len(set(seats)) != len(seats):
        raise Tampered("a seat stands twice in a seed")
    if strangers := sorted(links.keys() - set(seats)):
        raise Tampered(f"{strangers[0]} has no link in the seed of exchange {exchange}")
    for seat, link in links.items():
        if len(link) not in (0, SIZE):
            raise Tampered(f"the link of {seat} has {len(link)} bytes, wanted {SIZE}")
    pairs = [field for seat in seats for field in (seat, links.get(seat, b""))]
    return digest("pbem/seed/1", before, exchange, *pairs)


def bot_seed(seed: bytes, side: str) -> bytes:
    """What a bot decides by: a public function of the seed, so that its decisions can be computed again."""
    return mac(seed, "pbem/bot/1", side)
