"""Who may sign a document, and whether he did."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.book.course import Course
from pbem.model.errors import Tampered
from pbem.seal.envelope import Envelope
from pbem.seal.signing import check_signed


def check_document(course: Course, envelope: Envelope, after: bytes, keys: Mapping[str, tuple[bytes, ...]]) -> None:
    """Refuse a document of another game, number or head, or one that its seat did not sign."""
    header = envelope.header
    if header.game != course.charter.game:
        raise Tampered("belongs to another game")
    if header.exchange != course.open_number:
        raise Tampered(f"belongs to exchange {header.exchange}, not {course.open_number}")
    if header.seat not in keys:
        raise Tampered(f"is signed by {header.seat}, who has no seat")
    if header.after != after:
        raise Tampered("answers another document than the one before it")
    check_any(envelope, keys[header.seat])


def check_any(envelope: Envelope, keys: tuple[bytes, ...]) -> None:
    """Refuse an envelope that no key of its seat signed; while a seat changes its key it has two."""
    if not any(is_signed(envelope, key) for key in keys):
        raise Tampered("the signature does not fit")


def is_signed(envelope: Envelope, key: bytes) -> bool:
    try:
        check_signed(envelope, key)
    except Tampered:
        return False
    return True
