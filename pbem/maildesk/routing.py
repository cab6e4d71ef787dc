"""One inbox, many games: which letter concerns which game folder, by the envelopes in it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from pbem.app.home import Home, open_game
from pbem.maildesk.sorting import sort_letter
from pbem.maildesk.taken import ids_of
from pbem.model.errors import Refused
from pbem.post.letters import letters

Sources = list[tuple[str, bytes]]


def games_below(folder: Path) -> list[Path]:
    """The game folders in a folder and in those right below it."""
    found = [one.parent for pattern in ("seat.json", "*/seat.json") for one in folder.glob(pattern)]
    if not found:
        raise Refused(f"no game folder in {folder}", "name the folder that your games lie in")
    return sorted(found)


def route(folders: Iterable[Path], home: Home, sources: Iterable[tuple[str, bytes]]) -> tuple[dict[Path, Sources], int]:
    """The letters that each folder gets, and how many concern none of them."""
    known = {folder: ids_of(open_game(folder, home)) for folder in folders}
    routed: dict[Path, Sources] = {}
    strange = 0
    for name, source in sources:
        for letter in letters(source, name):
            ids = sort_letter(letter.source).ids()
            meant = [folder for folder, own in known.items() if own & ids]
            strange += not meant
            for folder in meant:
                routed.setdefault(folder, []).append((letter.place, letter.source))
    return routed, strange
