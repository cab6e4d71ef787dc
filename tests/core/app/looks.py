"""Every looking verb, asked of every seat at every number of its book."""

from __future__ import annotations

from folk import Folk

from pbem.app.dicework import all_dice, explain_die, luck_of, verified
from pbem.app.history import diff, log, replay
from pbem.app.reports import map_after, map_now, told
from pbem.app.seats import ask
from pbem.app.status import glance
from pbem.model.errors import Refused
from pbem.office.game import Game


def look_back(folk: Folk) -> None:
    """Whatever is in a book, every look at it answers, by the same words said on another day."""
    for seat in folk.seats:
        game = folk.open(seat)
        numbers = game.folder.numbers()
        assert numbers == list(range(game.course.number + 1))
        assert [line.number for line in log(game)] == numbers
        for number in numbers:
            look_at(game, number)
        assert diff(game, 0, numbers[-1]) or numbers == [0]
        assert "<html" in str(told(game, "", "html"))
        _counted, wrong = verified(game)
        assert not wrong
        luck_of(game)
        look_at_dice(game)
        look_around(game)
        look_at_status(folk, seat)
        if game.rules.spec.wording.picture:
            assert map_now(game, "svg")
            assert "<html" in str(told(game, seat_of(game), "page"))


def look_at_dice(game: Game) -> None:
    """Every die that is in the open comes to its face again by hand."""
    for name in {die.short for die in all_dice(game.course)}:
        for one in explain_die(game, name):
            assert one.facts[-1].value.endswith(f" {one.die.face}")


def look_around(game: Game) -> None:
    """Moves, supply and odds are answered as the game stands, or refused in words."""
    spec = game.rules.spec
    names = spec.names()
    pieces, places = names.get(spec.piece, ())[:4], names.get(spec.place, ())[:2]
    for query in spec.queries.keys() & {"moves", "supply"}:
        for name in (*pieces, *places):
            assert answered(game, query, name)
    if "odds" in spec.queries:
        for place in places:
            assert answered(game, "odds", place, *pieces[:1])


def answered(game: Game, query: str, *names: str) -> str:
    try:
        return "\n".join(ask(game, query, seat_of(game), *names).lines)
    except Refused as refused:
        return refused.message


def look_at_status(folk: Folk, seat: str) -> None:
    """What programs ask: the exchange, the winner, and of every seat that is due whether it is in."""
    game = folk.seats[seat]
    plain = glance(game, folk.now).plain()
    course = game.course
    assert plain["exchange"] == course.open_number
    assert plain["winner"] == (course.result.winner if course.result else None)
    for one in plain["due"]:
        only_the_referee_knows = one["seat"] != seat != "referee" and game.charter.has_referee
        assert one["in"] in (True, False) or only_the_referee_knows
    assert course.result is not None or {one["seat"] for one in plain["due"]} >= {*course.next.seats}


def look_at(game: Game, number: int) -> None:
    assert told(game, "", "text", number)
    assert told(game, seat_of(game), "text", number)
    assert replay(game, number)
    if game.rules.spec.wording.picture:
        assert map_after(game, number, "svg")


def seat_of(game: Game) -> str:
    """Whose own report is asked for: a referee makes anybody's."""
    return game.charter.players[0] if game.is_referee else game.seat
