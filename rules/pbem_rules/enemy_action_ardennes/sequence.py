"""4. The sequence of play: dawn, impulses, night.  Cases 4.I to 4.V, and 3.0 and 15 the set-up."""

from __future__ import annotations

from pbem.craft.chits import refill_cup
from pbem.ruleset import BOX, Orders, Position, Setup, Umpire
from pbem_rules.enemy_action_ardennes.board import (
    HEYDTE,
    OKW,
    SIDES,
    apart,
    depot_hexes,
    german_at_start,
    the_chits,
    the_map,
    the_scenario,
    the_units,
    town_hexes,
    westwall,
)
from pbem_rules.enemy_action_ardennes.events_day import DayDawned, DepotsLaid, ImpulseCame, ImpulseSkipped
from pbem_rules.enemy_action_ardennes.forms import RegimentData, ScenarioSheet
from pbem_rules.enemy_action_ardennes.s05_cards import prepare, reserve
from pbem_rules.enemy_action_ardennes.s06_impulses import impulse, surprise
from pbem_rules.enemy_action_ardennes.s10_fuel import fuel_check, interdict, interdiction, morning_bridges
from pbem_rules.enemy_action_ardennes.s10_supply import supply_check
from pbem_rules.enemy_action_ardennes.s11_reserves import arrivals, deploy_late, release_okw
from pbem_rules.enemy_action_ardennes.s14_victory import count_crossing, judge_day
from pbem_rules.enemy_action_ardennes.sheets import DayOrder
from pbem_rules.enemy_action_ardennes.table import AlliedHand, CardBox, EnemyAction, GermanHand, Regiment, points


def turn(table: EnemyAction) -> str:
    """A part of a sheet serves one of these."""
    if table.stage == "impulse":
        return f"Dec {table.day} impulse {table.impulse} {table.side}"
    return f"Dec {table.day} {table.stage}"


def dawn(table: EnemyAction, umpire: Umpire) -> str:
    """4.I to 4.III Reserves, cards, supply."""
    sheet = the_scenario(table.scenario)
    if table.day == sheet.first:
        return first_dawn(table, umpire)
    arrivals(table, umpire)
    lines, wishes = mornings(umpire)
    deploy_late(table, umpire, {side: (lines[side], wishes[side].reserves) for side in SIDES})
    release_okw(table, umpire)
    prepare(table, umpire)
    for side in ("allied", "german"):
        morning_bridges(table, umpire.within(f"{side} bridges"), side, lines[side], wishes[side])
    supply_check(table, umpire)
    fuel_check(table, umpire, umpire.secret("german").hand, wishes["german"].fuel)
    interdiction(table, umpire, wishes["allied"])
    umpire.do("4.IV", ImpulseCame("german", 1))
    return "impulse"


def first_dawn(table: EnemyAction, umpire: Umpire) -> str:
    """3.0, 15.5 The first day: depots are laid, cards dealt; the last scenario begins after its supply phase."""
    lay_depots(table, umpire)
    arrivals(table, umpire)
    prepare(table, umpire)
    if the_scenario(table.scenario).cards is None:
        umpire.do("4.11", ImpulseCame("german", 1, "surprise"))
        return "surprise"
    interdict(umpire)
    umpire.do("15.5", ImpulseSkipped("german", "interdiction from the air"))
    umpire.do("15.5", ImpulseCame("allied", 1))
    return "impulse"


def lay_depots(table: EnemyAction, umpire: Umpire) -> None:
    """3.0, 10.42 Which depots hold fuel is drawn, and the Allied player alone knows it."""
    left = ["YES"] * table.depots_full + ["NO"] * (len(table.depots) - table.depots_full)
    found: list[tuple[str, str]] = []
    for hex in table.depots:
        holds = umpire.draw("10.42", f"depot {hex}", left, only="allied")
        left.remove(holds)
        found.append((hex, holds))
    if found:
        umpire.do("10.42", DepotsLaid(tuple(found)), only="allied")


def mornings(umpire: Umpire) -> tuple[dict[str, Orders], dict[str, DayOrder]]:
    """The `day:` blocks of both sides, sent a day ahead, asked for together."""
    parts = umpire.ask_all(*[umpire.part("4.I", side, "day", f"the morning of {side}", sealed=True) for side in SIDES])
    lines = {side: Orders(umpire, "4.I", side, part) for side, part in zip(SIDES, parts, strict=True)}
    return lines, {side: next(orders, None) or DayOrder() for side, orders in lines.items()}


def night(table: EnemyAction, umpire: Umpire) -> str | None:
    """4.V Points, victory, chits back into the cup, and a new day."""
    count_crossing(table, umpire)
    if judge_day(table, umpire):
        return None
    refill_cup(table, umpire, "9.41")
    umpire.do("4.V", DayDawned(table.day + 1))
    return "dawn"


STEPS = {"dawn": dawn, "surprise": surprise, "impulse": impulse, "night": night}


# 3.0, 15. The set-up


def set_up(setup: Setup) -> Position:
    """3.0 The position before the first card is dealt."""
    sheet = the_scenario(setup.scenario)
    units = {name: stand(name, data, sheet) for name, data in sorted(the_units().items())}
    depots = list(depot_hexes()) if sheet.depots else []
    table = EnemyAction(
        scenario=setup.scenario,
        options=dict(sorted(setup.options.items())),
        units=units,
        owners=owners_of(units, sheet),
        bridges=bridge_owners(units, sheet),
        blown=sorted(side for side in the_map().bridges if is_blown(side, sheet)),
        improved=sorted(positions(sheet)),
        roadblocks=list(sheet.roadblocks),
        depots=depots,
        depots_full=len(the_map().area("depots YES")) if depots else 0,
        day=sheet.first,
        barred={side: [] for side in SIDES},
        hands=dict.fromkeys(SIDES, 0),
        piles=dict.fromkeys(SIDES, 0),
        discards={side: [] for side in SIDES},
        rested={side: [] for side in SIDES},
        cup=sorted(the_chits()),
    )
    if sheet.cards is not None:
        table.discards["allied"].append(sheet.cards.discarded)
    if sheet.points is not None:
        table.offset = sheet.points - points(table)
    box = CardBox({name: [] for side in SIDES for name in (side, reserve(side))})
    return Position(table, {"german": GermanHand(), "allied": AlliedHand(), BOX: box})


def stand(name: str, data: RegimentData, sheet: ScenarioSheet) -> Regiment:
    """Where a unit is when the game begins."""
    unit = Regiment(name, data.side, data.steps, due=data.due)
    if sheet.at:
        return stand_late(unit, sheet)
    if data.at:
        unit.hex = data.at
    elif data.enters in (OKW, HEYDTE):
        unit.box = data.enters
    else:
        unit.box = "calendar" if data.due <= sheet.last else "unused"
    return unit


def stand_late(unit: Regiment, sheet: ScenarioSheet) -> Regiment:
    """15.5 The set-up of the last scenario."""
    data = unit.data
    unit.hex = sheet.at.get(unit.id, "")
    unit.steps -= unit.id in sheet.reduced
    unit.supply = "low" if unit.id in sheet.low else "supplied"
    if unit.id in sheet.eliminated:
        unit.steps, unit.box = 0, "eliminated"
    elif not unit.hex:
        unit.box = OKW if data.enters == OKW else "reserve" if data.due <= sheet.first else "calendar"
    return unit


def positions(sheet: ScenarioSheet) -> list[str]:
    """3.0 Six American units are dug in."""
    return list(sheet.improved) if sheet.at else [data.at for data in the_units().values() if data.improved]


def is_blown(side: str, sheet: ScenarioSheet) -> bool:
    return side in sheet.blown if sheet.at else the_map().bridges[side].state == "blown"


def owners_of(units: dict[str, Regiment], sheet: ScenarioSheet) -> dict[str, str]:
    """12.1 Towns east of the wall are German, and the wall itself, but for whoever stands there."""
    owners = {hex: "german" if hex in german_at_start() else "allied" for hex in town_hexes()}
    owners |= dict.fromkeys(westwall(), "german") | dict.fromkeys(sheet.german_owned, "german")
    for _, unit in sorted(units.items()):
        if unit.hex in owners:
            owners[unit.hex] = unit.side
    return dict(sorted(owners.items()))


def bridge_owners(units: dict[str, Regiment], sheet: ScenarioSheet) -> dict[str, str]:
    """12.2 As printed; in the last scenario those behind the German front are German."""
    printed = {side: bridge.owner.lower() or "allied" for side, bridge in sorted(the_map().bridges.items())}
    if not sheet.at:
        return printed
    german = {side for side, owner in printed.items() if owner == "german"} | {*sheet.german_bridges}
    return {side: "german" if side in german else nearer(units, side) for side in printed}


def nearer(units: dict[str, Regiment], side: str) -> str:
    """Whose units stand nearer to a bridge."""
    hexes = side.split("-")
    stands = {who: [unit.hex for unit in units.values() if unit.hex and unit.side == who] for who in SIDES}
    gap = {who: min(apart(hex, at) for hex in hexes for at in stands[who]) for who in SIDES}
    return "german" if gap["german"] < gap["allied"] else "allied"
