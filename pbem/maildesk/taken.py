"""The games that a desk looks after: their folders, opened when something calls for it."""

from __future__ import annotations

import json
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from pbem.app.home import Home, open_game
from pbem.app.status import glance
from pbem.book.times import say
from pbem.maildesk.config import DeskConfig
from pbem.maildesk.store import Store
from pbem.model.errors import Refused, RulesBug, Tampered
from pbem.model.records import mutable
from pbem.office.game import Game
from pbem.seal.keys import Identity
from pbem.wire.password import Password


@mutable
class TakenGame:
    """One game that the desk has taken up."""

    folder: Path
    name: str = ""
    seat: str = ""
    title: str = ""
    ids: frozenset[bytes] = frozenset()
    """The draft's digest, and the game's id once there is a charter."""
    paused: str = ""
    """Why it rests; empty: it does not."""
    next_at: str = ""
    """When something is to be done although no letter comes."""
    changed: bool = False
    """Somebody else has been at work in the folder since the desk last looked."""
    plain: dict[str, Any] | None = None
    """The status as it was when the folder was last looked at."""


def folders_of(config: DeskConfig, store: Store) -> list[Path]:
    """All game folders: those that the settings name, and those that were taken up by hand."""
    found = {Path(row["folder"]) for row in store.rows("select folder from game where added = 1")}
    for pattern in config.desk.games:
        path = Path(pattern).expanduser()
        base = Path(path.anchor) if path.is_absolute() else Path.cwd()
        found |= {one for one in base.glob(str(path.relative_to(path.anchor))) if (one / "seat.json").is_file()}
    return sorted(one.resolve() for one in found)


def look(folder: Path, home: Home, store: Store, now: datetime, *, fresh: bool = False) -> TakenGame:
    """A game as the desk knows it; its folder is opened only if it has changed since, or if `fresh`."""
    row = store.row("select * from game where folder = ?", str(folder))
    print_ = fingerprint(folder)
    if row is not None and row["print"] == print_ and row["glance"] and not fresh:
        ids = frozenset(bytes.fromhex(one) for one in row["id"].split())
        return TakenGame(
            folder, row["name"], row["seat"], row["title"], ids,
            paused=row["paused"], next_at=row["next_at"], plain=json.loads(row["glance"]),
        )  # fmt: skip
    taken = TakenGame(folder, paused=row["paused"] if row is not None else "", changed=True)
    try:
        game = open_game(folder, home)
        found = glance(game, now)
        taken.name = _name_here(folder, row["name"] if row is not None else "", found.status.name, game.seat, store)
        taken.seat, taken.title, taken.plain = game.seat, found.title, found.plain()
        taken.ids = ids_of(game)
    except (Refused, Tampered, RulesBug, OSError) as error:
        taken.name = row["name"] if row is not None else folder.name
        taken.paused = taken.paused or f"cannot be opened: {error}"
        return taken
    remember(taken, store, print_)
    return taken


def short_name(name: str) -> str:
    """The game's own name, whichever seat of it the desk calls so."""
    return name.partition("-")[0]


def _name_here(folder: Path, before: str, name: str, seat: str, store: Store) -> str:
    """What the desk calls this folder: by its game; the second seat of a game in one home by game and seat."""
    if short_name(before) == name:
        return before
    there = store.rows("select folder from game where name = ? and folder != ?", name, str(folder))
    return f"{name}-{seat}" if any((Path(row["folder"]) / "seat.json").is_file() for row in there) else name


def remember(taken: TakenGame, store: Store, print_: str) -> None:
    ids = " ".join(sorted(one.hex() for one in taken.ids))
    with store.together():
        store.do("insert or ignore into game(folder, added) values(?, 0)", str(taken.folder))
        store.do(
            "update game set id = ?, name = ?, seat = ?, title = ?, print = ?, glance = ?, next_at = ?"
            " where folder = ?",
            ids, taken.name, taken.seat, taken.title, print_, json.dumps(taken.plain), taken.next_at, str(taken.folder),
        )  # fmt: skip


def set_next(taken: TakenGame, at: datetime | None, store: Store) -> None:
    """When this game wants to be looked at again, whatever comes."""
    taken.next_at = say(at) if at else ""
    store.do("update game set next_at = ? where folder = ?", taken.next_at, str(taken.folder))


def pause(folder: Path, store: Store, why: str) -> None:
    store.do("update game set paused = ? where folder = ?", why, str(folder))


def ids_of(game: Game) -> frozenset[bytes]:
    draft = game.draft_envelope.header.digest()
    return frozenset({draft, game.charter.game} if game.has_begun else {draft})


def fingerprint(folder: Path) -> str:
    """Whether anything in book, desk or sent has changed, at the price of three folders' dates."""
    parts = []
    for name in ("book", "desk", "sent"):
        path = folder / name
        if path.is_dir():
            inner = [one.stat().st_mtime_ns for one in path.iterdir() if one.is_dir()]
            parts.append(f"{path.stat().st_mtime_ns}.{max(inner, default=0)}")
    return " ".join(parts)


def signing(taken: TakenGame, home: Home, config: DeskConfig, store: Store) -> Game:
    """The game with the key of its seat; the passphrase comes from where the settings say."""
    game = open_game(taken.folder, home)
    game.address = partial(store.address, taken.name)
    keys = Home(game.home)
    path = keys.key_path(keys.key_of(game))
    game.identity = _identity(keys, path, config)
    return game


def _identity(home: Home, path: Path, config: DeskConfig) -> Identity:
    try:
        return home.identity(path)
    except Refused:
        if not config.desk.key_passphrase_command:
            raise
    return home.identity(path, Password(command=tuple(config.desk.key_passphrase_command)).ask())
