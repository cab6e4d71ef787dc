"""The next sheet, ready to edit: what may be ordered, as comments."""

from __future__ import annotations

from functools import partial

from pbem.craft.drafts import as_written, asked_again, asked_parts, attack_text, offered, who_can_attack
from pbem.craft.pieces import ids_of
from pbem.craft.sayings import many
from pbem.ruleset import Decision, View
from pbem.ruleset.telling import DraftLine
from pbem_rules.battles_for_the_ardennes.board import FOE, the_variants
from pbem_rules.battles_for_the_ardennes.foresight import as_orders_begin
from pbem_rules.battles_for_the_ardennes.s05_movement import cannot_move_at_all
from pbem_rules.battles_for_the_ardennes.s07_zones import contact_of, stacks_of
from pbem_rules.battles_for_the_ardennes.s09_combat import cannot_attack, column_with, reckon, targets_among
from pbem_rules.battles_for_the_ardennes.s10_artillery import cannot_fire
from pbem_rules.battles_for_the_ardennes.s12_bridges import can_be_blown, cannot_build
from pbem_rules.battles_for_the_ardennes.s15_reinforcements import DROP, entries, entry_cost, waiting
from pbem_rules.battles_for_the_ardennes.s16_dumps import can_destroy, chart_of, plays_dumps
from pbem_rules.battles_for_the_ardennes.s16_greif import active_from, plays_greif
from pbem_rules.battles_for_the_ardennes.s16_intensive import may_use
from pbem_rules.battles_for_the_ardennes.s17_plans import has_plans, plans_of
from pbem_rules.battles_for_the_ardennes.sheets import AttackOrder, Barrage, BuildOrder
from pbem_rules.battles_for_the_ardennes.table import BattlesTable, BattleUnit, bridged, units_of

Lines = dict[str, tuple[DraftLine, ...]]
PARTS = ("air", "bridges", "building", "artillery", "reinforcements", "movement", "combat")


def draft(view: View, due: tuple[Decision, ...]) -> Lines:
    """A sheet serves the whole player-turn, so all parts that are still to come are in it."""
    asked = asked_parts(due)
    if "secret" in asked:
        return {"secret": draft_secret(view.table, view.side)}
    if not asked:
        return {}
    lines = draft_turn(view.table)
    if (again := asked_again(asked)) is not None:
        return {again.topic: (as_written(again), *offered(lines.get(again.topic, ())))}
    reached = min(PARTS.index(name) for name in asked)
    return {name: lines[name] for name in PARTS[reached:] if lines.get(name)}


def draft_secret(table: BattlesTable, side: str) -> tuple[DraftLine, ...]:
    """16.41, 16.51 The form of the block, and what there is to choose from."""
    lines: list[DraftLine] = []
    if side == "german" and plays_greif(table):
        roads = [hex for hex in sorted(table.here.roads) if table.here.name(hex)]
        most = the_variants().greif.targets
        late = table.plays("16.47")
        lines.append(DraftLine(f"greif: [{', '.join(roads[:most])}]", "road hexes, for example"))
        told = [
            f"{hex} {table.here.name(hex)}" + (f" from GT{active_from(table, hex)}" if late else "") for hex in roads
        ]
        lines += [DraftLine(comment=", ".join(told[n : n + 6])) for n in range(0, len(told), 6)]
    if side == "german" and has_plans(table):
        lines += [DraftLine(f"plan: {name}", plan.words) for name, plan in plans_of(table).items()]
    if side == "allied" and plays_dumps(table):
        chart = chart_of(table)
        lines.append(DraftLine(f"dumps: {{{chart.hexes[0]}: {chart.points}}}", f"{many(chart.points, 'point')} in all"))
        lines += [DraftLine(comment=f"{hex} {table.here.name(table.here.spelled(hex))}") for hex in chart.hexes]
    return tuple(lines)


def draft_turn(table: BattlesTable) -> Lines:
    """Every part of the player-turn, on the table as it will be when its orders begin."""
    ahead = as_orders_begin(table)
    units = units_of(ahead, ahead.side)
    return {
        "air": draft_air(ahead),
        "bridges": draft_bridges(ahead),
        "building": draft_building(ahead, units),
        "artillery": draft_artillery(ahead, units),
        "reinforcements": draft_arrivals(ahead),
        "movement": draft_moves(ahead, units),
        "combat": draft_attacks(ahead, units),
    }


def draft_air(table: BattlesTable) -> tuple[DraftLine, ...]:
    if not table.air or table.form.year != 1944:
        return ()
    foes = sorted({unit.hex for unit in units_of(table, FOE[table.side]) if unit.hex in table.here.roads})
    return tuple(DraftLine(f"interdict {hex}", f"{many(table.air, 'point')} in this player-turn") for hex in foes[:8])


def draft_bridges(table: BattlesTable) -> tuple[DraftLine, ...]:
    found = sorted(can_be_blown(table, table.side).items())
    lines = [DraftLine(f"{unit}: blow {bridge}", words_for(table, unit)) for bridge, unit in found]
    return (*lines, *(DraftLine(f"{name}: destroy dump") for name in can_destroy(table)))


def words_for(table: BattlesTable, unit: str) -> str:
    return "1 to 5" if table.units[unit].engineers else "1 to 3"


def draft_building(table: BattlesTable, units: list[BattleUnit]) -> tuple[DraftLine, ...]:
    lines, contact = [], contact_of(table)
    for unit in units:
        wishes = ["improved position"]
        if unit.engineers:
            wishes += [f"bridge {w.side}" for w in table.here.sides[unit.hex] if w.water and not bridged(table, w)]
        for what in wishes:
            if cannot_build(table, unit.side, BuildOrder(unit=unit.id, what=what), contact) is None:
                lines.append(DraftLine(f"{unit.id}: {what}", f"in {unit.hex}"))
    return tuple(lines)


def draft_artillery(table: BattlesTable, units: list[BattleUnit]) -> tuple[DraftLine, ...]:
    """Batteries with the enemies in their range."""
    lines = []
    for unit in units:
        if unit.guns and unit.id not in table.moved:
            other = "to movement mode" if unit.mode == "battery" else "to battery"
            foes = sorted({u.hex for u in units_of(table, FOE[unit.side])})
            near = [hex for hex in foes if table.here.distance(unit.hex, hex) <= unit.face.range]
            mode = "in battery" if unit.mode == "battery" else "in movement mode"
            told = f"in {unit.hex}, {mode}, range {unit.face.range}: {' '.join(near) or 'nothing'}"
            lines.append(DraftLine(f"{unit.id}: {other}", told + state_of(unit)))
    return tuple(lines)


def draft_arrivals(table: BattlesTable) -> tuple[DraftLine, ...]:
    lines, contact = [], contact_of(table)
    for unit in waiting(table, table.side):
        if unit.edge == DROP:
            lines.append(DraftLine(f"{unit.id}: drop HEX", "lands on 1 to 3"))
            continue
        for hex in entries(table, unit, contact):
            cost = f"costs {entry_cost(table, unit, hex)} of {unit.allowance}"
            lines.append(DraftLine(f"{unit.id}: enter {hex}", f"{cost}; enter {hex}, march, to HEX by road"))
    return tuple(lines)


def draft_moves(table: BattlesTable, units: list[BattleUnit]) -> tuple[DraftLine, ...]:
    """Each unit that can still move, formation by formation."""
    able = [unit for unit in units if cannot_move_at_all(table, unit) is None]
    able.sort(key=lambda unit: (unit.data.formation, unit.id))
    return tuple(DraftLine(f"{unit.id}: hold", comment(unit)) for unit in able)


def comment(unit: BattleUnit) -> str:
    steps = "two steps" if unit.two_steps else "one step"
    return f"{unit.data.formation}, {unit.hex}, {unit.allowance} MP, {steps}{state_of(unit)}"


def state_of(unit: BattleUnit) -> str:
    told = [] if unit.supplied else ["out of supply"]
    told += ["disrupted"] if unit.disrupted else []
    told += ["fatigued"] if unit.fatigued else []
    told += ["out of ammunition"] if unit.dry_guns else []
    told += ["burnt tubes"] if unit.burnt else []
    return f", {', '.join(told)}" if told else ""


def draft_attacks(table: BattlesTable, units: list[BattleUnit]) -> tuple[DraftLine, ...]:
    """Every hex that can be attacked now, by all who touch it, with the batteries in range."""
    able = who_can_attack(units, partial(targets_among, table, stacks_of(table)))
    lines = []
    for goal, who in able.items():
        lead = {unit.hex for unit in who if not unit.face.bracketed}
        with_ = ids_of([unit for unit in who if not unit.face.bracketed or unit.hex in lead])
        guns = [u.id for u in units if u.guns and cannot_fire(table, u, Barrage(u.id), goal) is None]
        line = AttackOrder(attack=goal, with_=with_)
        if with_ and cannot_attack(table, table.side, line) is None:
            more = f", barrage: [{', '.join(guns)}]" if guns else ""
            lines.append(DraftLine(attack_text([goal], with_, more), odds_words(table, goal, with_, guns)))
    return tuple(lines)


def odds_words(table: BattlesTable, goal: str, with_: tuple[str, ...], guns: list[str]) -> str:
    found = reckon(table, goal, [table.units[n] for n in with_], [table.units[n] for n in guns], (), {})
    words = f"{found.attack} : {found.defence} = {found.odds}, columns {found.shift:+d}: {found.column}"
    if may_use(table, table.side):
        steps = [column_with(found.attack, found.defence, 0, 0, n, 0)[1] for n in range(1, 5)]
        words += f"; intensive 1 to 4: {' '.join(steps)}"
    return words
