"""How stories of units and places are said at the terminal."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Any

from pbem.cli.voice import REPEATED


def replay_wants() -> str:
    return "--format page shows the whole game; a map or data want a number: --to 4"


def whole_game() -> str:
    return "a page shows the whole game: leave --to out, or take --format svg, ascii or json"


def for_a_side() -> str:
    return "a map or data after a number is what everybody knows: --for goes with --format page"


def for_a_story() -> str:
    return "what happened number by number is what everybody knows: --for goes with the name of a unit or a place"


def moment(line: Any) -> str:
    """A line of a story, for the log: number, turn and step, what happened."""
    aside = "   set aside" if line.aside else ""
    return f"{line.scene:3}  {when(line):28}  {line.words}{aside}"


def when(line: Any) -> str:
    return REPEATED.sub(r"\1", f"{line.turn} {line.step}".strip())


def story(found: Any) -> list[str]:
    """How it is now, then how it came to be so: with the case, and the dice that anybody can work out again."""
    return [found.now, *(line for one in found.lines for line in _with_proof(one))]


def _with_proof(line: Any) -> list[str]:
    proof = [line.case, *_dice(line.throws)]
    said = "   ".join(part for part in proof if part)
    return [moment(line), *([f"{'':35}{said}"] if said else [])]


def story_plain(found: Any) -> dict[str, Any]:
    return {
        "name": found.name,
        "now": found.now,
        "lines": [
            {
                "number": line.scene,
                "turn": line.turn,
                "step": line.step,
                "words": line.words,
                "case": line.case,
                "dice": [{"name": one.name, "die": one.die, "faces": list(one.faces)} for one in line.throws],
                "set_aside": line.aside,
            }
            for line in found.lines
        ],
    }


def _dice(throws: Iterable[Any]) -> list[str]:
    """Each die with its name, by which `pbem dice` knows it; draws of one cup are named once: `chit 3, 4: 50, 3`."""
    said: list[str] = []
    for (name, is_drawn), more in groupby(throws, key=lambda throw: (_cup(throw), bool(throw.drawn))):
        thrown = list(more)
        if is_drawn and len(thrown) > 1:
            numbers = ", ".join(throw.name.rpartition(" ")[2] for throw in thrown)
            said.append(f"die {name} {numbers}: {'; '.join(map(_faces, thrown))}")
        else:
            said += [f"die {throw.name}: {_faces(throw)}" for throw in thrown]
    return said


def _cup(throw: Any) -> str:
    """The name without the number of the draw."""
    name, _, number = throw.name.rpartition(" ")
    return str(name if number.isdecimal() else throw.name)


def _faces(throw: Any) -> str:
    """The die's faces; what it drew, where it is the place of something in a cup or pile."""
    return f"{' '.join(map(str, throw.faces))}{f' draws {throw.drawn}' if throw.drawn else ''}"
