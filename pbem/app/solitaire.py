"""A game against the program, one command a turn; under it lies a game by mail, with a referee and an audit.

The player has a folder, secrets and mails as always; the referee's lie beside them, and resolve at once.  The bot is
part of the charter.  Nothing is easier to forge for who sits alone at a table; but nobody forges it by mistake.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Mapping
from dataclasses import field
from datetime import datetime
from pathlib import Path

from pbem.app.audits import Audited, audit
from pbem.app.budget import with_time
from pbem.app.ending import open_hidden
from pbem.app.moment_schemas import next_draft
from pbem.app.ordering import sign, signed_text
from pbem.app.reports import told
from pbem.app.seats import Looked, check_sheet, draft_sheet, known_to_player
from pbem.app.theatre import Theatre
from pbem.book.documents import REFEREE
from pbem.book.lock import locked
from pbem.engine.spec import RulesetSpec, Setup
from pbem.model.errors import Refused
from pbem.model.records import frozen
from pbem.office.game import Entropy, Game
from pbem.office.rulesets import ruleset
from pbem.office.sheetnames import sheet_name
from pbem.play.bots import bot_names
from pbem.seal.envelope import FINAL

TABLE = ".table"
"""The folder beside the book in which a game is founded, and which one command at a time may hold."""
HOURS = 2160
"""Nobody is hurried: so long a turn and a question may take."""
PATIENT = {"turn": HOURS, "question": HOURS, "grace": 0, "stalled": {"after": 14, "then": "wait"}}


@frozen
class Sitting:
    """What one command came to."""

    report: str = ""
    looked: Looked | None = None
    """What is wrong with the sheet; it was not played."""
    sheet: Path | None = None
    """What is to be written next."""
    untouched: bool = False
    """The sheet is still as it was drafted."""
    overruled: bool = False
    """Other orders had been signed as final before this sheet: they were played."""
    audited: Audited | None = None
    """The game is over, and was played again from its documents."""


@frozen
class SoloTerms:
    """What the player says of a new game; what he does not say is as usual."""

    side: str = ""
    scenario: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    windows: Mapping[str, str] = field(default_factory=dict)
    bot: str = ""
    think: str = ""


def table_of(place: Path) -> Path | None:
    """The folder of the game that lies here, or around here; what was founded last moment is moved in first."""
    _move_in(place)
    around = [place, *([place.resolve().parent] if (place / "seat.json").exists() else [])]
    return next((one for one in around if _is_table(one)), None)


def table_around(start: Path) -> Path | None:
    """The game that somebody stands in."""
    start = start.resolve()
    return next((folder for folder in (start, *start.parents) if _is_table(folder)), None)


def _is_table(folder: Path) -> bool:
    return (folder / "seat.json").exists() and (folder / "secrets" / "seats").is_dir()


def begin(root: Path, system: str, said: SoloTerms, *, clock: datetime, entropy: Entropy) -> Sitting:
    """A new game: you are the side that is named, or the first; a bot is the other.

    It is founded in a folder of its own, which then becomes the game's at once: what broke off leaves no half a game.
    """
    spec = ruleset(system)
    if said.side and said.side not in spec.sides:
        raise Refused(f"no side {said.side!r}", f"{spec.title} has {', '.join(spec.sides)}")
    mine, scenario = said.side or spec.sides[0], said.scenario or spec.scenarios[0].name
    bots = {other: _bot(spec, said) for other in spec.sides if other != mine}
    bots = with_time(bots, said.think, spec, Setup(scenario=scenario, options=dict(said.options)))
    founding = root / TABLE / "founding"
    theatre = Theatre(founding, system, clock, entropy, scenario, said.windows, bots, said.options, PATIENT)
    terms = theatre.drafted()
    if root.is_dir() and any(one.name != TABLE for one in root.iterdir()):
        raise Refused(f"{root} is not empty", f"name a new folder: pbem play {system} --into FOLDER")
    with locked(root / TABLE):
        shutil.rmtree(founding, ignore_errors=True)
        theatre.found(terms)
        next_draft(theatre.seats[mine])
        os.rename(founding, root / TABLE / "founded")
        _move_in(root)
    return Sitting(sheet=next_draft(_reopened(root, clock, entropy).seats[mine]))


def _move_in(root: Path) -> None:
    """What was founded is the game's folder from now on; the file that says so comes last."""
    founded = root / TABLE / "founded"
    if founded.is_dir():
        for one in sorted(founded.iterdir(), key=lambda one: (one.name == "seat.json", one.name)):
            os.rename(one, root / one.name)
        founded.rmdir()


def _bot(spec: RulesetSpec, said: SoloTerms) -> str:
    """Who plays: the best there is, unless another is named."""
    names = bot_names(spec)
    if not names:
        raise Refused(f"{spec.title} has no bot to play against")
    return said.bot or names[-1]


def go_on(
    root: Path,
    *,
    silent: bool,
    read: Callable[[Path], str],
    clock: datetime,
    entropy: Entropy,
    system: str = "",
    said: SoloTerms | None = None,
) -> Sitting:
    """Play the sheet that lies there, or what silence would do, and show what came of it.

    What is `said` of the game must be so in it.
    """
    with locked(root / TABLE):
        theatre = _reopened(root, clock, entropy)
        me = next(game for seat, game in theatre.seats.items() if seat != REFEREE)
        _check_same(root, me, system, said or SoloTerms())
        theatre.system = me.charter.draft.versions.ruleset
        for game in theatre.seats.values():
            game.sure_of_clock = True  # a game against the program may rest as long as one likes
        before = me.course.number
        theatre.catch_up()
        if me.course.result is not None:
            return _ended(theatre, me, _report(me) if me.course.number > before else "")
        if me.course.number > before:  # an earlier command broke off behind the sheet
            return Sitting(_report(me), sheet=next_draft(me))
        return _turn(theatre, me, silent, read)


def _reopened(root: Path, clock: datetime, entropy: Entropy) -> Theatre:
    theatre = Theatre(root, "", clock, entropy)
    theatre.reopen()
    return theatre


def _check_same(root: Path, me: Game, system: str, said: SoloTerms) -> None:
    """Refuse to go on with a game that is not the one that is meant."""
    there = _terms_of(me)
    if said.bot and said.bot == said.bot.partition(" ")[0]:
        there["bot"] = there["bot"].partition(" ")[0]
    meant = {"system": system, "side": said.side, "scenario": said.scenario, "bot": said.bot}
    for name, wanted in {**meant, **said.options, **said.windows}.items():
        if wanted and wanted != there.get(name, "pass"):
            raise Refused(
                f"{root} holds a game with {name} {there.get(name, 'pass')}, not {wanted}",
                f"pbem play --into {root} goes on with it; a new game wants another folder: --into FOLDER",
            )


def _terms_of(me: Game) -> dict[str, str]:
    """What could have been said when the game was begun, and what has come of it."""
    draft = me.charter.draft
    usual = {option.name: option.default for option in me.rules.spec.options}
    named = {"system": draft.versions.ruleset, "side": me.seat, "scenario": draft.scenario}
    return {**named, "bot": next(iter(draft.bots.values()), ""), **usual, **draft.options, **draft.windows}


def _turn(theatre: Theatre, me: Game, silent: bool, read: Callable[[Path], str]) -> Sitting:
    """The sheet of the open exchange: what was signed as final, silence, or what lies there."""
    path = me.folder.path / sheet_name(me)
    signed = signed_text(me)
    text = theatre.silence(me.seat) if silent else read(path) if path.exists() else signed
    if _is_final(me):
        _hand_in(theatre, me, signed)
        return _played(theatre, me, overruled=_bare(text) not in (_bare(signed), _bare(draft_sheet(me))))
    if not path.exists() and not signed:  # an earlier command broke off before it could show what it did
        return Sitting(_report(me) if me.course.number else "", sheet=next_draft(me))
    if silent:
        _hand_in(theatre, me, text)
        return _played(theatre, me)
    if _bare(text) == _bare(draft_sheet(me)):
        if not signed and known_to_player(me).due:
            return Sitting(sheet=path, untouched=True)
        text = signed or text
    looked = check_sheet(me, text, path.name)
    if not looked.good:
        return Sitting(looked=looked, sheet=path)
    _hand_in(theatre, me, text)
    return _played(theatre, me)


def _hand_in(theatre: Theatre, me: Game, text: str) -> None:
    theatre.send(sign(me, text, final=True, clock=theatre.clock))


def _is_final(me: Game) -> bool:
    """Whether orders were signed after which no others can follow: a command broke off before they were played."""
    made = me.vault.all_signed("orders", me.course.open_number)
    return any(one.header.revision == FINAL and one.header.after == me.course.head for one in made)


def _played(theatre: Theatre, me: Game, *, overruled: bool = False) -> Sitting:
    """The referee resolves; what the player gets to see."""
    theatre.resolve()
    me.refresh()
    if me.course.result is not None:
        return _ended(theatre, me, _report(me))
    return Sitting(_report(me), sheet=next_draft(me), overruled=overruled)


def _report(me: Game) -> str:
    """The newest, as the player may read it."""
    report = told(me, me.seat, "text")
    return report if isinstance(report, str) else report.decode("utf-8")


def _ended(theatre: Theatre, me: Game, report: str) -> Sitting:
    """What was hidden is opened, and the player's own book played again."""
    if not theatre.referee.course.opened:
        theatre.deliver(open_hidden(theatre.referee))
    return Sitting(report, audited=audit(me.folder.path))


def _bare(text: str) -> list[str]:
    """What a sheet orders: comments, blanks and the schema's line left out."""
    return [line.partition("#")[0].rstrip() for line in text.splitlines() if line.partition("#")[0].strip()]
