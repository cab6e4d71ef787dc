"""Verbs that try things out: written cases, self-play."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli import play_words, voice
from pbem.cli.bars import progress
from pbem.cli.means import with_means
from pbem.cli.pairs import pairs
from pbem.cli.setting import with_pack_to_see

if TYPE_CHECKING:
    from pbem.app.labour import Means
    from pbem.app.packs import Files


@click.command(epilog="Example: pbem case tests/rules/ford/*.yaml")
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@with_means
@click.option("--json", "as_json", is_flag=True, help="The results as data.")
def case(files: tuple[Path, ...], means: Means, as_json: bool) -> int:
    """Run written cases: a position, orders and faces, and what must come of them."""
    from pbem.app.cases import run_files

    results, problems = run_files(files, means)
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


@click.command(
    epilog="Example: pbem selfplay ford --bots red=thinker,blue=steady --think 60 --games 20 --csv games.csv"
)
@click.argument("system")
@click.option("--scenario", default="", help="The scenario; the first if it is left out.")
@click.option("--games", default=20, show_default=True, type=click.IntRange(1, 10**9))
@click.option("--seed", default=1, show_default=True, help="The first game's seed; the next games count up.")
@click.option("--bots", default=None, metavar="SIDE=BOT,...", help="Bots play instead of random players.")
@click.option("--think", default="", metavar="N|Ns", help="What a thinker may do for a sheet: positions, or seconds.")
@click.option("--option", "options", multiple=True, metavar="NAME=CHOICE", help="A line of the charter; with bots.")
@click.option("--csv", "table", type=click.Path(dir_okay=False, path_type=Path), help="A line a game; with bots.")
@click.option(
    "--resume", type=click.Path(dir_okay=False, path_type=Path), help="Keep finished games in this file; with bots."
)
@with_pack_to_see
@with_means
@click.option("--json", "as_json", is_flag=True, help="The tally as data, without a progress bar.")
def selfplay(
    system: str,
    scenario: str,
    games: int,
    seed: int,
    bots: str | None,
    think: str,
    options: tuple[str, ...],
    table: Path | None,
    resume: Path | None,
    pack: Path | None,
    means: Means,
    as_json: bool,
) -> int:
    """Let random players, or bots, play whole games: what breaks, who wins, when, and by how much."""
    data = _data(system, pack) if pack is not None else ()
    if bots is not None:
        named, chosen = pairs(tuple(filter(None, bots.split(",")))), pairs(options)
        return _matches(
            system, scenario, named, chosen, think, data, range(seed, seed + games), means, resume, table, as_json
        )
    if options or table or resume or think:
        raise click.UsageError(play_words.only_with_bots())
    return _random_games(system, scenario, games, seed, means, data, as_json)


def _data(system: str, pack: Path) -> Files:
    """A pack of somebody's own, for all processes that play on it."""
    from pbem.app.packs import files_of
    from pbem.cli.datapacks import laid

    laid(system, pack)
    return files_of(system, pack)


def _random_games(system: str, scenario: str, games: int, seed: int, means: Means, data: Files, as_json: bool) -> int:
    from pbem.app.series import play_many

    with progress(system, games) as one_more:
        tally = play_many(system, scenario, games, seed, means, data, None if as_json else one_more)
    if as_json:
        voice.result(json.dumps(tally.plain(), indent=2))
    else:
        voice.result(play_words.selfplay_summary(tally.plain()))
        for failure in tally.failures:
            voice.result(play_words.selfplay_failure(failure["seed"], failure["failure"], system, tally.scenario))
    return voice.PROBLEMS if tally.failures else voice.DONE


def _matches(
    system: str,
    scenario: str,
    bots: dict[str, str],
    options: dict[str, str],
    think: str,
    data: Files,
    seeds: range,
    means: Means,
    resume: Path | None,
    table: Path | None,
    as_json: bool,
) -> int:
    from pbem.app.series import matches_of, play_matches, summary, told_in_lines, write_csv

    if table:
        _check_table(table, resume)
    matches = matches_of(system, scenario, bots, options, think, data)
    with progress(system, len(seeds)) as one_more:
        games = play_matches(matches, seeds, means, resume, (lambda: None) if as_json else one_more)
    told = summary(matches, games)
    voice.result(json.dumps(told, indent=2) if as_json else "\n".join(told_in_lines(told)))
    if table:
        write_csv(table, games)
    return voice.PROBLEMS if told["failures"] else voice.DONE


def _check_table(table: Path, resume: Path | None) -> None:
    """Before anything is played: it can be written, and is not the file of finished games."""
    if resume and table.resolve() == resume.resolve():
        raise click.UsageError(play_words.two_files())
    table.open("a").close()
