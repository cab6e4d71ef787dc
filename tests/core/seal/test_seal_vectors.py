"""Every vector of `tests/vectors/seal` is read as it says, and its maker still makes the same bytes."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from pbem.model.canonical import canonical, parse_canonical
from pbem.model.digest import digest, framed
from pbem.model.errors import Refused, Tampered
from pbem.seal.armour import first_difference
from pbem.seal.blocks import find_blocks
from pbem.seal.box import Box, check_sealing_key, open_box
from pbem.seal.envelope import Envelope, Header
from pbem.seal.keys import Identity, check_enrolment, parse_public_line, public_line
from pbem.seal.sheettext import check_sheet_text, sheet_text
from pbem.seal.signing import check_signed, verify
from pbem.seal.words import label

VECTORS = Path(__file__).parents[2] / "vectors"
sys.path.insert(0, str(VECTORS))

import make_vectors  # noqa: E402
from vector_form import Vector, made, read, stored  # noqa: E402

FAILURES: dict[str, tuple[type[Exception], str]] = {
    "cut-off": (Tampered, "cut off in field"),
    "bytes-follow": (Tampered, "bytes follow"),
    "other-contents": (Tampered, "the contents are not what"),
    "does-not-fit": (Tampered, "the signature does not fit"),
    "wrong-length": (Tampered, "the signature has"),
    "s-too-large": (Tampered, "S is not below"),
    "r-of-small-order": (Tampered, "R has small order"),
    "unfit-key": (Tampered, "the key is unfit"),
    "key-length": (Refused, "has 31 bytes"),
    "small-order": (Refused, "it has small order"),
    "mixed-order": (Refused, "it has mixed order"),
    "not-canonical": (Refused, "not written in its canonical form"),
    "no-point": (Refused, "no point of the curve"),
    "no-public-line": (Refused, "no public key in"),
    "mistyped-line": (Refused, "cut off or mistyped"),
    "passphrase-wanted": (Refused, "locked with a passphrase"),
    "no-identity": (Refused, "the identity or its passphrase is wrong"),
    "other-type": (Refused, "no Ed25519 key"),
    "other-format": (Tampered, "the format is"),
    "no-type": (Tampered, "no type of document"),
    "header-length": (Tampered, "(game|after|link) has"),
    "no-number": (Tampered, "wanted a whole number"),
    "not-ascii": (Tampered, "not ASCII"),
    "no-seat": (Tampered, "no name of a seat"),
    "salt-length": (Tampered, "the salt has"),
    "does-not-open": (Tampered, "does not open"),
    "other-document": (Tampered, "belongs to another document"),
    "wrong-padding": (Tampered, "padded wrongly"),
    "no-box": (Tampered, "no box of format"),
    "unfit-sealing-key": (Refused, "the sealing key is unfit"),
    "damaged": (Refused, "is damaged"),
    "no-end": (Refused, "has no end|another block begins|do not belong together"),
    "forbidden-character": (Tampered, r"the sheet holds U\+"),
    "trailing-blanks": (Tampered, "blanks at the end of line 7$"),
    "final-newline": (Tampered, "end with one newline"),
    "not-utf-8": (Tampered, "the sheet is not UTF-8"),
    "not-canonical-record": (Tampered, "not in its canonical form"),
    "key-not-ascii": (Tampered, "is not ASCII text"),
    "no-whole-number": (Tampered, "not a whole number"),
    "number-too-large": (Tampered, "beyond 2"),
    "too-deep": (Tampered, "nested deeper"),
    "not-json": (Tampered, "not JSON"),
    "half-a-pair": (Tampered, "surrogate"),
    "record-not-utf-8": (Tampered, "a record is not UTF-8"),
}


def _envelope(vector: Vector) -> None:
    envelope = Envelope.decode(vector.data)
    check_signed(envelope, bytes.fromhex(vector.fields["key"]))
    assert envelope.encode() == vector.data
    if document := vector.fields.get("document"):
        assert envelope.header.digest().hex() == document


def _signature(vector: Vector) -> None:
    verify(bytes.fromhex(vector.fields["key"]), bytes.fromhex(vector.fields["message"]), vector.data)


def _key(vector: Vector) -> None:
    check_enrolment(vector.data)


def _public_line(vector: Vector) -> None:
    assert parse_public_line(str(vector.body)).hex() == vector.fields["key"]


def _identity(vector: Vector) -> None:
    identity = Identity.load(vector.data, vector.fields["passphrase"])
    assert public_line(identity.public, "german") == vector.fields["line"]


def _opening(vector: Vector) -> None:
    header = Header.decode(bytes.fromhex(vector.fields["header"]))
    header.check_opening(salt=bytes.fromhex(vector.fields["salt"]), payload=vector.data)


def _box(vector: Vector) -> None:
    header, secret, payload = (bytes.fromhex(vector.fields[name]) for name in ("header", "secret", "payload"))
    box = Box.decode(vector.data)
    assert open_box(Header.decode(header), box, secret=secret)[1] == payload
    assert box.encode() == vector.data


def _sealing_key(vector: Vector) -> None:
    check_sealing_key(vector.data)


def _armour(vector: Vector) -> None:
    found = find_blocks(str(vector.body))
    documents = vector.fields["documents"].split()
    envelopes = [Envelope.decode(block.data()) for block in found]
    assert len(found) == len(documents)
    for block, envelope, document in zip(found, envelopes, documents, strict=True):
        assert envelope.header.digest().hex() == document
        if not envelope.sealed:
            contents = envelope.body.decode()
            if line := first_difference(contents, block.readable or contents):
                raise Refused(f"edited after signing, line {line}")


def _sheet(vector: Vector) -> None:
    assert sheet_text(check_sheet_text(vector.data)) == vector.data.decode()


def _record(vector: Vector) -> None:
    assert canonical(parse_canonical(vector.data)) == vector.data


def _label(vector: Vector) -> None:
    words = vector.fields["words"]
    assert label(vector.data, len(words.split("-"))) == words


def _digest(vector: Vector) -> None:
    told = vector.fields
    fields = (told["domain"], told["text"], int(told["number"]), bytes.fromhex(told["bytes"]))
    assert framed(*fields) == vector.data
    assert digest(*fields).hex() == told["digest"]


RUN = {
    "envelope": _envelope,
    "signature": _signature,
    "key": _key,
    "public-line": _public_line,
    "identity": _identity,
    "opening": _opening,
    "box": _box,
    "sealing-key": _sealing_key,
    "armour": _armour,
    "sheet": _sheet,
    "record": _record,
    "label": _label,
    "digest": _digest,
}
FILES = stored(VECTORS / "seal")


@pytest.mark.parametrize("name", FILES)
def test_vector(name: str) -> None:
    vector = read(FILES[name])
    if vector.expect == "ok":
        RUN[vector.kind](vector)
        return
    failure = FAILURES | {"edited": (Refused, rf"edited after signing, line {vector.fields.get('line')}$")}
    kind, words = failure[vector.expect]
    with pytest.raises(kind, match=words):
        RUN[vector.kind](vector)


def test_makers_still_make_the_same_bytes() -> None:
    assert made(make_vectors.SEAL) == FILES
