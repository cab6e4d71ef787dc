"""The command line.  Thin: results to stdout, talk to stderr, words in voice.py; code is imported when it runs."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence

from pbem.cli.verbs import help_text


def main(args: Sequence[str] | None = None) -> None:
    """Run a command line and end the program."""
    given = list(sys.argv[1:] if args is None else args)
    if given in ([], ["-h"], ["--help"]):
        _tell(help_text())
        sys.exit(0)
    gc.set_threshold(500_000, 20, 20)  # a command lives for a moment and makes little garbage: a tenth of its time
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # nobody else's code has a say in what is valid
    from pbem.cli.root import run

    try:
        run(given)
    finally:
        gc.freeze()  # what a command leaves goes with its process: nobody need search it for garbage once more


def _tell(text: str) -> None:
    """Print it, to a pager that has been closed as well."""
    try:
        print(text, flush=True)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
