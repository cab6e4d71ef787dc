"""A piece's or a place's life: every entry of a film that concerns it, in the order it happened.

One source: `pbem why`, `pbem log NAME` and the page of the replay say the same lines.
"""

from __future__ import annotations

from collections.abc import Iterator

from pbem.app.deeds import GOES
from pbem.app.filming import film
from pbem.app.said_once import COMES, LEFT, sentence, without_case
from pbem.model.errors import Refused
from pbem.model.film import Film, Scene, Shot, Throw
from pbem.model.names import resolve_name
from pbem.model.problem import Problem
from pbem.model.records import frozen
from pbem.office.game import Game

CROWD, FEW = 8, 2
"""An entry that names more pieces is about none of them, unless dice were thrown; one at no place is about a few."""


ON_THE_WAY = (*GOES.values(), COMES)
"""How it is told that a piece moves."""


@frozen(slots=False)
class Strand:
    """A moment in a life."""

    scene: int
    shot: int
    turn: str
    step: str
    words: str
    case: str
    throws: tuple[Throw, ...] = ()
    aside: bool = False
    going: bool = False
    """A piece goes from place to place, and nothing else."""


def named(film: Film, name: str, units: tuple[str, ...]) -> str:
    """The piece or place that is meant."""
    known = tuple(dict.fromkeys((*units, *film.units)))
    places = {**{place: place for place in film.places}, **{town: place for place, town in film.places.items() if town}}
    if name in places and name not in known:
        return places[name]
    found = resolve_name(name, (*known, *places), "piece or place")
    if isinstance(found, Problem):
        raise Refused(found.message, found.hint or "as it stands on the counter or on the map: a unit, a hex or a town")
    return found if found in known else places[found]


def life(film: Film, name: str) -> tuple[Strand, ...]:
    """Everything that concerns a piece or a place."""
    return tuple(_joined(_lines(film, name)))


def _lines(film: Film, name: str) -> Iterator[Strand]:
    if (where := _beginning(film, name)) and (first := film.scenes[0]):
        yield Strand(0, 0, first.turn, "", f"begins at {where}", "")
    last: tuple[int, int] | None = None
    for scene in film.scenes:
        for number, shot in enumerate(scene.shots):
            words = _of_place(shot, name, _called(film, name)) if name in film.places else told_of(shot, name)
            if words:
                yield _line(film, scene, number, shot, words, shot.cause if shot.cause != last else None)
                last = (scene.number, number) if shot.throws or shot.battles else shot.cause


def _beginning(film: Film, name: str) -> str:
    """Where a piece stands before the first entry."""
    here = (counter.space for counter in film.scenes[0].before.counters if counter.id == name)
    return ", ".join(_called(film, space) for space in here)


def _line(film: Film, scene: Scene, number: int, shot: Shot, words: str, why: tuple[int, int] | None) -> Strand:
    cause = _shot(film, why) if why and not shot.moves else None
    came = _came_of(cause, words) if cause and not shot.battles else ""
    case = f"{film.mark} {shot.case}"
    going = bool(shot.moves) and not shot.throws
    throws = shot.throws or (cause.throws if cause else ())
    whole = film.with_towns(words + came)
    return Strand(scene.number, number, shot.turn, shot.told_step, whole, case, throws, scene.aside, going)


def _came_of(cause: Shot, words: str) -> str:
    """The battle or the throw that something came of, unless that tells of it itself."""
    said = without_case(cause.words, cause.case)
    if not said or words in said:
        return ""
    return f"; the battle: {said}" if cause.battles else f"; after this: {said}"


def _shot(film: Film, found: tuple[int, int]) -> Shot:
    return film.scenes[found[0]].shots[found[1]]


def told_of(shot: Shot, unit: str) -> str:
    """What became of the piece; what was said of it, where that says more."""
    became = ", ".join(deed.words for deed in shot.deeds if deed.unit == unit)
    about = bool(shot.throws) or len(shot.units) <= (CROWD if shot.places else FEW)
    said = without_case(shot.words, shot.case) if unit in shot.units and about and not (became and shot.moves) else ""
    return sentence(unit, became, said, (*shot.units, *shot.places))


def _of_place(shot: Shot, place: str, called: str) -> str:
    """What an entry did at a place, which is `called` so: `0203 Dunn`."""
    if place not in shot.places:
        return ""
    became = "; ".join(_here(shot, place, called))
    return without_case(shot.words, shot.case) if shot.throws or not became else became


def _here(shot: Shot, place: str, called: str) -> Iterator[str]:
    """What became of pieces at a place, or on their way through it."""
    is_named = any(place in deed.words for deed in shot.deeds)
    standing = {counter.id for counter in shot.after.counters if counter.space == place}
    for deed in shot.deeds:
        if deed.unit in shot.units and (is_named or deed.unit in standing):
            yield f"{deed.unit} {told_of(shot, deed.unit) if deed.words.startswith(LEFT) else deed.words}"
        elif deed.unit in shot.units and deed.words.startswith(ON_THE_WAY):
            town = called.removeprefix(place).strip()
            named = town and town in deed.words.rpartition(" by ")[2].split(", ")
            yield f"{deed.unit} {deed.words}{'' if named else f', through {called}'}"


def _joined(lines: Iterator[Strand]) -> Iterator[Strand]:
    """One line for a way that was gone step by step."""
    last: Strand | None = None
    for line in lines:
        way = _onward(last, line) if last else ""
        if last and way:
            last = Strand(line.scene, last.shot, last.turn, last.step, way, last.case, last.throws, last.aside, True)
            continue
        if last:
            yield last
        last = line
    if last:
        yield last


def _onward(last: Strand, line: Strand) -> str:
    """`goes from A to B` and `goes from B to C` in one."""
    if not (last.going and line.going and last.scene == line.scene):
        return ""
    verb, _, way = last.words.partition(" from ")
    other, _, more = line.words.partition(" from ")
    here, there = way.rpartition(" to ")[2], more.partition(" to ")[0]
    goal = more.partition(" to ")[2]
    return f"{last.words} to {goal}" if verb == other and here == there and goal else ""


def standing(film: Film, name: str) -> str:
    """How it is with a piece or a place now."""
    picture = film.scenes[-1].after
    if name in film.places:
        here = ", ".join(counter.id for counter in picture.counters if counter.space == name)
        return f"{_called(film, name)}: {here or 'nobody'}"
    counter = next((one for one in picture.counters if one.id == name), None)
    if counter is None:
        return f"{name}: not on the map"
    marks = ", ".join((*(("reduced",) if counter.reduced else ()), *counter.marks))
    return f"{name}: in {_called(film, counter.space)}{f', {marks}' if marks else ''}"


def _called(film: Film, place: str) -> str:
    name = film.places.get(place, "")
    return place if name in ("", place) else f"{place} {name}"


@frozen(slots=False)
class Tale:
    """What is told of a piece or a place."""

    name: str
    now: str
    lines: tuple[Strand, ...]


def life_in(game: Game, name: str, side: str = "") -> Tale:
    """The life of what a player calls so, as far as everybody or a side may know it."""
    seen = film(game, side)
    spec = game.rules.spec
    found = named(seen, name, spec.names().get(spec.piece, ()))
    return Tale(found, standing(seen, found), life(seen, found))
