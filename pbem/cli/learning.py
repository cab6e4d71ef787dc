"""Verbs for those who are new: the guides, a demonstration, a tutorial."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from pbem.cli import voice
from pbem.cli.setting import now


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
    return voice.DONE


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
