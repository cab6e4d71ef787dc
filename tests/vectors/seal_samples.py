"""What the seal vectors are made of: two players whose keys everybody knows, and one sheet."""

from __future__ import annotations

import hashlib

from known_keys import known_key

from pbem.model.digest import framed
from pbem.seal.envelope import FORMAT, Envelope, Header, payload_digest
from pbem.seal.signing import signed

SHEET = """game: kh7f
exchange: 4
side: german
movement:
  - 2/2SS: 1208 1307 1406
  - {if: "1409 held by allied", 9/2SS: hold}
combat:
  - {attack: 1812, with: [2/2SS, 19/2SS], min: 2-1}
"""


def known(name: str) -> bytes:
    """32 bytes that anyone can make from a name."""
    return hashlib.sha256(f"pbem test vector {name}".encode()).digest()


GERMAN, ALLIED = known_key(known("german")), known_key(known("allied"))
GAME, HEAD, SALT, LINK = known("game"), known("head"), known("salt"), known("link")


def header(
    *, payload: str = SHEET, salt: bytes = b"", exchange: int = 4, seat: str = "german", revision: int = 1
) -> Header:
    """The header of German's orders for exchange 4, or of something close to it."""
    promised = payload_digest(game=GAME, exchange=exchange, seat=seat, salt=salt, payload=payload.encode())
    return Header(
        type="orders",
        game=GAME,
        exchange=exchange,
        seat=seat,
        revision=revision,
        after=HEAD,
        link=LINK,
        payload_digest=promised,
    )


def orders() -> Envelope:
    """German's open orders."""
    return signed(GERMAN, header(), SHEET.encode())


def sealed_orders() -> Envelope:
    """German's sealed orders: the same sheet, shown later."""
    return signed(GERMAN, header(salt=SALT))


def by_hand(
    place: int = -1, value: bytes | str | int = b"", *, more: bytes = b"", body: bytes = SHEET.encode()
) -> bytes:
    """German's orders with one field of the header changed and signed so, as no honest program would."""
    good = header()
    fields: list[bytes | str | int] = [FORMAT, good.type, GAME, 4, "german", 1, HEAD, LINK, good.payload_digest]
    if place >= 0:
        fields[place] = value
    bad = framed(*fields) + more
    return framed(bad, GERMAN.sign(bad), body)
