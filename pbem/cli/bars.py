"""The progress bar: for work that lasts longer than a second, on a terminal, on stderr."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from time import monotonic

import click

PATIENCE = 1.0  # seconds: what is done before needs no bar


@contextmanager
def progress(label: str, steps: int, seconds: Callable[[], float] = monotonic) -> Iterator[Callable[[], None]]:
    """What to call after each step; the first call that comes late enough draws the bar."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    begun, bar = seconds(), click.progressbar(length=steps, label=label, file=sys.stderr)
    with ExitStack() as drawn:

        def one_more() -> None:
            if bar.entered:
                bar.update(1)
                return
            bar.pos += 1
            if seconds() - begun >= PATIENCE:
                drawn.enter_context(bar)

        yield one_more
