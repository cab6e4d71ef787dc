"""Golden games come out as they were recorded; if they do not, the ruleset's version says that this was meant."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pbem.model.canonical import parse_canonical
from pbem.play.golden import replayed
from pbem.proof.subject import Subject


def golden_games_stay(subject: Subject) -> Iterator[str]:
    """Golden games come out as they were recorded, or the version has risen and they are recorded anew."""
    for path in sorted(subject.proofs.games.glob("*.json")) if subject.proofs.games is not None else ():
        if fault := changed(subject, path):
            yield f"{path.name}: {fault}"


def changed(subject: Subject, path: Path) -> str:
    """What became of one game, if it is not what it was."""
    spec, golden = subject.spec, path.read_bytes()
    game = parse_canonical(golden)
    if game["system"] != spec.name:
        return f"a game of {game['system']}"
    played = game["exchanges"]
    again = parse_canonical(replayed(spec, golden))["exchanges"]
    other = next((number for number, pair in enumerate(zip(played, again, strict=False), 1) if pair[0] != pair[1]), 0)
    if not other and len(played) == len(again):
        return ""
    at, recorded = other or min(len(played), len(again)) + 1, game.get("version", spec.version)
    if recorded == spec.version:
        return f"exchange {at} of {len(played)} comes out otherwise, and the version is {spec.version} as before"
    return f"recorded by version {recorded}, and exchange {at} is another by version {spec.version}: record anew"
