"""The documents of a folder one by one: what each may be by itself, whatever ends the folder."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from pbem.book.documents import JSON_KINDS, REFEREE, Reveal, read_payload
from pbem.book.findings import Findings
from pbem.book.folder import COUNTED, Folder
from pbem.book.linking import check_link_shown
from pbem.book.page import Page
from pbem.book.rekeying import check_rekey, rekeys_of, signing_keys
from pbem.book.signers import check_document
from pbem.model.errors import Tampered
from pbem.seal.envelope import Envelope

BESIDE_A_RECORD = frozenset(
    {"orders", "standing", "away", "extension", "rekey", "receipt", "close", "reveal", "agreement"}
)
"""What may stand beside the record of an exchange."""
WITHOUT_REVISION = frozenset({"close", "reveal", "record"})


def check_documents(
    folder: Folder, page: Page, beside: Collection[str], findings: Findings, *, record_after: bytes = b""
) -> None:
    """Every document: that it has a place here, its header, what it answers, who signed it, its link, what it says.

    `record_after`: what the record comes after.
    """
    rekeys = _sound_rekeys(folder, page, findings)
    keys = signing_keys(folder.course, rekeys)
    losing = {seat for seat, made in rekeys_of(folder.course, rekeys).items() if made.chain == "lost"}
    for file, envelope in page.documents.items():
        kind, place = envelope.header.type, f"{page.name}/{file}"
        with findings.checking("envelopes", place):
            if kind not in beside and kind != "record":
                raise Tampered(f"a {kind} has no place here")
            if kind != "rekey":  # judged by itself, since the spare key and the others may sign it
                check_document(folder.course, envelope, _answered(folder, envelope, record_after), keys)
                check_signer(folder, envelope)
            check_said(folder, envelope)
        if page.record is None or page.record.outcome is not None or kind != "record":
            with findings.checking("links", place):
                check_link_shown(folder.course, envelope, losing=envelope.header.seat in losing)


def _sound_rekeys(folder: Folder, page: Page, findings: Findings) -> list[Envelope]:
    sound = []
    for envelope in folder.of_type("rekey"):
        with findings.checking("envelopes", f"{page.name}/rekey of {envelope.header.seat}"):
            if envelope.header.game != folder.charter.game or envelope.header.exchange != folder.course.open_number:
                raise Tampered("belongs to another game or number")
            if envelope.header.after != folder.course.head:
                raise Tampered("answers another document than the one before it")
            check_rekey(folder.course, envelope, beside=folder.documents)
            sound.append(envelope)
    return sound


def _answered(folder: Folder, envelope: Envelope, record_after: bytes) -> bytes:
    """What a document comes after.  Receipts and silences are judged with what they are for."""
    header, head = envelope.header, folder.course.head
    close = folder.close.header.digest() if folder.close else head
    if header.type in ("receipt", "silence") or (header.type == "agreement" and header.after == close):
        return header.after
    return {"reveal": close, "record": record_after}.get(header.type, head)


def check_alone(folder: Folder, envelope: Envelope) -> None:
    """What is asked of a document wherever it stands, but for its signature, its chain and what it is for."""
    header = envelope.header
    check_signer(folder, envelope)
    check_said(folder, envelope)
    if header.link and folder.course.procedure.link_in.get(header.seat) != header.type:
        raise Tampered(f"shows a link of {header.seat} where none belongs")


def check_signer(folder: Folder, envelope: Envelope) -> None:
    """Refuse a document of a seat that has none of this type to write."""
    flow, kind, seat = folder.course.procedure, envelope.header.type, envelope.header.seat
    players = set(folder.charter.players)
    allowed: dict[str, Collection[str]] = {
        "orders": players & set(folder.course.next.seats),
        "standing": players,
        "away": players,
        "extension": (REFEREE,),
        "close": (flow.closer,),
        "reveal": flow.revealers,
    }
    if seat not in allowed.get(kind, (seat,)):
        raise Tampered(f"is not for {seat} to write")


def check_said(folder: Folder, envelope: Envelope) -> None:
    """Refuse a document whose revision, seal or contents are not as its type has them."""
    header, flow = envelope.header, folder.course.procedure
    if (header.revision == 0) != (header.type in WITHOUT_REVISION):
        raise Tampered(f"a {header.type} of revision {header.revision} is none")
    sealed = header.seat in flow.sealed if header.type == "orders" else folder.charter.has_referee
    if envelope.sealed != (sealed and header.type in ("orders", "standing")):
        raise Tampered(f"should {'not ' if envelope.sealed else ''}be sealed")
    if header.type in JSON_KINDS:
        read_payload(JSON_KINDS[header.type], envelope.body)
    if header.type == "reveal" and not flow.opens_publicly and read_payload(Reveal, envelope.body) != Reveal():
        raise Tampered("opens orders that go to the referee alone")


def check_counted_once(folder: Folder, page: Page, findings: Findings) -> None:
    """Orders and consents of a seat share one counter."""
    for seat in folder.charter.seats:
        counted = [one.header.revision for kind in COUNTED for one in folder.of_type(kind, seat)]
        once = len(set(counted)) == len(counted)
        findings.check("heads", page.name, once, f"{seat} has used a number twice for orders and consents")


def check_named(page: Page, ends: Iterable[str], said: Mapping[str, str], findings: Findings) -> None:
    """Every other document of a page is named by those that end it."""
    ends = sorted(ends)
    named = {file: one.header.digest().hex() for file, one in page.documents.items() if file not in ends}
    for file in sorted(named.keys() | said.keys()):
        if file not in named:
            findings.broke("heads", f"{page.name}/{file}", "is missing")
        elif named[file] != said.get(file):
            findings.broke("heads", f"{page.name}/{file}", f"not what {page.name}/{ends[0]} signed")
