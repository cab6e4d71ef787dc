"""Verbs of a player: the sheet, from draft to envelope; questions about one's own side."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli import plain, voice
from pbem.cli.outgoing import hand_out, printed, sending
from pbem.cli.setting import (
    as_data,
    in_folder,
    now,
    read_sheet_file,
    signing_game,
    sure_of_clock,
    the_game,
    with_key,
)

if TYPE_CHECKING:
    from pbem.office.game import Game
    from pbem.office.mails import Mail

SHEET = click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path)


@click.command(epilog="Example: pbem draft")
@click.option("--standing", is_flag=True, help="Your standing orders instead of a sheet.")
@click.option("--print", "shown", is_flag=True, help="Print it instead of writing the file.")
@click.option("--force", is_flag=True, help="Write over a sheet that is there.")
@in_folder
def draft(standing: bool, shown: bool, force: bool, folder: Path | None) -> int:
    """The next sheet, ready to edit: what is lawful as comments, what must be done live."""
    from pbem.app.moment_schemas import lay_draft
    from pbem.app.seats import draft_sheet, draft_standing
    from pbem.office.sheetnames import sheet_name, standing_name

    game = the_game(folder)
    if shown:
        written = draft_standing if standing else draft_sheet
        voice.result(written(game).rstrip("\n"))
        return voice.DONE
    path = Path(game.folder.path, standing_name(game) if standing else sheet_name(game))
    if path.exists() and not force:
        voice.say(voice.sheet_there(path.name))
        return voice.PROBLEMS
    lay_draft(game, "standing" if standing else "sheet")
    voice.result(path.name)
    voice.say(voice.standing_written(path.name) if standing else voice.draft_written(path.name))
    return voice.DONE


@click.command(epilog="Example: pbem check blue-04.yaml")
@click.argument("sheet", type=SHEET)
@in_folder
@as_data
def check(sheet: Path, folder: Path | None, as_json: bool) -> int:
    """All problems of a sheet at once, and each line as understood."""
    from pbem.app.seats import check_sheet

    looked = check_sheet(the_game(folder), read_sheet_file(sheet), sheet.name)
    if as_json:
        voice.result(json.dumps(plain.looked(looked), indent=2))
    else:
        voice.problems(looked.problems)
        for line in voice.looked(looked):
            voice.result(line)
    return voice.DONE if looked.good else voice.PROBLEMS


@click.command(epilog="Example: pbem forecast blue-04.yaml")
@click.argument("sheet", type=SHEET)
@in_folder
@as_data
def forecast(sheet: Path, folder: Path | None, as_json: bool) -> int:
    """The chances of what a sheet may bring.  The game's dice are not touched."""
    from pbem.app.seats import forecast_sheet

    problems, found = forecast_sheet(the_game(folder), read_sheet_file(sheet), sheet.name)
    if found is None:
        voice.problems(problems)
        return voice.PROBLEMS
    if as_json:
        chances = {name: str(chance) for name, chance in found.chances}
        asked = {name: str(chance) for name, chance in found.questions}
        told = {"exact": found.exact, "trials": found.trials, "chances": chances, "questions": asked}
        voice.result(json.dumps(told, indent=2))
    else:
        for line in voice.forecast(found):
            voice.result(line)
    return voice.DONE


@click.command(epilog="Example: pbem sign blue-04.yaml --eml orders.eml")
@click.argument("sheet", type=SHEET)
@click.option(
    "--eml", type=click.Path(dir_okay=False, path_type=Path), help="Write the mail as a file for your client."
)
@click.option("--standing", is_flag=True, help="The file holds standing orders, not a sheet.")
@click.option("--final", is_flag=True, help="Say that no other orders will follow: nobody need wait.")
@click.option("--again", is_flag=True, help="Sign other orders although their link is out.")
@printed
@sending
@click.option("--anyway", is_flag=True, help="Sign although lines are illegal; they will not be carried out.")
@in_folder
@with_key
def sign(
    sheet: Path,
    eml: Path | None,
    standing: bool,
    final: bool,
    again: bool,
    shown: bool,
    send: bool,
    anyway: bool,
    folder: Path | None,
    key: str,
) -> int:
    """The signed envelope of a sheet, to be mailed or pasted into a forum."""
    from pbem.app.ordering import sign as sign_orders
    from pbem.app.ordering import sign_standing
    from pbem.app.seats import refuse_illegal
    from pbem.app.slips import tabs_in
    from pbem.sheets.refused import SheetRefused

    game, text = signing_game(folder, key), read_sheet_file(sheet)
    if tabs := tabs_in(text, sheet.name):
        voice.problems(tabs)
        return voice.PROBLEMS
    try:
        if not (standing or anyway):
            refuse_illegal(game, text, sheet.name)
        signed = (
            sign_standing(game, text, sheet.name)
            if standing
            else sign_orders(game, text, file=sheet.name, again=again, final=final, clock=now())
        )
    except SheetRefused as refused:
        voice.problems(refused.problems)
        voice.say(voice.not_signed())
        return voice.PROBLEMS
    voice.problems(signed.problems)
    return _out(game, [signed.mail] if signed.mail else [], eml, shown, send)


def _out(game: Game, mails: list[Mail], eml: Path | None, shown: bool, send_it: bool) -> int:
    if not mails:
        voice.say(voice.signed_for_yourself())
        return voice.DONE
    return hand_out(game, mails, eml, shown, send_it)


@click.command(epilog="Example: pbem answer Q1 b")
@click.argument("question")
@click.argument("choice", nargs=-1, required=True)
@click.option(
    "--eml", type=click.Path(dir_okay=False, path_type=Path), help="Write the mail as a file for your client."
)
@printed
@sending
@in_folder
@with_key
def answer(
    question: str, choice: tuple[str, ...], eml: Path | None, shown: bool, send: bool, folder: Path | None, key: str
) -> int:
    """The signed envelope of one answer: a letter, several letters, or an option in full."""
    from pbem.app.ordering import answer as sign_answer
    from pbem.app.ordering import answer_sheet
    from pbem.app.seats import questions, refuse_illegal
    from pbem.sheets.refused import SheetRefused

    game = signing_game(folder, key)
    asked = questions(game).get(question)
    said = f"[{', '.join(choice)}]" if asked is not None and asked.kind == "several" else " ".join(choice)
    try:
        refuse_illegal(game, answer_sheet(game, {question: said}), "answer")
        signed = sign_answer(game, {question: said}, now())
    except SheetRefused as refused:
        voice.problems(refused.problems)
        return voice.PROBLEMS
    return _out(game, [signed.mail] if signed.mail else [], eml, shown, send)


@click.command(epilog='Example: pbem moves "1 Foot"')
@click.argument("name")
@click.option("--for", "side", default="", help="The side that looks; your own by default.")
@in_folder
@as_data
def moves(name: str, side: str, folder: Path | None, as_json: bool) -> None:
    """Where a unit can go, what it costs, and by which way; or who can come to a place."""
    _ask(folder, as_json, "moves", side, name)


@click.command(epilog='Example: pbem odds 0503 --with "1 Foot, 2 Foot"')
@click.argument("place")
@click.option("--with", "units", required=True, multiple=True, help="Attackers, with commas; adds up.")
@click.option("--more", "more", multiple=True, metavar="NAME=WORDS", help="What else the order line would say.")
@click.option("--for", "side", default="", help="The side that looks; your own by default.")
@in_folder
@as_data
def odds(
    place: str, units: tuple[str, ...], more: tuple[str, ...], side: str, folder: Path | None, as_json: bool
) -> None:
    """Odds of an attack, with the chance of every result."""
    pairs = {name: words for name, _, words in (text.partition("=") for text in more)}
    _ask(folder, as_json, "odds", side, place, *_each(units), more=pairs)


def _each(units: tuple[str, ...]) -> list[str]:
    """The units named, each once."""
    return list(dict.fromkeys(unit.strip() for several in units for unit in several.split(",") if unit.strip()))


@click.command(epilog='Example: pbem supply "1 Foot"')
@click.argument("name")
@click.option("--for", "side", default="", help="The side that looks; your own by default.")
@in_folder
@as_data
def supply(name: str, side: str, folder: Path | None, as_json: bool) -> None:
    """Whether a unit is in supply, and along which way; or whether it would be at a place."""
    _ask(folder, as_json, "supply", side, name)


def _ask(
    folder: Path | None, as_json: bool, query: str, side: str, *names: str, more: dict[str, str] | None = None
) -> None:
    from pbem.app.seats import ask

    found = ask(the_game(folder), query, side, *names, more=more)
    voice.result(json.dumps(dict(found.data), indent=2, default=str) if as_json else "\n".join(found.lines))


@click.command(epilog='Example: pbem away "2026-12-20 20:00" "2027-01-02 20:00"')
@click.argument("start")
@click.argument("end")
@printed
@sending
@in_folder
@with_key
@sure_of_clock
def away(start: str, end: str, shown: bool, send: bool, folder: Path | None, key: str, clock_is_right: bool) -> int:
    """Say that you are away: your deadlines inside the span move behind it."""
    from pbem.app.absences import away as be_away
    from pbem.app.mailing import time_of

    game = signing_game(folder, key, clock_is_right)
    mails = be_away(game, time_of(start, now()), time_of(end, now()), now())
    return _out(game, [*mails], None, shown, send)
