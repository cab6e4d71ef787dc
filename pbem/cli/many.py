"""Many games at a glance: one line a game, those that wait for you first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from pbem.cli import voice
from pbem.cli.setting import the_home
from pbem.model.errors import Refused, Tampered
from pbem.model.records import frozen
from pbem.post.moments import moment

HEADS = ("game", "ex", "turn", "what is due", "from", "until", "folder")


@frozen
class Standing:
    """One line: a game's cells, whether it waits for this seat, and by when; or why it could not be read."""

    folder: Path
    cells: tuple[str, ...]
    mine: bool = False
    until: datetime | None = None
    fault: str = ""
    plain: Any = None


def standings(folders: Iterable[Path], now: datetime) -> list[Standing]:
    """Every game; first those that wait for you, then by their deadlines; what cannot be read comes last."""
    found = [_standing(folder, now) for folder in folders]
    return sorted(
        found, key=lambda one: (bool(one.fault), not one.mine, one.until is None, one.until or now, one.cells)
    )


def _standing(folder: Path, now: datetime) -> Standing:
    from pbem.app.home import open_game
    from pbem.app.status import glance

    try:
        found = glance(open_game(folder.resolve(), the_home()), now)
    except (Refused, Tampered, OSError) as trouble:
        return Standing(folder, (folder.name,), fault=str(trouble))
    state = found.status
    owed = [one for one in state.owed if not one.is_in]
    said = [f"{found.owes.get(one.seat, one.what)}{' (signed)' if one.signed else ''}" for one in owed]
    what = " and ".join(dict.fromkeys(said))
    seats = " and ".join(one.seat for one in owed)
    if found.ending is not None:
        what = f"over, {found.ending.winner or 'nobody'} wins"
    by = moment(state.until) if state.until and owed else ""
    what = what or (found.next if found.mine else state.stage)
    cells = (state.name, str(state.exchange or "-"), found.turn, what, seats, by, str(folder))
    return Standing(folder, cells, found.mine, state.until, "", found.plain())


def table(found: Sequence[Standing]) -> list[str]:
    """The lines; `!` marks what waits for you."""
    rows = [HEADS, *(one.cells for one in found if not one.fault)]
    widths = [max(len(row[n]) for row in rows) for n in range(len(HEADS))]
    marks = [" ", *("!" if one.mine else " " for one in found if not one.fault)]
    lines = [
        f"{mark} {'   '.join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))}".rstrip()
        for mark, row in zip(marks, rows, strict=True)
    ]
    return [*lines, *(f"? {one.cells[0]}   {one.fault}" for one in found if one.fault)]


def code_of(found: Sequence[Standing]) -> int:
    """What the table ends with: a folder that cannot be read, a game that waits for you, or nothing."""
    if any(one.fault for one in found):
        return voice.PROBLEMS
    return voice.WAITING if any(one.mine for one in found) else voice.DONE
