"""What the page offers in Battles for the Ardennes beside moves on the map."""

from __future__ import annotations

from dataclasses import replace

from pbem.engine.spec import Setup
from pbem.model.position import View
from pbem.office.rulesets import ruleset

BATTLES = ruleset("battles-for-the-ardennes")


def offered(side, phase, **changes):
    """The lines that a side is offered in its player-turn at St. Vith, by part."""
    table = BATTLES.set_up(Setup(scenario="st-vith")).table
    table.side, table.phase, table.turn = side, phase, 5
    for name, value in changes.items():
        setattr(table, name, value(table) if callable(value) else value)
    return {choice.line: choice for choice in BATTLES.wording.choices(View(side, table, None))}, table


def at_the_edge(table):
    units = dict(table.units)
    units["1SS-PZ"] = replace(units["1SS-PZ"], hex="B0601", edge="")
    return units


def test_a_german_who_stands_at_the_western_edge_is_offered_to_leave():
    """1.15 And from other hexes of the edge that he reaches, none of any other edge."""
    lines, table = offered("german", "movement", units=at_the_edge)
    out = {line: choice.space for line, choice in lines.items() if "exit" in line}
    assert out["1SS-PZ: exit west"] == "B0601"
    assert len(out) > 1
    assert all(line.endswith("exit west") and hex in table.here.edge("west") for line, hex in out.items())
    assert not any("exit" in line for line in offered("allied", "movement", units=at_the_edge)[0])


def test_interdiction_is_offered_on_road_hexes_while_there_are_points():
    """14.0 As many as there are points."""
    lines, table = offered("allied", "air", air=2)
    struck = {choice.space: choice.most for line, choice in lines.items() if line.startswith("interdict")}
    assert set(struck) == set(table.here.roads)
    assert set(struck.values()) == {2}
    assert not any(line.startswith("interdict") for line in offered("allied", "air", air=0)[0])
    details = {one.field for one in BATTLES.wording.details(View("allied", table, None))}
    assert "support" in details
