"""6. Combat.  Cases 6.1 to 6.9, in the rulebook's order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.craft.cards import NONE, card_question, play_card
from pbem.craft.payment import ask_payment
from pbem.craft.pieces import ids_of
from pbem.ruleset import Cannot, Decision, Orders, Umpire
from pbem_rules.ford.board import FOE, limit, the_map, the_tables
from pbem_rules.ford.events import Advanced, Bombarded, Destroyed, Fought, StageBegan, StepLost, StoodFast
from pbem_rules.ford.s07_retreats import retreat
from pbem_rules.ford.s10_cards import named
from pbem_rules.ford.sheets import AttackLine
from pbem_rules.ford.table import Ford, Unit, full, holder, passable, strength, units_in, units_of


def combat(table: Ford, umpire: Umpire) -> str:
    """6.1, 6.9 The attacks of the sheet, then what horse must still do."""
    attacks = umpire.orders("6.1", table.side, "combat")
    for line in attacks:
        attack(table, umpire, attacks, line)
    while owing := must_still_attack(table):
        line = attacks.need("6.9", f"{owing[0]} must attack", {"unit": owing[0]})
        attack(table, umpire, attacks, line)
    if table.side == "blue":
        umpire.do("4.3", StageBegan(table.turn, "red"))
        return "march"
    umpire.do("4.4", StageBegan(table.turn, "dusk"))
    return "dusk"


def attack(table: Ford, umpire: Umpire, attacks: Orders, line: AttackLine) -> None:
    """6.1 One line."""
    if problem := cannot_attack(table, table.side, line):
        attacks.refuse(*problem)
    else:
        battle(table, umpire.within(line.attack), line)


def cannot_attack(table: Ford, side: str, line: AttackLine) -> Cannot | None:
    """6.1, 6.5 Why an attack is not allowed."""
    if holder(table, line.attack) != FOE[side]:
        return "6.1", f"no enemy in {line.attack}"
    if line.attack in table.gave:
        return "6.1", f"{line.attack} has been attacked already"
    for name in (*line.with_, *line.guns):
        unit = table.units.get(name)
        if unit is None or unit.side != side or not unit.hex:
            return "6.1", f"{name} is no unit of {side} on the map"
        if name in table.fought or (*line.with_, *line.guns).count(name) > 1:
            return "6.1", f"{name} has attacked already"
    return cannot_reach(table, line) or below_minimum(table, line)


def vain_in_attack(table: Ford, side: str, line: AttackLine) -> Iterator[Cannot]:
    """6.6, 6.8 Losses and advances of units that are not in the attack."""
    own = ", ".join(line.with_)
    for name in line.losses:
        if name not in line.with_:
            yield "6.6", f"{name} does not attack {line.attack} and loses nothing", f"one of {own}"
    if line.advance and line.advance not in ("stay", *line.with_):
        yield (
            "6.8",
            f"{line.advance} does not attack {line.attack} and does not advance",
            f"stay, or advance one of {own}",
        )


def cannot_reach(table: Ford, line: AttackLine) -> Cannot | None:
    """6.1, 6.5 Who stands too far away, and what guns cannot do."""
    hexes = the_map().hexes
    for name in line.with_:
        hex = table.units[name].hex
        if line.attack not in hexes.neighbours(hex):
            return "6.1", f"{name} in {hex} is not next to {line.attack}"
        if not passable(table, hex, line.attack):
            return "6.1", f"{name} cannot attack across the river", "only at a whole crossing"
    for name in line.guns:
        unit = table.units[name]
        if unit.kind != "guns":
            return "6.5", f"{name} is {unit.kind}, only guns bombard"
        if hexes.distance(unit.hex, line.attack) > limit("guns reach"):
            return "6.5", f"{name} in {unit.hex} is out of range of {line.attack}"
        if table.weather == "fog":
            return "6.5", "guns do not bombard in fog"
    return None


def below_minimum(table: Ford, line: AttackLine) -> Cannot | None:
    """The line's own limit: skip the attack if the odds are lower."""
    columns = the_tables().columns
    if not line.min:
        return None
    if line.min not in columns.labels:
        return "sheet", f"no such odds: {line.min}", f"one of {', '.join(columns.labels)}"
    odds = odds_of(table, [table.units[name] for name in line.with_], line.attack)
    if not columns.at_least(odds, line.min):
        return "sheet", f"{line.attack} is {odds}, the line wants {line.min}"
    return None


def must_still_attack(table: Ford) -> list[str]:
    """6.9 Horse next to an enemy it could attack."""
    return [unit.id for unit in units_of(table, table.side) if unit.kind == "horse" and targets(table, unit)]


def forced_attack(table: Ford, decision: Decision) -> AttackLine:
    """6.9 The plainest line that does what must be done: the unit named alone, against its first target."""
    unit = table.units[str(decision.facts["unit"])]
    return AttackLine(attack=targets(table, unit)[0], with_=(unit.id,))


def targets(table: Ford, unit: Unit) -> list[str]:
    """6.1 The hexes a unit could attack now."""
    if unit.id in table.fought:
        return []
    return [
        hex
        for hex in the_map().hexes.neighbours(unit.hex)
        if holder(table, hex) == FOE[unit.side] and hex not in table.gave and passable(table, unit.hex, hex)
    ]


# 6.2 to 6.6


def odds_of(table: Ford, attackers: list[Unit], target: str) -> str:
    """6.2 Rounded in favour of the defence, and kept on the table."""
    return the_tables().columns.of(strength(attackers), strength(units_in(table, target)))


def ground_shift(attackers: list[Unit], target: str) -> int:
    """6.3 A town; a ford or the bridge if all attackers cross it."""
    here = the_map()
    across = all(here.crossing_at(unit.hex, target) for unit in attackers)
    return -(here.ground_of(target) == "town") - across


def bombard(table: Ford, umpire: Umpire, line: AttackLine) -> int:
    """6.5 One die for each point of strength; every 6 counts, two at the most."""
    hits = 0
    for name in line.guns:
        faces = umpire.rolls("6.5", name, table.units[name].strength)
        found = min(faces.count(6), limit("bombardment") - hits)
        hits += found
        umpire.do("6.5", Bombarded(line.attack, (name,), faces, found))
    return hits


def play_cards(table: Ford, umpire: Umpire, line: AttackLine) -> dict[str, str]:
    """6.6, 10.3 Both sides at once; whether or not anybody holds a card."""
    ours, theirs = table.side, table.foe
    usable = {ours: ("Volley",), theirs: ("Volley", "Steady")}
    said = {ours: line.card or None, theirs: None}
    picks = umpire.ask_all(
        *[
            card_question(
                umpire, "6.6", side, "cards", f"a card at {line.attack}?",
                named(umpire.secret(side).hand, *usable[side]), said=said[side], facts={"target": line.attack},
            )
            for side in (ours, theirs)
        ]
    )  # fmt: skip
    played = dict(zip((ours, theirs), picks, strict=True))
    for side, card in played.items():
        if card != NONE:
            play_card(umpire, "10.3", side, card)
    return played


def battle(table: Ford, umpire: Umpire, line: AttackLine) -> None:
    """6.2 to 6.8 Odds, shifts, one die, the result at once."""
    attackers, defenders = [table.units[name] for name in line.with_], units_in(table, line.attack)
    odds = odds_of(table, attackers, line.attack)
    shift = ground_shift(attackers, line.attack) + bombard(table, umpire, line)
    cards = play_cards(table, umpire, line)
    shift += cards[table.side].startswith("Volley") - cards[table.foe].startswith("Volley")
    column = the_tables().columns.shifted(odds, shift)
    face = umpire.roll("6.4", "die")
    result = the_tables().results.lookup(column, face)
    umpire.do(
        "6.4",
        Fought(
            line.attack, ids_of(attackers), ids_of(defenders), strength(attackers), strength(defenders),
            odds, shift, column, face, result,
        ),
    )  # fmt: skip
    if result == "D1" and cards[table.foe].startswith("Steady"):
        umpire.do("10.3", StoodFast(table.foe, line.attack))
    else:
        carry_out(table, umpire, line, result, attackers, defenders)
    if result in ("D1", "D2", "DL", "DE", "EX"):
        advance(table, umpire, line, attackers)


# 6.7 to 6.8


def carry_out(
    table: Ford, umpire: Umpire, line: AttackLine, result: str, attackers: list[Unit], defenders: list[Unit]
) -> None:
    """6.7 What the result does."""
    if result == "A1":
        lose_step(umpire, table.side, attackers, said=line.losses)
    elif result == "AR":
        for unit in attackers:
            retreat(table, umpire.within(unit.id), unit, 1)
    elif result == "EX":
        exchange(table, umpire, line, attackers, defenders)
    elif result == "DL":
        lose_step(umpire, table.foe, defenders, said=())
    elif result == "DE":
        for unit in defenders:
            umpire.do("6.7", Destroyed(unit.id))
    for unit in defenders:
        paces = {"D1": 1, "D2": 2, "DL": 1}.get(result, 0)
        if paces and unit.hex:
            retreat(table, umpire.within(unit.id), unit, paces)


def lose_step(umpire: Umpire, side: str, units: list[Unit], said: tuple[str, ...]) -> None:
    """6.71 The owner says who loses a step."""
    unit = umpire.ask("6.71", side, "losses", "who loses a step?", ids_of(units), said=said or None)
    umpire.do("6.71", StepLost(unit))


def exchange(table: Ford, umpire: Umpire, line: AttackLine, attackers: list[Unit], defenders: list[Unit]) -> None:
    """6.72 The strongest defender loses a step, and the attack pays at least as much."""
    victim = max(defenders, key=lambda unit: (unit.step_worth, unit.id))
    worth = victim.step_worth
    umpire.do("6.72", StepLost(victim.id))
    if worth == 0:
        return  # a step that is worth nothing costs nothing
    worths = worths_of(table, ids_of(attackers))  # too weak to pay, all lose a step
    for unit in ask_payment(umpire, "6.72", table.side, "payment", f"steps worth {worth}", worth, worths, line.losses):
        umpire.do("6.72", StepLost(unit))


def worths_of(table: Ford, units: Sequence[str]) -> dict[str, int]:
    """6.72 What the next step of each is worth."""
    return {name: table.units[name].step_worth for name in units}


def advance(table: Ford, umpire: Umpire, line: AttackLine, attackers: list[Unit]) -> None:
    """6.8 One attacker may go into the hex that was left."""
    able = [unit.id for unit in attackers if unit.hex and line.attack in the_map().hexes.neighbours(unit.hex)]
    if units_in(table, line.attack) or not able or full(table, line.attack, table.side, limit("stack")):
        return
    pick = umpire.ask(
        "6.8",
        table.side,
        "advance",
        f"into {line.attack}?",
        ["stay", *able],
        said=line.advance,
        otherwise="stay",
    )
    if pick != "stay":
        umpire.do("6.8", Advanced(pick, line.attack))
