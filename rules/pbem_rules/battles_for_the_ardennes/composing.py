"""What the page offers beside moves and attacks: the secrets before play, and what an attack can say more."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.craft.drafts import odds_in_reach
from pbem.craft.sayings import many
from pbem.ruleset import View
from pbem.ruleset.telling import Choice, Detail, Extra, said
from pbem_rules.battles_for_the_ardennes.board import FOE, the_charts, the_variants
from pbem_rules.battles_for_the_ardennes.foresight import as_orders_begin, has_begun
from pbem_rules.battles_for_the_ardennes.s09_combat import reckon
from pbem_rules.battles_for_the_ardennes.s10_artillery import cannot_fire
from pbem_rules.battles_for_the_ardennes.s16_dumps import chart_of, plays_dumps
from pbem_rules.battles_for_the_ardennes.s16_greif import active_from, plays_greif
from pbem_rules.battles_for_the_ardennes.s16_intensive import able, may_use, most_points
from pbem_rules.battles_for_the_ardennes.s17_plans import has_plans, plans_of
from pbem_rules.battles_for_the_ardennes.sheets import STAY, Barrage
from pbem_rules.battles_for_the_ardennes.table import BattlesTable, units_of

SECRET, COMBAT = "secret", "combat"
TARGETS, PRIMARY_TARGETS = "Greif targets", "primary targets"
AMOUNTS = (1, 2, 3, 4, 5, 10, 15, 20, 25, 30)
"""Of petrol points: every sum of a chart can be made of them."""
SATURATIONS = ("", " saturate normal", " saturate withering")


# 16.41, 16.51 Before play


def secret_choices(table: BattlesTable, side: str) -> Iterator[Choice]:
    """Road hexes for targets, the hexes of the chart for dumps."""
    if side == "german" and plays_greif(table):
        yield from target_choices(table)
    if side == "allied" and plays_dumps(table):
        chart = chart_of(table)
        for points in AMOUNTS:
            for hex in chart.hexes:
                line, note = f"{hex}: {points}", f"{many(chart.points, 'point')} in all"
                yield Choice(SECRET, many(points, "petrol point"), hex, line, note, into="dumps{}")


def target_choices(table: BattlesTable) -> Iterator[Choice]:
    numbers = the_variants().greif
    two_kinds = table.plays("16.46")
    wanted = numbers.primary + numbers.secondary if two_kinds else numbers.targets
    for hex in sorted(table.here.roads):
        late = f", from GT{active_from(table, hex)}" if table.plays("16.47") else ""
        yield Choice(SECRET, TARGETS, hex, hex, f"one of {wanted}{late}", into="greif[]")
        if two_kinds:
            yield Choice(SECRET, PRIMARY_TARGETS, hex, hex, f"one of {numbers.primary}{late}", into="primary[]")


# What orders can say more


def details(view: View) -> tuple[Detail, ...]:
    """The plan of 1944; of attacks their barrage, intensive fire, least odds, losses and advance."""
    table: BattlesTable = view.table
    if not has_begun(table, view.side):
        plotted = table.phase == "secrets" and view.side == "german" and has_plans(table)
        plans = plans_of(table).items() if plotted else ()
        found = [
            Detail(part=SECRET, field="plan", extras=tuple(Extra(text=name, note=plan.words) for name, plan in plans))
        ]
    else:
        found = attack_details(as_orders_begin(table), view.side)
    return tuple(detail for detail in found if detail.extras)


def attack_details(table: BattlesTable, side: str) -> list[Detail]:
    foes = sorted({unit.hex for unit in units_of(table, FOE[side])})
    odds = odds_in_reach(the_charts().columns, {hex: reckon(table, hex, (), (), (), {}).defence for hex in foes})
    return [
        Detail(part=COMBAT, field="barrage", several=True, extras=tuple(barrages(table, side))),
        Detail(part=COMBAT, field="intensive", several=True, extras=tuple(intensive(table, side))),
        Detail(part=COMBAT, field="support", extras=said("1") if table.air else ()),
        Detail(part=COMBAT, field="min", extras=odds),
        Detail(part=COMBAT, field="losses", several=True, extras=said("[UNIT]")),
        Detail(part=COMBAT, field="then", extras=said("advance [UNIT]", STAY)),
    ]


def barrages(table: BattlesTable, side: str) -> Iterator[Extra]:
    """10.1, 16.71 Every battery with the enemies in its range, as it can fire."""
    foes = sorted({unit.hex for unit in units_of(table, FOE[side])})
    for unit in units_of(table, side):
        for how in SATURATIONS:
            barrage = Barrage(unit.id, how.removeprefix(" saturate "))
            near = tuple(hex for hex in foes if unit.guns and cannot_fire(table, unit, barrage, hex) is None)
            if near:
                yield Extra(
                    text=f"{unit.id}{how}", takes=unit.id, note=f"in {unit.hex}, range {unit.face.range}", places=near
                )


def intensive(table: BattlesTable, side: str) -> Iterator[Extra]:
    """16.62, 16.64 The points that each unit of an attack may try."""
    if may_use(table, side):
        for unit in able(table, units_of(table, side), defending=False):
            for points in range(1, most_points(unit) + 1):
                yield Extra(text=f"{unit.id}: {points}", units=(unit.id,))
