"""`--jobs`, `--engine` and `--scheduler`: what much work is done with."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from pbem.cli import voice


def with_means(verb: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the options, and hands them on as `means`."""

    @click.option("--jobs", default=1, show_default=True, type=click.IntRange(1), help="Processes side by side.")
    @click.option(
        "--engine",
        default="local",
        show_default=True,
        type=click.Choice(("local", "dask")),
        help="This machine, or a cluster.",
    )
    @click.option("--scheduler", default="", metavar="ADDRESS", help="The Dask scheduler of the cluster.")
    @wraps(verb)
    def meaning(*args: Any, jobs: int, engine: Any, scheduler: str, **more: Any) -> Any:
        if scheduler and engine != "dask":
            raise click.UsageError(voice.scheduler_of_dask())
        from pbem.app.labour import Means

        return verb(*args, means=Means(jobs, engine, scheduler), **more)

    return meaning
