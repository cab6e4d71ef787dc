"""The dice of a whole book: computed again, and how lucky they were."""

from __future__ import annotations

from dataclasses import replace

from pbem.app.flow.game import Game
from pbem.app.flow.looking import all_dice
from pbem.app.published import earlier_luck, newest
from pbem.dice.hidden import hidden_seed
from pbem.dice.log import verify
from pbem.play.luck import Fortune, fortunes


def verified(game: Game) -> tuple[int, list[str]]:
    """How many dice were computed again, and those that are not what they should be."""
    course = game.course
    hidden = next((page.opening.hidden for page in course.pages.values() if page.opening), "")
    secret = {n: hidden_seed(bytes.fromhex(hidden), seed) for n, seed in course.seeds.items()} if hidden else None
    log = all_dice(course)
    return len(log), [f"{one.name}: {one.message}" for one in verify(log, course.seeds, secret)]


def luck_of(game: Game) -> dict[str, Fortune]:
    """Each side's luck in the whole game so far."""
    last = newest(game)
    return fortunes(earlier_luck(replace(last, number=last.number + 1)))
