"""The group of all verbs, and the one place where the program ends."""

from __future__ import annotations

import io
import os
import sys

import click

from pbem import VERSION
from pbem.cli import voice
from pbem.cli.lazy import LazyGroup
from pbem.cli.setting import the_cache
from pbem.cli.verbs import VERBS
from pbem.kit.keeper import use
from pbem.model.errors import Refused, Tampered


@click.group(cls=LazyGroup, lazy=VERBS, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(VERSION, prog_name="pbem")
def pbem() -> None:
    """Play board wargames by mail, with signed orders and dice that anybody can check."""


def is_busy(refused: Refused) -> bool:
    """Whether another program holds the folder: who delivers mail tries again then."""
    return type(refused).__name__ == "Busy"


def run(args: list[str]) -> None:
    """Run a verb; every way to end has its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # an old console may lack a letter; that is no reason to stop
    use(the_cache)
    try:
        code = pbem.main(args=args, prog_name="pbem", standalone_mode=False)
    except click.exceptions.Abort:
        code = 130
    except click.ClickException as error:
        error.show()
        code = voice.USAGE if isinstance(error, click.UsageError) else voice.PROBLEMS
    except Refused as refused:
        voice.refuse(refused)
        code = voice.BUSY if is_busy(refused) else voice.PROBLEMS
    except Tampered as tampered:
        voice.tampered(tampered)
        code = voice.BROKEN
    except BrokenPipeError:
        code = voice.DONE
    except OSError as error:
        voice.say(voice.file_trouble(error))
        code = voice.PROBLEMS
    except Exception as bug:
        if os.environ.get("PBEM_TRACE"):
            raise
        voice.defect(bug)
        code = voice.PROBLEMS
    sys.exit(code or voice.DONE)
