"""What players who know nothing else might write, and positions that a side cannot tell apart."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from pbem.craft.cards import CardPlayed, Drew, shown_since
from pbem.craft.proposing import proposer
from pbem.ruleset import BOX, Chooser, Decision, Order, Position, View
from pbem_rules.enemy_action_ardennes.aid_events import HESITANT
from pbem_rules.enemy_action_ardennes.board import FOE, SIDES, around, the_cards, the_charts, the_map, the_scenario
from pbem_rules.enemy_action_ardennes.hindsight import told_impulses
from pbem_rules.enemy_action_ardennes.phrases import BUILD, KAMPFGRUPPE, NOTHING, POSITION, UNIT
from pbem_rules.enemy_action_ardennes.s05_cards import events_of, in_play, is_special, reserve
from pbem_rules.enemy_action_ardennes.s06_commands import activated, command_of, formations_on, is_surprise
from pbem_rules.enemy_action_ardennes.s06_impulses import cannot_order, default_line
from pbem_rules.enemy_action_ardennes.s07_movement import destinations
from pbem_rules.enemy_action_ardennes.s07_reactions import bridges_at
from pbem_rules.enemy_action_ardennes.s09_tactics import usable
from pbem_rules.enemy_action_ardennes.s11_reserves import Placing, late_reserves, may_deploy
from pbem_rules.enemy_action_ardennes.s12_engineers import possible_works
from pbem_rules.enemy_action_ardennes.s13_replacements import eligible
from pbem_rules.enemy_action_ardennes.sheets import (
    PASS,
    AssaultOrder,
    BridgeLine,
    DayOrder,
    DeployLine,
    FuelLine,
    ImpulseLine,
    ReactLine,
    RegimentMove,
)
from pbem_rules.enemy_action_ardennes.table import (
    AlliedHand,
    CardBox,
    EnemyAction,
    GermanHand,
    Regiment,
    holder,
    on_map,
    sway_of,
)

TRIES = 6
Writer: TypeAlias = "Callable[[View, str, Chooser], ImpulseLine | None]"


def propose_impulses(view: View, chooser: Chooser) -> tuple[Order, ...]:
    """A line for this impulse, three for the surprise; now and then one more that may not be reached."""
    table: EnemyAction = view.table
    if told := told_impulses(view):
        return (*told[:-1], going_on(view, told[-1], chooser))
    count = 3 if is_surprise(table) else 1
    lines: list[ImpulseLine] = []
    for _ in range(count):
        spent = {line.card for line in lines}
        lines.append(one_impulse(view, [card for card in view.own.hand if card not in spent], chooser))
    return tuple(lines)


def going_on(view: View, line: ImpulseLine, chooser: Chooser) -> ImpulseLine:
    """The impulse that is under way, as it was told or with one move more: a unit may be asked about before it goes."""
    gone = {move.unit for move in line.move}
    active = activated(view.table, view.side, command_of(view.table, view.side, line))
    left = [unit for unit in active if unit.id not in gone]
    if line.attacks or not left or not chooser.number(3):
        return line
    unit = chooser.one(left)
    goals = sorted(hex for hex in destinations(view.table, unit) if hex != unit.hex)
    more = (RegimentMove(unit=unit.id, path=(chooser.one(goals),)),) if goals else ()
    return line.model_copy(update={"move": (*line.move, *more)})


def propose_needed(view: View, decision: Decision, chooser: Chooser) -> tuple[Order, ...]:
    if told := told_impulses(view)[:1]:
        return (going_on(view, told[0], chooser),)
    return (one_impulse(view, list(view.own.hand), chooser),)


def one_impulse(view: View, hand: list[str], chooser: Chooser) -> ImpulseLine:
    """A card and a command that seems possible; else what silence would do."""
    table, side = view.table, view.side
    for _ in range(TRIES):
        if not hand:
            break
        card = chooser.one(sorted(hand, key=int))
        line = chooser.one(WRITERS)(view, card, chooser)
        if line is not None and cannot_order(table, side, line) is None:
            return line
    if cannot_order(table, side, ImpulseLine(play=PASS)) is None:
        return ImpulseLine(play=PASS)
    return default_line(table, side, hand)


def an_activation(view: View, card: str, chooser: Chooser) -> ImpulseLine | None:
    """A formation of the card, or a Kampfgruppe, with moves, attacks and positions."""
    table, side = view.table, view.side
    known = formations_on(table, side, card)
    if not known:
        return None
    use = f"{card} as activate {chooser.one(known)}"
    if side == "german" and the_cards()[card].kind in ("army", "army group") and chooser.number(2):
        use = f"{card} as {KAMPFGRUPPE} {chooser.one([unit.hex for unit in on_map(table, side)])}"
    return with_deeds(view, ImpulseLine(play=use), chooser)


def one_unit(view: View, card: str, chooser: Chooser) -> ImpulseLine | None:
    """6.3"""
    unit = chooser.one([unit.id for unit in on_map(view.table, view.side)])
    return with_deeds(view, ImpulseLine(play=f"{card} as {UNIT} {unit}"), chooser)


def with_deeds(view: View, line: ImpulseLine, chooser: Chooser) -> ImpulseLine:
    """Moves for some of those who become active, attacks for others, positions for who is left."""
    table, side = view.table, view.side
    command = command_of(table, side, line)
    units = activated(table, side, command)
    moves = () if is_surprise(table) else some_moves(table, units[:8], chooser)
    gone = {move.unit for move in moves}
    attacks = some_attacks(view, [unit for unit in units if unit.id not in gone], chooser)
    busy = gone | {name for attack in attacks for name in attack.with_}
    idle = [unit.id for unit in units if unit.id not in busy and not chooser.number(4)]
    return line.model_copy(update={"move": moves, "attacks": attacks, "dig": tuple(idle)})


def some_moves(table: EnemyAction, units: list[Regiment], chooser: Chooser) -> tuple[RegimentMove, ...]:
    """Each second unit somewhere it can reach; now and then off the map."""
    sway, found = sway_of(table), []
    for unit in units:
        if chooser.number(2):
            continue
        goals = destinations(table, unit, sway)
        if goals:
            goal = chooser.one(sorted(goals))
            path = goals[goal][0].places if chooser.number(2) else (goal,)
            exits = goal in the_map().exits and unit.side == "german"
            found.append(RegimentMove(unit=unit.id, path=path if goal != unit.hex else (), exit=exits))
    return tuple(found)


def some_attacks(view: View, units: list[Regiment], chooser: Chooser) -> tuple[AssaultOrder, ...]:
    """Each enemy hex by some of those next to it."""
    table, foe = view.table, FOE[view.side]
    able = [unit for unit in units if not (unit.dispersed or unit.cut_off or unit.no_fuel)]
    goals = sorted({hex for unit in able for hex in around(unit.hex) if holder(table, hex) == foe})
    used: set[str] = set()
    found: list[AssaultOrder] = []
    for goal in goals:
        near = [unit for unit in able if unit.id not in used and goal in around(unit.hex)]
        with_ = [unit for unit in near if chooser.number(4)]
        if not with_ or (len(with_) == 1 and with_[0].bracketed) or not chooser.number(5):
            continue
        used |= {unit.id for unit in with_}
        found.append(an_attack(view, goal, with_, chooser))
    return tuple(found)


def an_attack(view: View, goal: str, units: list[Regiment], chooser: Chooser) -> AssaultOrder:
    table, names = view.table, tuple(unit.id for unit in units)
    cards = usable(table, view.side, view.own.hand, units) if view.side == table.side else []
    tactics = (chooser.one(cards),) if cards and not chooser.number(3) else ()
    helpers = [u for u in on_map(table, view.side) if u.id not in names and goal not in around(u.hex)]
    reinforce: tuple[RegimentMove, ...] = ()
    if any("Reinforce" in said for said in tactics) and helpers:
        reinforce = (RegimentMove(unit=chooser.one(helpers).id, path=(chooser.one(around(goal)),)),)
    joins = [u.id for u in on_map(table, view.side) if goal in around(u.hex) and u.id not in names]
    join = tuple(joins) if any("Coordination" in said for said in tactics) else ()
    return AssaultOrder(
        attack=goal,
        with_=names,
        tactics=tactics,
        reinforce=reinforce,
        join=join,
        draw=chooser.one(("", "minimum", "maximum", "4", "5 unless D2")),
        losses=chooser.one(("", "steps", "disperse", f"{names[0]} first")),
        then=chooser.one(("", "stay", "advance all", f"advance {names[0]}")),
    )


def a_deployment(view: View, card: str, chooser: Chooser) -> ImpulseLine | None:
    """11.1 Some of what waits, where it may be placed now."""
    table, side = view.table, view.side
    waiting = may_deploy(table, side, card)
    if not waiting:
        return None
    unit = chooser.one(waiting)
    hexes = Placing(table, side).hexes([unit])
    if not hexes:
        return None
    name = unit.division if unit.division and chooser.number(2) else unit.id
    return ImpulseLine(play=f"{card} as deploy", deploy=(DeployLine(unit=name, hex=chooser.one(hexes)),))


def a_replacement(view: View, card: str, chooser: Chooser) -> ImpulseLine | None:
    """13.1"""
    able = eligible(view.table, view.side, the_cards()[card].corps)
    if not able:
        return None
    return ImpulseLine(play=f"{card} as replace", replace=tuple(unit.id for unit in able[:2]))


def an_event(view: View, card: str, chooser: Chooser) -> ImpulseLine | None:
    """One of the events that the card has today."""
    found = events_of(view.table, view.side, card)
    if not found:
        return None
    name = chooser.one(found)
    if name in ("Engineers", "Bridge Engineers"):
        return engineers(view, card, chooser)
    return event_line(view, f"{card} as {name}", name, chooser)


def event_line(view: View, play: str, name: str, chooser: Chooser) -> ImpulseLine | None:
    """What the event is about."""
    table, side = view.table, view.side
    units = [unit for unit in on_map(table, side) if not unit.dispersed]
    if name == "von der Heydte":
        woods = the_map().grid.within(the_charts().heydte.near, 3)
        return ImpulseLine(play=play, hex=chooser.one(woods))
    if name == "Airpower":
        cut = [unit.hex for unit in units if not unit.supplied]
        return ImpulseLine(play=play, hex=chooser.one(cut)) if cut else None
    if name == "Raise the Alarm" and units:
        return ImpulseLine(play=play, move=some_moves(table, [chooser.one(units)], chooser))
    if name == "Withdrawal" and units:
        unit = chooser.one(units)
        return ImpulseLine(play=play, move=some_moves(table, [unit], chooser))
    if name == "Recover":
        return ImpulseLine(play=play, of=chooser.one(units).corps if units else "")
    if name == "Allies Alert":
        waiting = sorted({u.division for u in table.units.values() if u.box == "calendar" and u.due == 17} - {""})
        return ImpulseLine(play=play, of=chooser.one(waiting)) if waiting else None
    if name == "Eisenhower Hesitates":
        return ImpulseLine(play=play, of=chooser.one(HESITANT))
    return ImpulseLine(play=play) if is_special(name) or name == "Commandos" else None


def engineers(view: View, card: str, chooser: Chooser) -> ImpulseLine | None:
    works = possible_works(view.table, view.side)
    if view.side == "allied" and not chooser.number(3):
        works = [f"{POSITION} {unit.hex}" for unit in on_map(view.table, view.side)]
    if not chooser.number(4):
        sides = [side for unit in on_map(view.table, view.side) for side in bridges_at(view.table, unit.hex)]
        works = [f"{BUILD} {chooser.one(sides)}"] if sides else works
    return ImpulseLine(play=f"{card} as {chooser.one(works)}") if works else None


def nothing_at_all(view: View, card: str, chooser: Chooser) -> ImpulseLine | None:
    return ImpulseLine(play=f"{card} as {NOTHING}") if not chooser.number(8) else None


WRITERS: tuple[Writer, ...] = (
    an_activation, an_activation, an_activation, an_activation, one_unit, a_deployment, a_deployment, a_replacement,
    an_event, an_event, nothing_at_all,
)  # fmt: skip


def propose_day(view: View, chooser: Chooser) -> tuple[Order, ...]:
    """What the morning may bring; some of it for cards that may not come."""
    table, side = view.table, view.side
    placing, reserves = Placing(table, side), []
    for unit in [*late_reserves(table, side), *may_deploy(table, side, "35" if side == "german" else "34")][:3]:
        if hexes := placing.hexes([unit]):
            reserves.append(DeployLine(unit=unit.id, hex=chooser.one(hexes)))
    works = [words for words in possible_works(table, side) if words.startswith("repair")]
    cards = [no for no, card in sorted(the_cards().items()) if card.side == side]
    bridges = tuple(BridgeLine(card=chooser.one(cards), work=words) for words in works[:1])
    fuel = (FuelLine(by="depot", formation="1SS"),) if side == "german" else ()
    interdict = ("13", "14", "15") if side == "allied" and chooser.number(2) else ()
    return (DayOrder(reserves=tuple(reserves), bridges=bridges, fuel=fuel, interdict=interdict),)


def propose_reactions(view: View, chooser: Chooser) -> tuple[Order, ...]:
    """Roadblocks and demolitions with cards that may be there."""
    if view.side == "german":
        return (ReactLine(greif="any", card=chooser.one(("35", "40", "53", "56"))),)
    roads = [hex for hex in the_map().grid.all() if the_map().on_road(hex)]
    card = chooser.one(("10", "11", "13", "14", "16", "19", "23"))
    return (
        ReactLine(roadblock=chooser.some(roads, 2), card=card, when=chooser.one(("", "activation I SS", "within 3"))),
        ReactLine(blow=chooser.one(sorted(the_map().bridges)), card=card),
    )


propose = proposer({"impulses": propose_impulses, "day": propose_day, "react": propose_reactions}, propose_needed)


# What a side cannot see


def imagine(view: View, chooser: Chooser) -> Position:
    """The enemy's hand, both piles and what is available, dealt anew; for Germans also what the depots hold."""
    side, foe, table = view.side, FOE[view.side], view.table
    piles: dict[str, list[str]] = {}
    hands = {side: list(view.own.hand)}
    for who in SIDES:
        held = hands.get(who) or shown_since(view, who)
        hands[who], piles[who], piles[reserve(who)] = dealt(table, who, held, coming(view, who), chooser)
    depots = view.own.depots if side == "allied" else imagined_depots(table, chooser)
    german, allied = GermanHand(sorted(hands["german"])), AlliedHand(sorted(hands["allied"]), depots)
    secrets = {"german": german, "allied": allied, side: view.own, BOX: CardBox(piles)}
    return Position(table, secrets if foe else {})


def coming(view: View, side: str) -> list[str]:
    """The cards that come to light in this step: drawn by oneself, or shown by anybody."""
    found: list[str] = []
    for entry in view.since:
        match entry.event:
            case Drew(card=card) if side == view.side:
                found.append(card)
            case CardPlayed(side=who, card=card) if who == side:
                found.append(card)
    return found


def dealt(
    table: EnemyAction, side: str, held: list[str], later: list[str], chooser: Chooser
) -> tuple[list[str], list[str], list[str]]:
    """A hand, a pile and the rest as they could be: primaries in the first two, what rested in neither.

    What is known to be `held` lies in the hand: all of it, or as much as has been shown; what comes `later` in the
    hand or the pile.
    """
    cards = the_cards()
    there = [no for no in cards_dealt(table, side) if no not in table.discards[side] and no not in held]
    primary = [no for no in there if cards[no].primary and table.piles[side] + table.hands[side]]
    plain = [no for no in there if not cards[no].primary and no not in table.rested[side]]
    size = table.piles[side] + table.hands[side] - len(held)
    known = [no for no in plain if no in later][: size - len(primary)]
    drawn = [*primary, *known, *chooser.some([no for no in plain if no not in known], size - len(primary) - len(known))]
    ours = [*held, *chooser.some(sorted(drawn), table.hands[side] - len(held))]
    pile = sorted(no for no in drawn if no not in ours)
    return ours, pile, sorted(no for no in there if no not in ours and no not in pile)


def cards_dealt(table: EnemyAction, side: str) -> list[str]:
    """The cards that have come into play by now; those of today come after the reserve phase."""
    first = table.day == the_scenario(table.scenario).first
    if table.stage == "dawn" and not table.hands[side] and not table.piles[side]:
        return [] if first else in_play(table, side, table.day - 1)
    return in_play(table, side, table.day)


def imagined_depots(table: EnemyAction, chooser: Chooser) -> dict[str, str]:
    full = chooser.some(table.depots, table.depots_full)
    return {hex: "YES" if hex in full else "NO" for hex in table.depots}


def quiet(view: View, line: Order) -> str:
    """For `if: quiet`: where the units that a line names are, and who stands next to them and where it attacks."""
    if not isinstance(line, ImpulseLine):
        return ""
    table = view.table
    hexes = [table.units[name].hex for name in line.named if name in table.units]
    near = [f"{hex}{holder(table, hex)}" for attack in line.attacks for hex in (attack.attack, *around(attack.attack))]
    return "|".join([*hexes, *near])
