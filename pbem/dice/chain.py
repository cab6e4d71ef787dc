"""A chain of links: one secret number for each exchange, all fixed before the game by the tip that is shown.

From a link anyone computes the links before it, up to the tip; nobody computes the ones after it.
"""

from __future__ import annotations

from dataclasses import field
from functools import lru_cache
from typing import NamedTuple

from pbem.model.digest import digest_from
from pbem.model.errors import Refused, Tampered
from pbem.model.records import frozen

LINKS = 4096
SIZE = 32


class KnownLink(NamedTuple):
    """A link that is out already: its number and bytes.  The tip is the link of number 0."""

    number: int
    link: bytes


@frozen
class Chain:
    """One seat's chain, from its secret root, which is the last link.  The root does not print."""

    draft: bytes
    seat: str
    root: bytes = field(repr=False)

    def __post_init__(self) -> None:
        if len(self.root) != SIZE:
            raise Tampered(f"the root of a chain has {len(self.root)} bytes, wanted {SIZE}")

    @property
    def tip(self) -> bytes:
        """What the entry shows."""
        return self.at(0)

    def at(self, number: int) -> bytes:
        """The tip, or the link of a number."""
        return _all(self.draft, self.seat, self.root)[number]

    def link(self, exchange: int) -> bytes:
        """The link that belongs to an exchange."""
        if not 1 <= exchange <= LINKS:
            raise Refused(f"the chain has {LINKS} links, none for exchange {exchange}", "pbem rekey")
        return self.at(exchange)


@lru_cache(maxsize=4)
def _all(draft: bytes, seat: str, root: bytes) -> tuple[bytes, ...]:
    """The tip and all links: a verb asks for several."""
    links, step = [root], digest_from("pbem/chain/1", draft, seat)
    for number in range(LINKS, 0, -1):
        links.append(step(number, links[-1]))
    return tuple(reversed(links))


def check_link(draft: bytes, seat: str, link: KnownLink, *, known: KnownLink) -> None:
    """Refuse a link that does not lead to one that is known, such as the tip."""
    if len(link.link) != SIZE:
        raise Tampered(f"the link of {seat} has {len(link.link)} bytes, wanted {SIZE}")
    if not known.number < link.number <= LINKS:
        raise Tampered(f"{seat} has no link {link.number} after link {known.number}")
    if _walk(draft, seat, link, known.number) != known.link:
        raise Tampered(f"link {link.number} of {seat} does not lead to link {known.number}")


def _walk(draft: bytes, seat: str, start: KnownLink, to: int) -> bytes:
    """The link of number `to`, reached by hashing back from a later one."""
    link, step = start.link, digest_from("pbem/chain/1", draft, seat)
    for number in range(start.number, to, -1):
        link = step(number, link)
    return link
