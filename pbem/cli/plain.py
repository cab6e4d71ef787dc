"""What `--json` prints: the same facts as voice.py tells in words."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any


def looked(found: Any) -> dict[str, Any]:
    echoes, stops = (found.checked.echoes, found.checked.stops) if found.checked else ((), ())
    return {
        "good": found.good,
        "unread": found.legible.unread if found.legible else 0,
        "problems": [asdict(problem) for problem in found.problems],
        "echoes": [{"line": e.at.line, "part": e.part, "words": e.words} for e in echoes],
        "stops": list(stops),
        "standing": list(found.counting),
        "standing next": list(found.coming),
    }


def received(found: Any) -> dict[str, Any]:
    return {
        "taken": [{"type": o.header.type, "seat": o.header.seat, "exchange": o.header.exchange} for o in found.taken],
        "known": found.known,
        "kept": [{"what": k.what, "title": k.reason.title, "why": k.reason.why, "do": k.reason.do} for k in found.kept],
        "proofs": [str(proof) for proof in found.proofs],
        "pages": found.pages,
        "notes": found.notes,
    }


def luck(found: dict[str, Any]) -> dict[str, Any]:
    return {
        side: {"count": one.count, "mean": str(one.mean), "as_good": str(one.as_good)} for side, one in found.items()
    }


def log(line: Any) -> dict[str, Any]:
    return {
        "number": line.number,
        "kind": line.kind,
        "at": line.at,
        "words": line.words,
        "head": line.head,
        "set_aside": line.set_aside,
    }
