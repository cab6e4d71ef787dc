"""What players who know nothing else might write: lawful lines at random."""

from __future__ import annotations

from pbem.craft.proposing import proposer, sometimes_if
from pbem.ruleset import Chooser, Decision, Order, View
from pbem_rules.bulge.board import MISSIONS, WEATHERS, designated, the_map, the_tables
from pbem_rules.bulge.s07_air import open_to_interdiction, too_many
from pbem_rules.bulge.s10_fares import Mover, allowance
from pbem_rules.bulge.s10_movement import cannot_move
from pbem_rules.bulge.s10_trips import destinations
from pbem_rules.bulge.s12_combat import cannot_attack, forced_attack, open_targets
from pbem_rules.bulge.s14_supply import in_supply
from pbem_rules.bulge.sheets import AirLine, AttackLine, InterdictLine, MoveLine, ResupplyLine
from pbem_rules.bulge.table import Bulge, Unit, due_units, lay_of, units_of


def propose_needed(view: View, decision: Decision, chooser: Chooser) -> tuple[Order, ...]:
    """An attack that must be made, on either table."""
    unit = view.table.units[str(decision.facts["unit"])]
    policy = chooser.one(("secondary", "primary", "primary at +3 to +5 or more"))
    return (forced_attack(view.table, unit, policy),)


def propose_air(view: View, chooser: Chooser) -> tuple[Order, ...]:
    if chooser.number(2):
        return (AirLine(missions=some_missions(view.side, chooser)),)
    return (AirLine(**{weather: some_missions(view.side, chooser) for weather in WEATHERS}),)


def some_missions(side: str, chooser: Chooser) -> tuple[str, ...]:
    """2.3.2 No more of a kind than there are counters."""
    found: list[str] = []
    for _ in range(chooser.number(6)):
        mission = chooser.one(MISSIONS)
        if too_many(side, (*found, mission)) is None:
            found.append(mission)
    return tuple(found)


def propose_interdiction(view: View, chooser: Chooser) -> tuple[Order, ...]:
    hexes = open_to_interdiction(view.table, view.side)
    return tuple(InterdictLine(hex=hex) for hex in chooser.some(hexes, min(chooser.number(6), len(hexes))))


def propose_resupply(view: View, chooser: Chooser) -> tuple[Order, ...]:
    cut_off = [unit for unit in units_of(view.table, "allied") if not in_supply(view.table, unit)]
    return tuple(ResupplyLine(unit=unit.id) for unit in cut_off[: chooser.number(3)])


def propose_moves(view: View, chooser: Chooser) -> tuple[Order, ...]:
    """Markers for some infantry, then most units somewhere, sometimes by hexes, sometimes with a condition."""
    table, side = view.table, view.side
    lines: list[MoveLine] = []
    foot = [u for u in units_of(table, side) if u.kind in ("infantry", "airborne")]
    if side == "allied" and foot and not chooser.number(3):
        lines.append(MoveLine(mech=(chooser.one(foot).id,)))
    if side == "german" and table.turn == 1 and table.options["airdrop"] == "yes" and table.units["vDH"].drops:
        lines.append(MoveLine(unit="vDH", way=f"drop {chooser.one(the_map().grid.all())}"))
    lay = lay_of(table)
    for unit in [*units_of(table, side), *due_units(table, side)]:
        if not chooser.number(3) or (unit.hex and lay.in_ezoc(unit.hex, side)):
            continue
        if line := some_way(table, unit, chooser):
            other = MoveLine(unit=line.unit, way="hold")
            lines.append(sometimes_if(line, other, the_map().grid.all(), chooser, one_in=6))
    return tuple(line for line in lines if cannot_move(table, side, line) is None)


def some_way(table: Bulge, unit: Unit, chooser: Chooser) -> MoveLine | None:
    goals = destinations(Mover(table, lay_of(table), unit, allowance(table, unit)))
    exits = [hex for hex in sorted(goals) if hex in designated() and unit.side == "german"]
    if exits:
        return MoveLine(unit=unit.id, way=f"exit {chooser.one(exits)}")
    if not goals:
        return None
    goal = chooser.one(sorted(goals))
    path = goals[goal]
    if not path:
        return None
    if chooser.number(2):
        return MoveLine(unit=unit.id, way=f"to {goal}")
    way = " ".join(path) if unit.hex else f"enter {path[0]}, {' '.join(path[1:])}"
    return MoveLine(unit=unit.id, way=way)


def propose_attacks(view: View, chooser: Chooser) -> tuple[Order, ...]:
    """Each unit against something it can reach, often together with others."""
    table, side = view.table, view.side
    lines: list[AttackLine] = []
    used: set[str] = set()
    units = units_of(table, side)
    targets = {unit.id: [foe.hex for foe in open_targets(table, unit)] for unit in units}
    for unit in units:
        goals = [hex for hex in targets[unit.id] if hex not in {line.attack for line in lines}]
        if unit.id in used or not goals or not chooser.number(4):
            continue
        goal = chooser.one(goals)
        friends = [u.id for u in units if goal in targets[u.id] and u.id not in used]
        with_ = tuple(friend for friend in friends if friend == unit.id or chooser.number(3))
        line = AttackLine(
            attack=goal,
            with_=with_,
            support=chooser.number(3),
            crt=chooser.one(("", "", "secondary", "primary")),
            column=chooser.one(("", "", "", "0")),
            min=chooser.one(("", "", "", *the_tables().columns.labels[:3])),
            pay=with_[:1] if chooser.number(2) else (),
            then=chooser.one(("", "stay", "advance", f"advance {unit.id}")),
        )
        if cannot_attack(table, side, line) is None:
            lines.append(line)
            used |= {*with_}
    return tuple(lines)


def propose_after(view: View, chooser: Chooser) -> tuple[Order, ...]:
    lines = propose_attacks(view, chooser)
    policy = chooser.one(("", "secondary", "primary", "primary at +6 to +8 or more"))
    return (*lines, AttackLine(rest=policy)) if policy else lines


propose = proposer(
    {
        "air": propose_air,
        "interdict": propose_interdiction,
        "resupply": propose_resupply,
        "before": propose_attacks,
        "movement": propose_moves,
        "after": propose_after,
    },
    propose_needed,
)
