"""What players who know nothing else might write, and positions that a side cannot tell apart."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.ruleset import BOX, Chooser, Decision, Order, Position, View
from pbem_rules.ford.board import FOE, the_map, the_units
from pbem_rules.ford.s05_march import cannot_march, destinations, due_to_arrive
from pbem_rules.ford.s06_combat import cannot_attack, forced_attack, targets
from pbem_rules.ford.sheets import ArrivalLine, AttackLine, DiscardLine, MarchLine, PlotLine
from pbem_rules.ford.table import Box, Ford, Secrets, units_in, units_of


def propose(view: View, decision: Decision, chooser: Chooser) -> tuple[Order, ...]:
    """Lines that are lawful on the table as it stands; some of them will have become unlawful when they are read."""
    if decision.facts.get("again") == "need":
        return (forced_attack(view.table, decision),)
    return PROPOSALS[decision.topic](view, chooser)


def propose_plot(view: View, chooser: Chooser) -> tuple[Order, ...]:
    if view.side == "red":
        return (PlotLine(mine=chooser.one(sorted(the_map().crossings))),)
    return (PlotLine(objective=chooser.one(the_map().eastern)),)


def propose_discards(view: View, chooser: Chooser) -> tuple[Order, ...]:
    hand = view.own.hand
    return tuple(DiscardLine(card=card) for card in chooser.some(hand, chooser.number(len(hand) + 1)))


def propose_arrivals(view: View, chooser: Chooser) -> tuple[Order, ...]:
    due = due_to_arrive(view.table, view.side)
    return tuple(ArrivalLine(unit=u.id, what=chooser.one(("arrive", "arrive", "hold back"))) for u in due)


def propose_march(view: View, chooser: Chooser) -> tuple[Order, ...]:
    """Most units somewhere, now and then by hexes, sometimes with a condition."""
    lines = []
    for unit in units_of(view.table, view.side):
        goals = destinations(view.table, unit)
        goal = chooser.one(sorted(goals))
        line = (
            MarchLine(unit=unit.id, to=goal) if chooser.number(2) else MarchLine(unit=unit.id, path=goals[goal].places)
        )
        if goal != unit.hex and not cannot_march(view.table, view.side, line):
            lines.append(conditional(line, view.table, chooser))
    return tuple(lines)


def conditional(line: MarchLine, table: Ford, chooser: Chooser) -> MarchLine:
    if chooser.number(4):
        return line
    hex = chooser.one(the_map().hexes.all())
    return line.model_copy(update={"if_": (f"{hex} cleared",), "else_": MarchLine(unit=line.unit)})


def propose_attacks(view: View, chooser: Chooser) -> tuple[Order, ...]:
    """Each unit against something it can reach, two together where that is possible."""
    lines: list[AttackLine] = []
    used: set[str] = set()
    for unit in units_of(view.table, view.side):
        goals = [hex for hex in targets(view.table, unit) if hex not in {line.attack for line in lines}]
        if unit.id in used or not goals or not chooser.number(3):
            continue
        goal = chooser.one(goals)
        friends = [u.id for u in units_of(view.table, view.side) if goal in targets(view.table, u) and u.id not in used]
        with_ = tuple(friend for friend in friends if friend == unit.id or chooser.number(3))
        then = chooser.one(("", "stay", f"advance {unit.id}"))
        cards = [card for card in view.own.hand if card.startswith("Volley")]
        card = chooser.one(["", *cards])
        line = AttackLine(attack=goal, with_=with_, guns=guns_for(view, goal, {*used, *with_}), then=then, card=card)
        if not cannot_attack(view.table, view.side, line):
            lines.append(line)
            used |= {*line.with_, *line.guns}
    return tuple(lines)


def guns_for(view: View, goal: str, used: set[str]) -> tuple[str, ...]:
    guns = [unit for unit in units_of(view.table, view.side) if unit.kind == "guns" and unit.id not in used]
    hexes = the_map().hexes
    return tuple(u.id for u in guns if hexes.distance(u.hex, goal) <= 2 and view.table.weather != "fog")


PROPOSALS = {
    "plot": propose_plot,
    "discard": propose_discards,
    "arrive": propose_arrivals,
    "march": propose_march,
    "combat": propose_attacks,
}


def imagine(view: View, chooser: Chooser) -> Position:
    """The enemy's hand and plot, and both piles, dealt anew from what this side has not seen."""
    side, foe, table = view.side, FOE[view.side], view.table
    unseen = unseen_cards(table, foe, [])
    hand = sorted(chooser.some(unseen, table.hands[foe]))
    theirs = Secrets(hand=hand)
    if table.stage != "plot" and foe == "red":  # crossings that were passed are known to be free
        theirs.mine = chooser.one([name for name in sorted(the_map().crossings) if name not in table.passed] or [""])
    elif table.stage != "plot":
        theirs.objective = chooser.one(the_map().eastern)
    piles = {
        side: unseen_cards(table, side, view.own.hand),
        foe: [card for card in unseen if card not in hand],
    }
    return Position(table, {side: view.own, foe: theirs, BOX: Box(piles)})


def unseen_cards(table: Ford, side: str, seen: Sequence[str]) -> list[str]:
    """A side's cards that lie neither open nor in a known hand."""
    return [card for card in the_units().cards[side] if card not in table.discards[side] and card not in seen]


def quiet(view: View, line: Order) -> str:
    """For `if: quiet`: where the unit is, and who stands in the hexes that the line names."""
    named = line.model_dump(include={"unit", "path", "to"})
    unit = view.table.units.get(named.get("unit", ""))
    hexes = [*named.get("path", ()), *([named["to"]] if named.get("to") else [])]
    around = [",".join(u.id for u in units_in(view.table, hex)) for hex in hexes]
    return "|".join([unit.hex if unit else "", *around])
