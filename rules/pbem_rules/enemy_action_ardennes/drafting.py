"""The next sheet, ready to edit: the hand with what each card may do today, possible attacks, the morning."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.craft.drafts import as_written, asked_again, asked_parts, attack_text, who_can_attack
from pbem.craft.pieces import ids_of
from pbem.craft.sayings import many
from pbem.ruleset import Decision, View
from pbem.ruleset.telling import DraftLine
from pbem_rules.enemy_action_ardennes.board import (
    FOE,
    around,
    date,
    the_calendar,
    the_cards,
    the_scenario,
    title,
)
from pbem_rules.enemy_action_ardennes.echoes import fight_words, river_words
from pbem_rules.enemy_action_ardennes.phrases import ACTIVATE
from pbem_rules.enemy_action_ardennes.s05_cards import events_of, reaction_cards, tactics_of
from pbem_rules.enemy_action_ardennes.s06_commands import cannot_play, formations_on, is_surprise
from pbem_rules.enemy_action_ardennes.s06_impulses import PART
from pbem_rules.enemy_action_ardennes.s09_chits import Engagement
from pbem_rules.enemy_action_ardennes.s09_tactics import defenders_of
from pbem_rules.enemy_action_ardennes.s11_reserves import Placing, late_reserves, may_deploy
from pbem_rules.enemy_action_ardennes.s12_engineers import possible_works
from pbem_rules.enemy_action_ardennes.s13_replacements import eligible
from pbem_rules.enemy_action_ardennes.sheets import PASS, ImpulseLine
from pbem_rules.enemy_action_ardennes.table import EnemyAction, Regiment, holder, members

MOST_HEXES = 12


def draft(view: View, due: tuple[Decision, ...]) -> dict[str, tuple[DraftLine, ...]]:
    """What is asked for; beside an impulse, the morning of the next day and reactions to come."""
    table: EnemyAction = view.table
    asked = asked_parts(decision for decision in due if decision.side == view.side)
    lines: dict[str, tuple[DraftLine, ...]] = {}
    if PART in asked:
        again = asked_again(asked)
        kept = (as_written(again),) if again is not None and again.facts.get("again") == "rest" else ()
        lines[PART] = (*kept, *draft_impulse(view))
        if again is None:
            lines["react"] = tuple(draft_reactions(view))
            if table.day < the_scenario(table.scenario).last:
                lines["day"] = tuple(draft_day(view, table.day + 1))
    if "day" in asked:
        lines["day"] = tuple(draft_day(view, table.day))
    return {name: found for name, found in lines.items() if found}


# The hand


def hand_of(view: View) -> tuple[str, ...]:
    """The side's cards; none where a draft is made from what everybody may know."""
    return tuple(view.own.hand) if view.own is not None else ()


def draft_impulse(view: View) -> Iterator[DraftLine]:
    """The state of the cards, then each card of the hand."""
    table, side = view.table, view.side
    yield DraftLine(comment=cards_words(table, side))
    if barred := table.barred.get(side):
        yield DraftLine(comment=f"barred by 6.5: {', '.join(barred)}")
    if is_surprise(table):
        yield DraftLine(comment="three impulses, a line for each, no movement, each for other corps (4.11)")
    told: list[str] = []
    for card in sorted(hand_of(view), key=int):
        yield from draft_card(view, card, told)
    if cannot_play(table, side, ImpulseLine(play=PASS)) is None:
        yield DraftLine("pass", "allowed now (5.1)")


def cards_words(table: EnemyAction, side: str) -> str:
    foe = FOE[side]
    pile = f"{many(table.piles[side], 'card')} left in your pile"
    return f"{pile}; the enemy holds {table.hands[foe]}, {table.piles[foe]} in his pile"


def draft_card(view: View, card: str, told: list[str]) -> Iterator[DraftLine]:
    """A card with a line for each formation that it activates, with the attacks that are possible without moving.

    What an attack would come to is told once, where its formation first stands.
    """
    table, side = view.table, view.side
    yield DraftLine(comment=f"{title(card)}: {', '.join(uses(table, side, card))}")
    for name in formations_on(table, side, card):
        line = ImpulseLine(play=f"{card} as {ACTIVATE} {name}")
        if problem := cannot_play(table, side, line):
            if problem[0] == "6.5":
                yield DraftLine(comment=f"  {name}: {problem[1]}")
            continue
        units = members(table, side, name)
        attacks = tuple(attack_lines(table, side, units))
        text = ", ".join(text for text, _ in attacks)
        yield DraftLine(
            f"{{play: {line.play}, attacks: [{text}]}}" if attacks else f"{{play: {line.play}}}", stands(units)
        )
        for goal, words in attacks if name not in told else ():
            yield DraftLine(comment=f"  {goal.split(',')[0].removeprefix('{attack: ')}: {words}")
        told.append(name)
    yield from draft_deployment(view, card)


def uses(table: EnemyAction, side: str, card: str) -> list[str]:
    """What a card can do today, in its own order."""
    data = the_cards()[card]
    known = [name for name in formations_on(table, side, card) if members(table, side, name)]
    found = [f"activate {' or '.join(known)}"] if known else []
    if side == "german" and data.kind in ("army", "army group"):
        found.append("Kampfgruppe HEX")
    if data.kind in ("division", "corps") and side not in table.single:
        found.append("unit UNIT")
    if may_deploy(table, side, card) and not is_surprise(table):
        found.append("deploy")
    if data.replacements and table.day >= date("replacements") and eligible(table, side, data.corps):
        found.append(f"replace ({data.replacements})")
    found += list(events_of(table, side, card)) if not is_surprise(table) else []
    found += [f"tactic {name}" for name in (("any",) if data.any_tactic else tactics_of(table, side, card))]
    return found + [f"reaction {name}" for name in data.reactions if reaction_cards(table, [card], name)]


def stands(units: Sequence[Regiment]) -> str:
    """Where the units of a formation are, with what they are worth."""
    return ", ".join(f"{unit.id} {unit.hex} {unit.strength}" for unit in units)


def attack_lines(table: EnemyAction, side: str, units: Sequence[Regiment]) -> Iterator[tuple[str, str]]:
    """Every enemy hex next to them, attacked by all who can, with the forecast."""
    able = [unit for unit in units if not (unit.dispersed or unit.cut_off or unit.no_fuel)]

    def targets(unit: Regiment) -> list[str]:
        return [hex for hex in around(unit.hex) if holder(table, hex) == FOE[side]]

    used: list[str] = []
    for goal, who in who_can_attack(able, targets).items():
        free = [unit for unit in who if unit.id not in used]
        if free and not (len(free) == 1 and free[0].bracketed):
            used += ids_of(free)
            fight = Engagement(table, goal, ids_of(free), ids_of(defenders_of(table, goal)))
            yield attack_text([goal], ids_of(free)), f"{fight_words(fight)}{river_words(fight)}"


def draft_deployment(view: View, card: str) -> Iterator[DraftLine]:
    """11.1 The reserves that the card brings, and hexes where they may come in now."""
    table, side = view.table, view.side
    if is_surprise(table):
        return
    placing = Placing(table, side)
    for units in together(table, side, card, placing):
        hexes = placing.hexes(units)
        if hexes:
            more = " and others" if len(hexes) > MOST_HEXES else ""
            text = f"{{play: {card} as deploy, deploy: [{{{' + '.join(ids_of(units))}: {hexes[0]}}}]}}"
            yield DraftLine(text, f"in {' '.join(hexes[:MOST_HEXES])}{more}")


def together(table: EnemyAction, side: str, card: str, placing: Placing) -> list[list[Regiment]]:
    """11.2 Units of one division come in one hex, where there is one for all of them; others of a corps alone."""
    groups: dict[str, list[Regiment]] = {}
    data = the_cards()[card]
    for unit in may_deploy(table, side, card):
        joined = unit.division and (data.kind != "division" or unit.division in data.divisions)
        groups.setdefault(unit.division if joined else unit.id, []).append(unit)
    found = list[list[Regiment]]()
    for units in groups.values():
        found += [units] if len(units) == 1 or placing.hexes(units) else [[unit] for unit in units]
    return found


# Reactions and the morning


UNPLAYED = "if no impulse plays the card before"


def draft_reactions(view: View) -> Iterator[DraftLine]:
    """The cards of the hand that could be played in the enemy's impulse."""
    table = view.table
    if view.side == "german":
        for card in reaction_cards(table, hand_of(view), "Operation Greif"):
            yield DraftLine(f"{{greif: any, card: {card}}}", f"saves the next bridge that is blown, {UNPLAYED}")
        return
    for card in reaction_cards(table, hand_of(view), "Engineers"):
        yield DraftLine(
            f"{{roadblock: [HEX, HEX], card: {card}, when: within 3}}", f"waits until it is used, {UNPLAYED}"
        )


def draft_day(view: View, day: int) -> Iterator[DraftLine]:
    """What the morning of a day may ask, for one block."""
    table, side = view.table, view.side
    late = [unit.id for unit in late_reserves(table, side, day)]
    if late:
        yield DraftLine(f"reserves: [{{{late[0]}: HEX}}]", f"late then, two days past their date: {', '.join(late)}")
    if works := [words for words in possible_works(table, side) if words.startswith("repair")]:
        yield DraftLine(f"bridges: [{{CARD: {works[0]}}}]", f"with engineers: {', '.join(works)}")
    if side == "german" and day >= date("fuel") and table.fuel:
        yield DraftLine("fuel: [{depot: FORMATION}]", f"{many(table.fuel, 'depot')} at hand")
    if side == "allied" and day >= date("interdiction"):
        yield DraftLine("interdict: [CARD]", f"hand of {the_calendar().hand(side, day)} on December {day}")
