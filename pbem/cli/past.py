"""Verbs about what is past: the log, a unit's story, the replay, what changed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Literal

import click

from pbem.cli import past_words, plain, voice
from pbem.cli.setting import as_data, in_folder, the_book

FOR = click.option("--for", "side", default="", help="As a side knew it; what everybody may know by default.")


@click.command(epilog="Example: pbem log --refused; pbem log 2/2Pz")
@click.argument("name", required=False)
@click.option("--refused", is_flag=True, help="The mails that were not accepted, with their reasons.")
@FOR
@in_folder
@as_data
def log(name: str | None, refused: bool, side: str, folder: Path | None, as_json: bool) -> None:
    """What is in the book, number by number; with the NAME of a unit or a place, what it says of that."""
    from pbem.app.history import log as lines_of

    if side and name is None:
        raise click.UsageError(past_words.for_a_story())
    game = the_book(folder)
    if name is not None:
        from pbem.app.lives import life_in

        story = life_in(game, name, side)
        lines = [past_words.moment(line) for line in story.lines]
        voice.result(json.dumps(past_words.story_plain(story), indent=2) if as_json else "\n".join(lines) or "nothing")
        return
    if refused:
        kept = game.folder.kept
        whys = sorted(kept.glob("*.why")) if kept.is_dir() else []
        voice.result("\n".join(f"{path.stem}  {path.read_text(encoding='utf-8').strip()}" for path in whys) or "none")
        return
    found = lines_of(game)
    if as_json:
        voice.result(json.dumps([plain.log(line) for line in found], indent=2))
    else:
        for one in found:
            voice.result(voice.log_line(one))


@click.command(epilog="Example: pbem why 2/2Pz; pbem why 1708")
@click.argument("name")
@FOR
@in_folder
@as_data
def why(name: str, side: str, folder: Path | None, as_json: bool) -> None:
    """How a unit or a place came to what it is: every entry about it, with its exchange, case and dice."""
    from pbem.app.lives import life_in

    story = life_in(the_book(folder), name, side)
    if as_json:
        voice.result(json.dumps(past_words.story_plain(story), indent=2))
    else:
        voice.result("\n".join(past_words.story(story)))


@click.command(epilog="Example: pbem replay --format page > game.html; pbem replay --to 4 --format svg > then.svg")
@click.option("--to", "to", type=int, default=None, metavar="N", help="How things stood after number N of the book.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["page", "svg", "ascii", "json"]),
    default="ascii",
    show_default=True,
    help="page: the whole game in one file; the others want --to.",
)
@FOR
@in_folder
def replay(to: int | None, form: Literal["page", "svg", "ascii", "json"], side: str, folder: Path | None) -> None:
    """The whole game in one page, to step through, which proves itself; or map or data after a number of the book."""
    if form == "page" and to is not None:
        raise click.UsageError(past_words.whole_game())
    if form != "page" and side:
        raise click.UsageError(past_words.for_a_side())
    if form == "page":
        from pbem.app.screenings import replay_page

        voice.result(replay_page(the_book(folder), side).rstrip("\n"))
        return
    if to is None:
        raise click.UsageError(past_words.replay_wants())
    from pbem.app.history import replay as state_after
    from pbem.app.reports import map_after

    game = the_book(folder)
    if form == "json":
        voice.result(json.dumps(state_after(game, to)["table"], indent=2))
    else:
        voice.result(map_after(game, to, form).rstrip("\n"))


@click.command(epilog="Example: pbem diff 3 4")
@click.argument("one", type=int)
@click.argument("other", type=int)
@in_folder
@as_data
def diff(one: int, other: int, folder: Path | None, as_json: bool) -> None:
    """What differs between two numbers of the book, in the game's words; --json: every value of the table."""
    from pbem.app.history import diff as changes_between
    from pbem.app.history import told_diff

    game = the_book(folder)
    if as_json:
        found = changes_between(game, one, other)
        values = [{"path": list(c.path), "before": c.before, "after": c.after} for c in found]
        voice.result(json.dumps(values, indent=2))
    else:
        voice.result("\n".join(told_diff(game, one, other)) or "nothing")
