"""Verbs for those who are new: the guides, a demonstration, a tutorial."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli import play_words, voice
from pbem.cli.pairs import pairs
from pbem.cli.setting import now, read_sheet_file

if TYPE_CHECKING:
    from pbem.app.solitaire import Sitting


@click.command(epilog="Example: pbem demo --into try")
@click.option("--into", type=click.Path(path_type=Path), required=True, help="A new folder.")
@click.option("--system", default="ardennes-offensive", show_default=True, help="The game to show.")
def demo(into: Path, system: str) -> int:
    """Play a first turn between two seats and a referee, audit it, break a copy and audit that."""
    import os

    from pbem.app.demo import demo as show

    shown = show(into, system=system, clock=now(), entropy=os.urandom)
    for line in voice.demo(shown, into):
        voice.result(line)
    return voice.DONE if shown.audited.ok and not shown.broken.ok else voice.BROKEN


@click.command(epilog="Example: pbem tutorial --into lesson")
@click.option("--into", type=click.Path(path_type=Path), required=True, help="A new folder.")
@click.option("--auto", is_flag=True, help="Do not wait between the steps, and do not ask.")
def tutorial(into: Path, auto: bool) -> int:
    """The Ford in ten steps of a minute: from the first report to a broken byte."""
    import os

    from pbem.app.tutorial import if_nobody_minds, lessons

    waits = at_terminal() and not auto
    choose = ask_learner if waits else if_nobody_minds
    for lesson in lessons(into, clock=now(), entropy=os.urandom, choose=choose):
        for line in voice.lesson(lesson):
            voice.result(line)
        if waits and not (lesson.asks or lesson.last):
            click.pause(info=voice.next_lesson(), err=True)
    voice.say(voice.after_the_lessons())
    return voice.DONE


@click.command(epilog="Example: pbem play ford --side blue")
@click.argument("system", required=False)
@click.option("--side", default="", help="The side that is yours; the first if it is left out.")
@click.option("--scenario", default="", help="The scenario; the first if it is left out.")
@click.option("--option", "options", multiple=True, metavar="NAME=CHOICE", help="A charter option.")
@click.option(
    "--window",
    "windows",
    multiple=True,
    metavar="TOPIC=ask|pass",
    help="Whether a question that may pass in silence is asked.",
)
@click.option("--bot", default="", metavar="NAME", help="Who plays the other side; the thinker if there is one.")
@click.option("--think", default="", metavar="N|Ns", help="What the thinker may do for a sheet: positions, or seconds.")
@click.option("--into", type=click.Path(path_type=Path), default=None, help="The folder; the system's name by default.")
@click.option("--silent", is_flag=True, help="Hand in what silence would do, and no sheet.")
def play(
    system: str | None,
    side: str,
    scenario: str,
    options: tuple[str, ...],
    windows: tuple[str, ...],
    bot: str,
    think: str,
    into: Path | None,
    silent: bool,
) -> int:
    """A game against the program: begins it, and from then on plays the sheet that you have written."""
    import os

    from pbem.app.solitaire import SoloTerms, begin, go_on, table_around, table_of

    named = into or (Path(system) if system else None)
    root = table_of(named) if named else None
    meant = system or "" if into or root is None else ""  # else it is the folder that was named
    if root is None and into is None:
        root = table_around(Path.cwd())
    terms = SoloTerms(side, scenario, pairs(options), pairs(windows), bot, think)
    if root is not None:
        move = go_on(
            root, silent=silent, read=read_sheet_file, clock=now(), entropy=os.urandom, system=meant, said=terms
        )
    elif system is None or named is None:
        raise click.UsageError(play_words.play_what())
    else:
        move = begin(named, system, terms, clock=now(), entropy=os.urandom)
        voice.say(play_words.look_around(move.sheet.parent if move.sheet else named))
    return _told(move)


def _told(move: Sitting) -> int:
    """The report, what is wrong, what comes next."""
    if move.overruled:
        voice.say(play_words.signed_before())
    if move.report:
        voice.result(move.report.rstrip("\n"))
    if move.looked is not None:
        voice.problems(move.looked.problems)
        for line in voice.looked(move.looked):
            voice.result(line)
        return voice.PROBLEMS
    if move.audited is not None:
        for line in (*move.audited.lines(), voice.audit_end(move.audited)):
            voice.result(line)
        return voice.DONE if move.audited.ok else voice.BROKEN
    voice.result(play_words.write_and_play(move.sheet, untouched=move.untouched))
    return voice.WAITING if move.untouched else voice.DONE


@click.command(epilog="Example: pbem guide player")
@click.argument("name", required=False)
@click.option("--path", "where", is_flag=True, help="Say where the document lies, such as for a browser.")
def guide(name: str | None, where: bool) -> None:
    """The guides, the protocol and what else comes with the program; NAME prints one."""
    from pbem.app.guides import document, documents, title

    if name is None:
        for short, path in documents().items():
            voice.result(f"{short:20} {path if where else title(path)}")
        return
    found = document(name)
    voice.result(str(found) if where or found.suffix == ".html" else found.read_text(encoding="utf-8").rstrip("\n"))


def at_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def ask_learner(marks: tuple[str, ...], usual: str) -> str:
    return str(click.prompt(voice.your_pick(), type=click.Choice(marks), default=usual, err=True))
