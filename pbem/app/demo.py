"""The demonstration: a finished first turn, its audit, and a broken copy that the audit catches."""

from __future__ import annotations

import re
import shutil
from datetime import datetime
from pathlib import Path

from pbem.app.audits import Audited, audit
from pbem.app.bulletin import wording
from pbem.app.dicework import all_dice
from pbem.app.theatre import Theatre
from pbem.dice.log import Die
from pbem.model.errors import Refused
from pbem.model.records import frozen
from pbem.office.game import Entropy, Game

FACE = re.compile(r"^(\s*-?\s*face: )(\d+)$", re.MULTILINE)


@frozen
class Demo:
    """What the demonstration came to."""

    theatre: Theatre
    system: str
    turn: str
    dice: int
    last: int
    audited: Audited
    broken: Audited
    changed: Die
    said: int


def demo(into: Path, *, system: str, clock: datetime, entropy: Entropy) -> Demo:
    """Play the first turn of a game by its script."""
    if into.exists() and any(into.iterdir()):
        raise Refused(f"{into} is not empty", "name a new folder: pbem demo --into try")
    theatre = Theatre(into, system, clock, entropy)
    theatre.found()
    script = Script(Path(theatre.spec.folder, "demo"))
    theatre.play(script.sheet, script.over)
    game = theatre.referee
    dice = all_dice(game.course)
    if not dice:
        raise Refused(f"the script of {system} threw no dice", "choose another system")
    audited = audit(into)
    die, said = broken_copy(into, dice)
    broken = audit(into / "broken")
    turn = wording(theatre.spec).turn(game.whole(game.course.number - 1).position.table)
    return Demo(theatre, system, turn, len(dice), game.course.number, audited, broken, die, said)


@frozen(slots=False)
class Script:
    """Sheets by exchange and seat: 02-blue.yaml."""

    folder: Path

    def sheet(self, number: int, seat: str) -> str | None:
        path = self.folder / f"{number:02}-{seat}.yaml"
        return path.read_text(encoding="utf-8") if path.exists() else None

    def over(self, game: Game) -> bool:
        """Whether the last scripted exchange is played."""
        return game.course.number >= max((int(path.name[:2]) for path in self.folder.glob("*.yaml")), default=1)


def broken_copy(into: Path, dice: list[Die]) -> tuple[Die, int]:
    """Copy the book and change one face of the last die log; the die, and what it says now."""
    copy = into / "broken"
    shutil.copytree(into / "book", copy / "book")
    die = next((one for one in reversed(dice) if one.key[-1] == "die"), dice[-1])
    path = copy / "book" / f"{die.exchange:02}" / "dice.yaml"
    text = path.read_text(encoding="utf-8")
    found = [match for match in FACE.finditer(text) if int(match[2]) == die.face][-1]
    said = 1 if die.face != 1 else 2
    path.write_text(text[: found.start(2)] + str(said) + text[found.end(2) :], encoding="utf-8")
    return die, said
