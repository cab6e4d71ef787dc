"""Vectors of envelopes, openings and boxes: one function, one file of the same name in `seal/`."""

from __future__ import annotations

from hpke_by_hand import closed
from seal_samples import GAME, GERMAN, SALT, SHEET, by_hand, header, known, orders, sealed_orders
from vector_form import Maker, Vector

from pbem.model.digest import digest, framed
from pbem.seal.box import FORMAT, padded, sealing_public
from pbem.seal.envelope import Header, payload_digest
from pbem.seal.signing import signed


def _envelope(expect: str, data: bytes) -> Vector:
    return Vector("envelope", expect, data, {"key": GERMAN.public.hex()})


def envelope_open() -> Vector:
    """open orders: header, signature, sheet"""
    made = orders()
    fields = {"key": GERMAN.public.hex(), "document": made.header.digest().hex()}
    return Vector("envelope", "ok", made.encode(), fields)


def envelope_sealed() -> Vector:
    """sealed orders: no body"""
    return _envelope("ok", sealed_orders().encode())


def envelope_draft() -> Vector:
    """the draft of a game: it has no game id, answers nothing and has no link"""
    payload = b'{"rules":"ford"}'
    promised = payload_digest(game=b"", exchange=0, seat="german", salt=b"", payload=payload)
    terms = Header(type="draft", game=b"", exchange=0, seat="german", revision=0, after=b"", payload_digest=promised)
    return _envelope("ok", signed(GERMAN, terms, payload).encode())


def envelope_empty() -> Vector:
    """no bytes at all"""
    return _envelope("cut-off", b"")


def envelope_cut_off() -> Vector:
    """the last byte is missing"""
    return _envelope("cut-off", orders().encode()[:-1])


def envelope_cut_off_in_a_length() -> Vector:
    """it ends within the length of its body"""
    return _envelope("cut-off", sealed_orders().encode()[:-2])


def envelope_trailing_byte() -> Vector:
    """one byte follows the body"""
    return _envelope("bytes-follow", orders().encode() + b"\0")


def envelope_length_beyond() -> Vector:
    """the first length points far behind the end"""
    return _envelope("cut-off", b"\xff\xff\xff\xff" + orders().encode()[4:])


def envelope_edited_body() -> Vector:
    """a hex in the sheet was changed after signing"""
    return _envelope("other-contents", orders().encode().replace(b"1812", b"1813"))


def envelope_edited_header() -> Vector:
    """the revision was raised after signing"""
    forged = framed(header(revision=2).encode(), orders().signature, SHEET)
    return _envelope("does-not-fit", forged)


def envelope_by_another_key() -> Vector:
    """German's header, signed by somebody else"""
    vector = envelope_open()
    return Vector("envelope", "does-not-fit", vector.body, {"key": known("nobody").hex()})


def envelope_header_with_tenth_field() -> Vector:
    """a field follows the nine, and is signed with them"""
    return _envelope("bytes-follow", by_hand(more=framed(b"")))


def envelope_header_with_eight_fields() -> Vector:
    """the payload digest is missing"""
    good = header().encode()[:-36]
    return _envelope("cut-off", framed(good, GERMAN.sign(good), SHEET))


def envelope_of_another_format() -> Vector:
    """format pbem/2"""
    return _envelope("other-format", by_hand(0, "pbem/2"))


def envelope_of_no_type() -> Vector:
    """a type that is not in the list"""
    return _envelope("no-type", by_hand(1, "order"))


def envelope_without_game() -> Vector:
    """orders that belong to no game"""
    return _envelope("header-length", by_hand(2, b""))


def envelope_game_short() -> Vector:
    """a game id of 31 bytes"""
    return _envelope("header-length", by_hand(2, GAME[:-1]))


def envelope_exchange_with_zero() -> Vector:
    """exchange 04, a second text for one number"""
    return _envelope("no-number", by_hand(3, "04"))


def envelope_exchange_with_plus() -> Vector:
    """exchange +4"""
    return _envelope("no-number", by_hand(3, "+4"))


def envelope_exchange_with_newline() -> Vector:
    """exchange 4 with a newline behind it"""
    return _envelope("no-number", by_hand(3, "4\n"))


def envelope_exchange_in_other_digits() -> Vector:
    """exchange 4 in Arabic-Indic digits, which many languages read as a number"""
    return _envelope("not-ascii", by_hand(3, "\u0664"))


def envelope_exchange_too_long() -> Vector:
    """a number of a thousand digits"""
    return _envelope("no-number", by_hand(3, "9" * 1000))


def envelope_exchange_negative() -> Vector:
    """exchange -4"""
    return _envelope("no-number", by_hand(3, "-4"))


def envelope_seat_look_alike() -> Vector:
    """german with a Cyrillic letter e"""
    return _envelope("not-ascii", by_hand(4, "g\u0435rman"))


def envelope_seat_with_path() -> Vector:
    """a seat that would lead out of a folder"""
    return _envelope("no-seat", by_hand(4, "../german"))


def envelope_seat_with_capital() -> Vector:
    """German and german are one seat, so only one of them is a name"""
    return _envelope("no-seat", by_hand(4, "German"))


def envelope_seat_with_escape() -> Vector:
    """a terminal escape in the name of the seat"""
    return _envelope("no-seat", by_hand(4, "german\x1b[2J"))


def envelope_after_empty() -> Vector:
    """orders that answer nothing"""
    return _envelope("header-length", by_hand(6, b""))


def envelope_link_short() -> Vector:
    """a link of 31 bytes"""
    return _envelope("header-length", by_hand(7, bytes(31)))


def envelope_signature_short() -> Vector:
    """a signature of 63 bytes"""
    made = orders()
    return _envelope("wrong-length", framed(made.header.encode(), made.signature[:-1], made.body))


def opening_of_a_copied_seal() -> Vector:
    """Allied's sealed digest put under German's name: it opens to nothing for German"""
    copied = header(seat="allied", salt=SALT).payload_digest
    return Vector("opening", "other-contents", SHEET, _opening(header(), promised=copied))


def opening_good() -> Vector:
    """the salt and sheet of sealed orders"""
    return Vector("opening", "ok", SHEET, _opening(header(salt=SALT)))


def opening_other_salt() -> Vector:
    """the right sheet with another salt"""
    return Vector("opening", "other-contents", SHEET, _opening(header(salt=SALT), salt=known("other")))


def opening_salt_short() -> Vector:
    """a salt of 16 bytes"""
    return Vector("opening", "salt-length", SHEET, _opening(header(salt=SALT), salt=SALT[:16]))


def opening_for_another_exchange() -> Vector:
    """the opening of exchange 3 shown for exchange 4"""
    promised = header(salt=SALT, exchange=3).payload_digest
    return Vector("opening", "other-contents", SHEET, _opening(header(salt=SALT), promised=promised))


def opening_split_elsewhere() -> Vector:
    """one byte moved from the salt to the sheet"""
    moved = SALT[-1:] + SHEET.encode()
    return Vector("opening", "salt-length", moved, _opening(header(salt=SALT), salt=SALT[:-1]))


def _opening(signed_header: Header, *, salt: bytes = SALT, promised: bytes = b"") -> dict[str, str]:
    data = signed_header.encode()
    if promised:
        data = data[:-32] + promised
    return {"header": data.hex(), "salt": salt.hex()}


def _box(
    expect: str,
    *,
    contents: bytes = b"",
    info: bytes = b"",
    belongs_to: bytes = b"",
    reader: str = "reader",
    spoilt: bool = False,
) -> Vector:
    good = header(salt=SALT)
    inside = closed(
        contents or padded(SALT, SHEET.encode()),
        reader=sealing_public(known(reader)),
        sender=known("sender"),
        info=info or good.encode(),
    )
    if spoilt:
        inside = inside[:-1] + bytes([inside[-1] ^ 1])
    data = framed(FORMAT, belongs_to or good.digest(), inside)
    fields = {"header": good.encode().hex(), "secret": known("reader").hex(), "payload": SHEET.encode().hex()}
    return Vector("box", expect, data, fields)


def box_good() -> Vector:
    """sealed orders in a box to the referee"""
    return _box("ok")


def box_full_block() -> Vector:
    """contents that fill the block need no zeros"""
    payload = "#" * (1024 - 8 - 32 - 1) + "\n"
    good = header(payload=payload, salt=SALT)
    inside = closed(
        framed(SALT, payload),
        reader=sealing_public(known("reader")),
        sender=known("sender"),
        info=good.encode(),
    )
    fields = {
        "header": good.encode().hex(),
        "secret": known("reader").hex(),
        "payload": payload.encode().hex(),
    }
    return Vector("box", "ok", framed(FORMAT, good.digest(), inside), fields)


def box_for_another_reader() -> Vector:
    """closed for somebody else's key"""
    return _box("does-not-open", reader="stranger")


def box_beside_another_header() -> Vector:
    """closed for the header of revision 2, labelled as if for this one"""
    return _box("does-not-open", info=header(salt=SALT, revision=2).encode())


def box_labelled_for_another() -> Vector:
    """its label names another document"""
    return _box("other-document", belongs_to=known("other"))


def box_spoilt() -> Vector:
    """one bit of the tag turned"""
    return _box("does-not-open", spoilt=True)


def box_with_other_contents() -> Vector:
    """a false box: it opens, but to a sheet that was not signed"""
    return _box("other-contents", contents=padded(SALT, SHEET.replace("1812", "1813").encode()))


def box_without_padding() -> Vector:
    """the zeros are missing, so the length tells"""
    return _box("wrong-padding", contents=framed(SALT, SHEET))


def box_with_a_block_too_many() -> Vector:
    """1024 zeros more than are needed"""
    return _box("wrong-padding", contents=padded(SALT, SHEET.encode()) + bytes(1024))


def box_with_a_message_in_the_padding() -> Vector:
    """something is written where zeros belong"""
    return _box("wrong-padding", contents=padded(SALT, SHEET.encode())[:-1] + b"!")


def box_trailing_byte() -> Vector:
    """one byte follows the box"""
    good = _box("no-box")
    return Vector(good.kind, good.expect, good.data + b"\0", good.fields)


def box_shorter_than_a_key() -> Vector:
    """less than the sender's key"""
    good = _box("does-not-open")
    return Vector(good.kind, good.expect, framed(FORMAT, header(salt=SALT).digest(), bytes(20)), good.fields)


def sealing_key_good() -> Vector:
    """an honest sealing key"""
    return Vector("sealing-key", "ok", sealing_public(known("reader")))


def sealing_key_zero() -> Vector:
    """the key of small order that is zero: every secret shared with it is zero"""
    return Vector("sealing-key", "unfit-sealing-key", bytes(32))


def sealing_key_one() -> Vector:
    """the key of small order that is one"""
    return Vector("sealing-key", "unfit-sealing-key", b"\1" + bytes(31))


def sealing_key_of_order_8() -> Vector:
    """a key of order 8"""
    key = bytes.fromhex("e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800")
    return Vector("sealing-key", "unfit-sealing-key", key)


def sealing_key_zero_not_canonical() -> Vector:
    """zero, written one field size higher"""
    return Vector("sealing-key", "unfit-sealing-key", (2**255 - 19).to_bytes(32, "little"))


def sealing_key_short() -> Vector:
    """31 bytes"""
    return Vector("sealing-key", "unfit-sealing-key", sealing_public(known("reader"))[:-1])


def digest_of_fields() -> Vector:
    """the bytes a digest runs over: each field with its length, a number as decimal text"""
    fields = {"domain": "pbem/test/1", "text": "german", "number": "4", "bytes": GAME.hex()}
    fields["digest"] = digest("pbem/test/1", "german", 4, GAME).hex()
    return Vector("digest", "ok", framed("pbem/test/1", "german", 4, GAME), fields)


MAKERS: list[Maker] = [
    make
    for name, make in list(globals().items())
    if name.startswith(("envelope_", "opening_", "box_", "sealing_key_", "digest_"))
]
