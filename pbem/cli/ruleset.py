"""Verbs for those who write rulesets: is it sound?"""

from __future__ import annotations

import json
from pathlib import Path

import click

from pbem.cli import voice
from pbem.cli.lazy import Verbs

FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)


@click.group(cls=Verbs, epilog="Example: pbem ruleset check ford")
def ruleset() -> None:
    """Look at a ruleset as its author does."""


@ruleset.command(epilog="Example: pbem ruleset check ford --games 200")
@click.argument("system")
@click.option("--games", default=12, show_default=True, type=click.IntRange(1), help="So many random games.")
@click.option("--tests", type=FOLDER, help="Its written cases and tests, if they lie elsewhere.")
@click.option("--golden", type=FOLDER, help="Its golden games, if they lie elsewhere.")
@click.option("--json", "as_json", is_flag=True, help="The verdicts as data.")
def check(system: str, games: int, tests: Path | None, golden: Path | None, as_json: bool) -> int:
    """Everything that a ruleset must keep, on any that is installed; faults are named, exit code 0 or 1."""
    from pbem.app.proving import proven

    found = []
    for verdict in proven(system, games, tests, golden):
        found.append(verdict)
        if not as_json:
            for line in voice.verdict(verdict):
                voice.result(line)
    faults = sum(len(verdict.faults) for verdict in found)
    if as_json:
        plain = [{"check": v.check, "promise": v.promise, "looked": v.looked, "faults": list(v.faults)} for v in found]
        voice.result(json.dumps({"system": system, "sound": not faults, "checks": plain}, indent=2))
    else:
        voice.say(voice.ruleset_checked(system, len(found), faults))
    return voice.PROBLEMS if faults else voice.DONE
