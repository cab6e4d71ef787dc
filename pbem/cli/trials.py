"""Verbs that try things out: written cases, self-play."""

from __future__ import annotations

import json
from pathlib import Path

import click

from pbem.cli import voice
from pbem.cli.bars import progress


@click.command(epilog="Example: pbem case tests/rules/ford/*.yaml")
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="The results as data.")
def case(files: tuple[Path, ...], as_json: bool) -> int:
    """Run written cases: a position, orders and faces, and what must come of them."""
    from pbem.app.cases import run_file

    results, problems = [], []
    for path in files:
        found, wrong = run_file(path)
        results += found
        problems += wrong
    failed = sum(not result.passed for result in results)
    if as_json:
        plain = [
            {"file": r.file, "line": r.line, "name": r.name, "passed": r.passed, "differences": r.differences}
            for r in results
        ]
        voice.result(json.dumps({"cases": plain, "problems": [p.lines()[0] for p in problems]}, indent=2))
    else:
        voice.problems(problems)
        for result in results:
            line = voice.case_passed if result.passed else voice.case_failed
            voice.result(line(f"{result.file}:{result.line}", result.name))
            for difference in result.differences:
                voice.result(voice.case_difference(difference))
        voice.say(voice.cases_total(len(results) - failed, failed))
    return voice.PROBLEMS if failed or problems else voice.DONE


@click.command(epilog="Example: pbem selfplay ford --games 100 --seed 7 --jobs 2 --json")
@click.argument("system")
@click.option("--scenario", default="", help="The scenario; the first if it is left out.")
@click.option("--games", default=20, show_default=True, type=click.IntRange(1))
@click.option("--seed", default=1, show_default=True, help="The first game's seed; the next games count up.")
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(1), help="Processes side by side.")
@click.option("--json", "as_json", is_flag=True, help="The tally as data, without a progress bar.")
def selfplay(system: str, scenario: str, games: int, seed: int, jobs: int, as_json: bool) -> int:
    """Let random players play whole games, and say what breaks."""
    from pbem.app.series import play_many

    if as_json:
        tally = play_many(system, scenario, games, seed, jobs)
        voice.result(json.dumps(tally.plain(), indent=2))
    else:
        with progress(system, games) as one_more:
            tally = play_many(system, scenario, games, seed, jobs, one_more)
        voice.result(voice.selfplay_summary(tally.plain()))
        for failure in tally.failures:
            voice.result(voice.selfplay_failure(failure["seed"], failure["failure"], system, tally.scenario))
    return voice.PROBLEMS if tally.failures else voice.DONE
