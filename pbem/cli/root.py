"""The verbs and where they live; and the one place where the program ends."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from pbem import VERSION
from pbem.cli import voice
from pbem.cli.lazy import LazyGroup
from pbem.model.errors import Refused, Tampered

GAME, PLAYER, REFEREE, LOOKING, TRIALS = (
    f"pbem.cli.{module}" for module in ("game", "player", "referee", "looking", "trials")
)
VERBS = {
    "games": (LOOKING, "systems, scenarios, options and data shares"),
    "rule": (LOOKING, "a rule case and its rulings"),
    "keygen": (GAME, "a signing key"),
    "new": (GAME, "the draft of a charter"),
    "join": (GAME, "enter a game"),
    "start": (GAME, "make the charter, all being in"),
    "status": (GAME, "who owes what by when"),
    "draft": (PLAYER, "the next sheet"),
    "check": (PLAYER, "problems of a sheet, echo of its lines"),
    "forecast": (PLAYER, "chances of a sheet"),
    "sign": (PLAYER, "the envelope of a sheet"),
    "answer": (PLAYER, "the envelope of one answer"),
    "receive": (REFEREE, "take mails in"),
    "adjudicate": (REFEREE, "resolve and publish"),
    "report": (REFEREE, "the report as text, Markdown, BBCode, HTML, PDF, page"),
    "map": (LOOKING, "a map, empty or with units"),
    "moves": (PLAYER, "where a unit can go"),
    "odds": (PLAYER, "odds and chances of an attack"),
    "supply": (PLAYER, "a unit's supply"),
    "away": (PLAYER, "be absent for a while"),
    "case": (TRIALS, "run written cases"),
    "data": ("pbem.cli.data", "check your own data; write schemas"),
    "selfplay": (TRIALS, "random players against each other"),
    "completion": (LOOKING, "completion for bash, zsh, fish"),
}


@click.group(cls=LazyGroup, lazy=VERBS, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(VERSION, prog_name="pbem")
def pbem() -> None:
    """Play board wargames by mail, with signed orders and dice that anybody can check."""


def main(args: Sequence[str] | None = None) -> None:
    """Run a command line and end the program."""
    try:
        code = pbem.main(args=args, prog_name="pbem", standalone_mode=False)
    except click.exceptions.Abort:
        code = 130
    except click.ClickException as error:
        error.show()
        code = voice.USAGE if isinstance(error, click.UsageError) else voice.PROBLEMS
    except Refused as refused:
        voice.refuse(refused)
        code = voice.PROBLEMS
    except Tampered as tampered:
        voice.say(f"pbem: {tampered}")
        code = voice.BROKEN
    except BrokenPipeError:
        code = voice.DONE
    sys.exit(code or voice.DONE)
