"""A game against the program, one command a turn; under it lies a game by mail, with a referee and an audit.

The player has a folder, secrets and mails as always; the referee's lie beside them, and resolve at once.  The bot is
part of the charter.  Nothing is easier to forge for who sits alone at a table; but nobody forges it by mistake.
"""

from __future__ import annotations

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
from pbem.engine.spec import RulesetSpec, Setup
from pbem.model.errors import Refused
from pbem.model.records import frozen
from pbem.office.game import Entropy, Game
from pbem.office.rulesets import ruleset
from pbem.office.sheetnames import sheet_name
from pbem.play.bots import bot_names

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


def begin(root: Path, system: str, said: SoloTerms, *, clock: datetime, entropy: Entropy) -> Sitting:
    """A new game: you are the side that is named, or the first; a bot is the other."""
    spec = ruleset(system)
    if said.side and said.side not in spec.sides:
        raise Refused(f"no side {said.side!r}", f"{spec.title} has {', '.join(spec.sides)}")
    mine, scenario = said.side or spec.sides[0], said.scenario or spec.scenarios[0].name
    bot = _bot(spec, said, Setup(scenario=scenario, options=dict(said.options)))
    bots = {other: bot for other in spec.sides if other != mine}
    theatre = Theatre(root, system, clock, entropy, scenario, said.windows, bots, said.options, PATIENT)
    theatre.found()
    return Sitting(sheet=next_draft(theatre.seats[mine]))


def _bot(spec: RulesetSpec, said: SoloTerms, setup: Setup) -> str:
    """The one that is named, or the thinker, or what there is."""
    names = bot_names(spec)
    if not names:
        raise Refused(f"{spec.title} has no bot to play against")
    return with_time(said.bot or names[-1], said.think, spec, setup)


def go_on(root: Path, *, silent: bool, read: Callable[[Path], str], clock: datetime, entropy: Entropy) -> Sitting:
    """Play the sheet that lies there, or what silence would do, and show what came of it."""
    theatre = Theatre(root, "", clock, entropy)
    theatre.reopen()
    me = next(game for seat, game in theatre.seats.items() if seat != REFEREE)
    theatre.system = me.charter.draft.versions.ruleset
    for game in theatre.seats.values():
        game.sure_of_clock = True  # a game against the program may rest as long as one likes
    if me.course.result is not None:
        return _ended(theatre, me, "")
    path = me.folder.path / sheet_name(me)
    if silent:
        theatre.be_silent(me.seat)
        return _played(theatre, me)
    signed = signed_text(me)
    if not path.exists() and not signed:
        return Sitting(sheet=next_draft(me))
    text = read(path) if path.exists() else signed
    if _bare(text) == _bare(draft_sheet(me)):
        if not signed and known_to_player(me).due:
            return Sitting(sheet=path, untouched=True)
        text = signed or text
    looked = check_sheet(me, text, path.name)
    if not looked.good:
        return Sitting(looked=looked, sheet=path)
    theatre.send(sign(me, text, final=True, clock=clock))
    return _played(theatre, me)


def _played(theatre: Theatre, me: Game) -> Sitting:
    """The referee resolves; what the player gets to see."""
    theatre.resolve()
    me.refresh()
    report = told(me, me.seat, "text")
    words = report if isinstance(report, str) else report.decode("utf-8")
    if me.course.result is not None:
        return _ended(theatre, me, words)
    return Sitting(words, sheet=next_draft(me))


def _ended(theatre: Theatre, me: Game, report: str) -> Sitting:
    """What was hidden is opened, and the player's own book played again."""
    if not theatre.referee.course.opened:
        theatre.deliver(open_hidden(theatre.referee))
    return Sitting(report, audited=audit(me.folder.path))


def _bare(text: str) -> list[str]:
    """What a sheet orders: comments, blanks and the schema's line left out."""
    return [line.partition("#")[0].rstrip() for line in text.splitlines() if line.partition("#")[0].strip()]
