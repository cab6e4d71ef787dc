"""What can be said of a game without its rules: what was signed, what is asked, and in whose words the turn goes."""

from __future__ import annotations

from pbem.kit.fingerprint import rules_stamp
from pbem.kit.keeper import keeper
from pbem.model.canonical import canonical, parse_canonical
from pbem.model.errors import Tampered
from pbem.office.game import Game
from pbem.seal.envelope import Envelope


def contents(game: Game, envelope: Envelope) -> bytes | None:
    """What an envelope says, if it is open or its opening is known here."""
    if not envelope.sealed:
        return envelope.body
    opened = game.vault.opening(envelope.header.digest())
    return opened.payload if opened else None


def kinds_asked(game: Game, seat: str) -> list[str]:
    """The kinds of what a seat is asked, as far as this one may know, in the order of their labels."""
    number = game.judged(game.course.number)
    outcome = game.course.outcome(number)
    if outcome is None:
        from pbem.office.knowing import knowledge

        return [asked.kind for asked in knowledge(game, seat).due]
    if game.is_referee:
        due = (game.vault.whole(number) or {"due": []})["due"]
    else:
        own = game.vault.part(number) if game.charter.has_referee else None
        due = [*outcome.next.decisions, *(own["due"] if own else [])]
    return [asked["kind"] for asked in due if asked["side"] == seat]


def turn_of(game: Game) -> tuple[str, str]:
    """The system's title and the turn in its words: as they were said before of this head by the same rules."""
    name = f"turn-{game.draft_envelope.header.digest().hex()[:16]}-{game.seat}"
    place = keeper() if game.rulesets is None else None
    found = place.recall(name) if place else None
    if found is not None and (said := _still(found, game)) is not None:
        return said
    spec, table = game.rules.spec, game.whole(game.course.resume).position.table
    title, turn = spec.title, spec.wording.turn(table) if spec.wording else ""
    if place and spec.folder:
        about = {"folder": spec.folder, "head": game.course.head.hex(), "rules": rules_stamp(spec.folder)}
        place.keep(name, canonical({**about, "title": title, "turn": turn}))
    return title, turn


def _still(found: bytes, game: Game) -> tuple[str, str] | None:
    try:
        said = parse_canonical(found)
        if said["head"] == game.course.head.hex() and said["rules"] == rules_stamp(said["folder"]):
            return said["title"], said["turn"]
    except (Tampered, KeyError, TypeError, OSError):
        pass
    return None
