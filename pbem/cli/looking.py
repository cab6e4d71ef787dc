"""Verbs that only look: systems, rules, maps."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli import voice
from pbem.cli.games_words import game_lines, games_table
from pbem.cli.pairs import pairs
from pbem.cli.setting import in_folder, the_game, with_pack_to_see

if TYPE_CHECKING:
    from pbem.report import MapFormat


@click.command(epilog="Example: pbem games ford")
@click.argument("system", required=False)
@click.option("--json", "as_json", is_flag=True, help="Systems, scenarios, options and data shares as data.")
def games(system: str | None, as_json: bool) -> None:
    """The systems that are installed, and what their data rests on; of one system what may be chosen in it."""
    from pbem.app.catalogue import catalogue

    if system is not None:
        from pbem.app.games import game, system_called

        one = game(system_called(system))
        voice.result(json.dumps(one, indent=2) if as_json else "\n".join(game_lines(one)))
        return
    found = catalogue()
    voice.result(json.dumps(found, indent=2) if as_json else "\n".join(games_table(found)))


@click.command(epilog="Example: pbem rule ford 7.1")
@click.argument("system", required=False)
@click.argument("case", required=False)
@in_folder
@click.option("--json", "as_json", is_flag=True, help="The case as data.")
def rule(system: str | None, case: str | None, folder: Path | None, as_json: bool) -> None:
    """A rule case in our words, with the rulings that read it; without a case, all of them.

    In a game's folder the system may be left out.
    """
    from pbem.app.games import is_known, rules, system_called
    from pbem.app.games import rule as one_rule
    from pbem.app.home import in_a_game

    here = in_a_game(folder or Path.cwd())
    if system is None and not here:
        raise click.UsageError(voice.rule_of_what())
    if system is None or (case is None and not is_known(system) and here):
        system, case = the_game(folder).rules.spec.name, system
    system = system_called(system)
    listed = rules(system, case)
    if case is None or listed:
        lines = [voice.rule_line(number, found) for number, found in listed.items()]
        voice.result(json.dumps(listed, indent=2) if as_json else "\n".join(lines))
        return
    found = one_rule(system, case)
    voice.result(json.dumps(found, indent=2) if as_json else "\n".join(voice.rule_lines(found)))


@click.command(epilog="Example: pbem map --area 0805:2315 --format svg > south.svg")
@click.argument("system", required=False)
@click.option("--blank", is_flag=True, help="The map without units.")
@click.option("--scenario", default="", help="With the units of this scenario's set-up.")
@click.option(
    "--format", "form", type=click.Choice(["svg", "png", "html", "ascii"]), default="ascii", show_default=True
)
@with_pack_to_see
@click.option("--option", "options", multiple=True, metavar="NAME=CHOICE", help="As with this line of the charter.")
@click.option("--area", default="", help="Between two spaces, 0805:2315, or towns or spaces, Bastogne,Prum; or all.")
@click.option("--around", default="", help="What lies around a unit, a town or a space.")
@click.option(
    "--scale", type=click.FloatRange(0.1, 10), default=1.0, help="How large svg and png are; at 1 spaces are 100 apart."
)
@in_folder
def map(
    system: str | None,
    blank: bool,
    scenario: str,
    form: MapFormat,
    pack: Path | None,
    options: tuple[str, ...],
    area: str,
    around: str,
    scale: float,
    folder: Path | None,
) -> None:
    """A system's map, empty or with the units of a set-up; without a system, the map of this game as it stands.

    It shows where the action is for your side, and the whole beside it; --area all shows the whole alone.
    """
    from pbem.app.mapparts import MapWish

    wish = MapWish(area, around, scale)
    if system is None:
        from pbem.app.reports import map_now

        drawn = map_now(the_game(folder), form, wish)
    else:
        from pbem.app.maps import map_of

        if pack is not None:
            from pbem.cli.datapacks import laid

            laid(system, pack)
        drawn = map_of(system, blank=blank, scenario=scenario, form=form, wish=wish, options=pairs(options))
    if isinstance(drawn, bytes):
        sys.stdout.buffer.write(drawn)
    else:
        voice.result(drawn.rstrip("\n"))


@click.command(epilog="Example: pbem completion bash > ~/.local/share/bash-completion/completions/pbem")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """The script that completes verbs and options in your shell."""
    from click.shell_completion import get_completion_class

    from pbem.cli.root import pbem

    found = get_completion_class(shell)
    if found is None:
        raise click.UsageError(voice.no_completion(shell))
    voice.result(found(pbem, {}, "pbem", "_PBEM_COMPLETE").source())
