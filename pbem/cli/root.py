"""The verbs and where they live; and the one place where the program ends."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from pbem import VERSION
from pbem.cli import voice
from pbem.cli.lazy import LazyGroup
from pbem.model.errors import Refused, Tampered

VERBS = {
    "games": ("pbem.cli.looking", "systems, scenarios, options and data shares"),
    "rule": ("pbem.cli.looking", "a rule case and its rulings"),
    "map": ("pbem.cli.looking", "a map, empty or with units"),
    "case": ("pbem.cli.trials", "run written cases"),
    "data": ("pbem.cli.data", "check your own data; write schemas"),
    "selfplay": ("pbem.cli.trials", "random players against each other"),
    "completion": ("pbem.cli.looking", "completion for bash, zsh, fish"),
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
