"""The replay's page: the films that its reader may see, the lives in them, and what proves them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.app.bulletin import wording
from pbem.app.filming import film
from pbem.app.guides import verifier
from pbem.app.lives import life
from pbem.book.page import from_file
from pbem.court.published import Published
from pbem.model.errors import Refused
from pbem.model.film import Film
from pbem.model.recount import Recount
from pbem.office.game import Game
from pbem.report.screening import Vouchers, render_replay


def replay_page(game: Game, side: str = "") -> str:
    """The whole game so far in one file: as everybody may know it, or a side; opened, as any of them knew it."""
    if game.rules.spec.wording is None or game.rules.spec.wording.picture is None:
        raise Refused(f"{game.rules.spec.name} draws no map")
    films = [film(game, side)]
    if game.course.opened and not side:
        films += [film(game, one) for one in game.rules.spec.sides if knows_more(game, one)]
    proofs = Vouchers(documents_of(game), verifier(), recount_of(game))
    return render_replay(films, [lives_in(one) for one in films], proofs, game.course.opened)


def recount_of(game: Game) -> Recount:
    """How the ruleset counts points and luck, in this game."""
    state = game.state(0)
    return wording(game.rules.spec).recount(Published(game.rules, game.course_after(0), 0, state, state).table)


def knows_more(game: Game, side: str) -> bool:
    """Whether a side was ever told something that others were not."""
    return side in game.rules.spec.secrets


def lives_in(one: Film) -> dict[str, Sequence[object]]:
    """The life of everything that has one."""
    named = dict.fromkeys((*one.units, *(place for s in one.scenes for shot in s.shots for place in shot.places)))
    lives = {name: life(one, name) for name in named}
    return {name: lines for name, lines in lives.items() if lines}


def documents_of(game: Game) -> Mapping[str, bytes]:
    """Every signed document of the book, by its name there."""
    paths = [path for number in game.folder.numbers() for path in sorted(game.folder.page(number).glob("*.pbem"))]
    return {f"{path.parent.name}/{path.name}": from_file(path.read_bytes()).encode() for path in paths}
