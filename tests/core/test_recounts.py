"""Points and luck counted again in a browser are those of the rules, exactly."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from fractions import Fraction
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from verifiers import open_page

from pbem.engine.advance import Terms
from pbem.engine.spec import Setup
from pbem.model.recount import Recount, Term, counted
from pbem.office.rulesets import ruleset
from pbem.play.faces import NumberedFaces
from pbem.play.selfplay import exchanges, random_players
from pbem.report.screening.recount_script import RECOUNTS
from pbem.report.screening.recounts import declared, in_words
from pbem_rules.ardennes_offensive.events import Fought as FoughtInArdennes
from pbem_rules.battles_for_the_ardennes.battle_events import AttackResolved
from pbem_rules.bulge.events import Fought as FoughtInBulge
from pbem_rules.enemy_action_ardennes.events_day import SurrenderRolled
from pbem_rules.enemy_action_ardennes.events_field import CombatResolved
from pbem_rules.ford.events import Fought as FoughtAtFord
from pbem_rules.wwii_commander.events import Fired

TABLE = {
    "vp": -7, "crossed": True, "day": 18, "exited": {"north": 11},
    "owners": {"a": "german", "b": "allied", "c": "german"},
    "units": {
        "1": {"side": "allied", "lost": True}, "2": {"side": "allied", "lost": False},
        "3": {"side": "german", "lost": True},
    },
}  # fmt: skip
TERMS = {
    "as it stands": Term(words="", at=("vp",)),
    "a truth": Term(words="", at=("crossed",), times=5),
    "what is not there": Term(words="", at=("exited", "south")),
    "so many for one": Term(words="", at=("exited", "north"), each=4),
    "at most": Term(words="", at=("owners",), only={"": ("german",)}, most=1, times=3),
    "each its worth": Term(words="", at=("owners",), only={"": ("german",)}, keys={"a": 2, "b": 9, "c": 30}),
    "two fields": Term(words="", at=("units",), only={"side": ("allied",), "lost": (True,)}),
    "not before": Term(words="", at=("vp",), since=("day", 19)),
    "from that day": Term(words="", at=("vp",), since=("day", 18)),
}


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    path = Path(tmp_path_factory.mktemp("page") / "empty.html")
    path.write_text("<!doctype html><title>empty</title>", encoding="utf-8")
    with open_page(path) as opened:
        yield opened


def counted_there(page: Any, recount: Recount, owners: dict[str, str], asked: str, given: Any) -> Any:
    """What the page's own script answers."""
    return page.evaluate(f"(given) => {{ {declared(recount, owners)} {RECOUNTS} return {asked}; }}", given)


def test_every_kind_of_term_is_counted_alike(page: Any) -> None:
    recount = Recount(figures={name: (term,) for name, term in TERMS.items()})
    here = counted(recount, TABLE)
    assert here == {
        "as it stands": -7, "a truth": 5, "what is not there": 0, "so many for one": 2, "at most": 3,
        "each its worth": 32, "two fields": 1, "not before": 0, "from that day": -7,
    }  # fmt: skip
    assert counted_there(page, recount, {}, "figuresOf(given)", {"table": TABLE}) == here


def test_a_program_holds_no_end_of_a_script() -> None:
    """Attack: a unit is called as what would end the program."""
    text = declared(Recount(), {"</script><script>alert(1)": "german"})
    assert "<" not in text
    assert "&lt;b&gt;" in in_words(Recount(figures={"<b>": ()}))


def event(kind: type, **said: Any) -> Any:
    """An event with these fields, the others empty."""
    names = kind.__dataclass_fields__
    return kind(**{name: said.get(name, ()) for name in names})


def samples(system: str) -> tuple[list[Any], str]:
    """Events of every kind that says something about luck, and the unit whose luck it is."""
    spec = ruleset(system)
    recount = spec.wording.recount(first_table(spec))
    known = [law for law in recount.luck if hasattr(law, "scores")]
    unit = next(name for name in spec.names()[spec.piece])
    if system == "wwii-commander":
        return [
            event(Fired, unit=unit, chance=chance, faces=(1,) * dice, hits=hits)
            for dice, chance in product((1, 4), (1, 5, 9)) for hits in range(dice + 1)
        ], unit  # fmt: skip
    if system == "enemy-action-ardennes":
        cups = (((1, 0, 5), (0, 1, 7), (2, 1, 3)), ((0, 0, 9), (1, 3, 1)))
        drawn = [
            (cup, many, words) for cup in cups for many in (1, 3) for words in (("D2 A1",), ("-",), ("G1", "U2 D3"))
        ]
        fights = [
            event(CombatResolved, attackers=(unit,), cup=cup, chits=("x",) * many, effects=words)
            for cup, many, words in drawn
        ]
        return [*fights, *(event(SurrenderRolled, unit=unit, face=face) for face in (1, 10))], unit
    kinds: dict[str, Any] = {
        "ford": FoughtAtFord, "bulge": FoughtInBulge, "ardennes-offensive": FoughtInArdennes,
        "battles-for-the-ardennes": AttackResolved,
    }  # fmt: skip
    rows = [parted(key, known[0].fields) for key in known[0].scores]
    more = {"batteries": (unit,)} if system.startswith("battles") else {"attackers": (unit,)}
    return [event(kinds[system], **row, **more) for row in rows], unit


def parted(key: str, fields: tuple[str, ...]) -> dict[str, str]:
    """The fields of a score; a column's name may have blanks."""
    words = key.split(" ")
    edge = len(fields) - 2
    return dict(zip(fields, (*words[:edge], " ".join(words[edge:-1]), words[-1]), strict=True))


def first_table(spec: Any) -> Any:
    setup = Setup(scenario=spec.scenarios[0].name, options={})
    return next(iter(exchanges(Terms(spec, {}), setup, NumberedFaces(1), random_players(spec, 1)))).position.table


SYSTEMS = (
    "ford", "ardennes-offensive", "bulge", "wwii-commander", "battles-for-the-ardennes", "enemy-action-ardennes",
)  # fmt: skip


@pytest.mark.parametrize("system", SYSTEMS)
def test_luck_is_that_of_the_rules(page: Any, system: str) -> None:
    spec = ruleset(system)
    events, unit = samples(system)
    here = [[[one.side, one.score] for one in spec.wording.luck(SimpleNamespace(event=one))] for one in events]
    assert sum(map(bool, here)) > 10
    side = next(found[0][0] for found in here if found)
    owners = {unit: side, "another": next(one for one in spec.sides if one != side)}
    recount = spec.wording.recount(first_table(spec))
    plain = [{"is": type(one).__name__, **asdict(one)} for one in events]
    told = "given.map((one) => luckOf(one).map(([side, [top, bottom]]) => [side, `${top}/${bottom}`]))"
    there = counted_there(page, recount, owners, told, plain)
    assert [[[name, Fraction(score)] for name, score in found] for found in there] == here
