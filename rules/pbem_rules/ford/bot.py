"""What players who know nothing else might write, and positions that a side cannot tell apart."""

from __future__ import annotations

from pbem.craft.cards import dealt_anew, shown_since, unseen
from pbem.craft.proposing import proposer, sometimes_if
from pbem.ruleset import BOX, Chooser, Decision, Order, Position, View
from pbem_rules.ford.board import FOE, the_map, the_units
from pbem_rules.ford.events import Marched
from pbem_rules.ford.s05_march import cannot_march, destinations, due_to_arrive
from pbem_rules.ford.s06_combat import cannot_attack, forced_attack, targets
from pbem_rules.ford.sheets import ArrivalLine, AttackLine, DiscardLine, MarchLine, PlotLine
from pbem_rules.ford.table import HiddenPiles, Secrets, units_in, units_of


def propose_needed(view: View, decision: Decision, chooser: Chooser) -> tuple[Order, ...]:
    """What horse must do."""
    return (forced_attack(view.table, decision),)


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
    """Most units somewhere, now and then by hexes, sometimes with a condition; or what is known of them."""
    if view.since:
        return told_marches(view)
    lines = []
    for unit in units_of(view.table, view.side):
        goals = destinations(view.table, unit)
        goal = chooser.one(sorted(goals))
        line = (
            MarchLine(unit=unit.id, to=goal) if chooser.number(2) else MarchLine(unit=unit.id, path=goals[goal].places)
        )
        if goal != unit.hex and not cannot_march(view.table, view.side, line):
            lines.append(sometimes_if(line, MarchLine(unit=unit.id), the_map().hexes.all(), chooser, one_in=4))
    return tuple(lines)


def told_marches(view: View) -> tuple[Order, ...]:
    """5.2 The marches that everybody has been told of."""
    ways: dict[str, list[str]] = {}
    for entry in view.since:
        if isinstance(entry.event, Marched):
            ways.setdefault(entry.event.unit, []).append(entry.event.hex)
    return tuple(MarchLine(unit=unit, path=tuple(way)) for unit, way in ways.items())


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


propose = proposer(
    {
        "plot": propose_plot,
        "discard": propose_discards,
        "arrive": propose_arrivals,
        "march": propose_march,
        "combat": propose_attacks,
    },
    propose_needed,
)


def imagine(view: View, chooser: Chooser) -> Position:
    """The enemy's hand and plot, and both piles, dealt anew from what this side has not seen."""
    side, foe, table = view.side, FOE[view.side], view.table
    cards = the_units().cards
    held = {"hand": shown_since(view, foe)}
    dealt = dealt_anew(chooser, unseen(cards[foe], table.discards[foe]), {"hand": table.hands[foe]}, "pile", held=held)
    theirs = Secrets(hand=dealt["hand"])
    if table.stage != "plot" and foe == "red":  # crossings that were passed are known to be free
        theirs.mine = chooser.one([name for name in sorted(the_map().crossings) if name not in table.passed] or [""])
    elif table.stage != "plot":
        theirs.objective = chooser.one(the_map().eastern)
    piles = {side: unseen(cards[side], table.discards[side], view.own.hand), foe: dealt["pile"]}
    return Position(table, {side: view.own, foe: theirs, BOX: HiddenPiles(piles)})


def quiet(view: View, line: Order) -> str:
    """For `if: quiet`: where the unit is, and who stands in the hexes that the line names."""
    named = line.model_dump(include={"unit", "path", "to"})
    unit = view.table.units.get(named.get("unit", ""))
    hexes = [*named.get("path", ()), *([named["to"]] if named.get("to") else [])]
    around = [",".join(u.id for u in units_in(view.table, hex)) for hex in hexes]
    return "|".join([unit.hex if unit else "", *around])
