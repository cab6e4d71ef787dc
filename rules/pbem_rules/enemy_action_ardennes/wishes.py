"""Wishes that cannot come true: of lines that wait for the morning or for the enemy's move, and of attacks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pbem.ruleset import Cannot
from pbem_rules.enemy_action_ardennes.board import FOE, cards_of, corps_of, limit, river_sides, the_cards, title
from pbem_rules.enemy_action_ardennes.phrases import side_named
from pbem_rules.enemy_action_ardennes.s06_commands import gives_bonus
from pbem_rules.enemy_action_ardennes.s09_tactics import COORDINATION, REINFORCE
from pbem_rules.enemy_action_ardennes.s10_fuel import DEPOT, PRIORITY
from pbem_rules.enemy_action_ardennes.sheets import AssaultOrder, DayOrder, DeployLine, FuelLine, ImpulseLine, ReactLine
from pbem_rules.enemy_action_ardennes.table import EnemyAction

GREIF, ENGINEERS, BRIDGE_ENGINEERS, AIRPOWER = "Operation Greif", "Engineers", "Bridge Engineers", "Airpower"
WHEN = (
    r"from Dec \d+",
    r"(?:german )?activation (?:of )?(?P<corps>.+)",
    r"(?:Kampfgruppe )?within \d+",
    r"(?P<unit>.+) borders it",
)  # fmt: skip
"""What may be said after `when:`."""


# The part `day:`


def cannot_wish(table: EnemyAction, side: str, line: DayOrder) -> Cannot | None:
    """4.III What of a `day:` block cannot be meant, on whatever morning it is read."""
    for bridge in line.bridges:
        _, _, at = bridge.work.partition(" ")
        if problem := cannot_be_event(side, bridge.card, BRIDGE_ENGINEERS if side == "german" else ENGINEERS):
            return problem
        if at not in river_sides():
            return "12.22", f"no river runs along {at}"
    for fuel in line.fuel:
        if problem := cannot_save(side, fuel):
            return problem
    for card in line.interdict:
        if side == "german":
            return "5.1A", "the Allied player alone interdicts from the air"
        if problem := cannot_be_event(side, card, AIRPOWER):
            return problem
    for entry in line.reserves:
        if problem := cannot_come(table, side, entry):
            return problem
    return None


def cannot_be_event(side: str, card: str, event: str) -> Cannot | None:
    """aid A card that is not the side's, or never this event, on whatever date."""
    able = [no for no in cards_of(side) if event in the_cards()[no].events or the_cards()[no].any_event]
    return cannot_be_one_of(side, card, able, event)


def cannot_be_one_of(side: str, card: str, able: Sequence[str], use: str) -> Cannot | None:
    if card not in cards_of(side):
        return "5.1", f"{title(card)} is no card of the {side} player"
    return None if card in able else ("5.1", f"{title(card)} is never played as {use}", f"one of {', '.join(able)}")


def cannot_save(side: str, line: FuelLine) -> Cannot | None:
    """10.4, 10.42 German divisions alone run out of fuel; a depot or Fuel Priority saves one."""
    if side != "german":
        return "10.4", "the German player alone looks for fuel"
    known = sorted({name for card in the_cards().values() for name in card.fuel})
    if line.formation not in known:
        return "10.4", f"{line.formation} never runs out of fuel", f"one of {', '.join(known)}"
    return None if line.by == DEPOT else cannot_be_event(side, line.by, PRIORITY)


def cannot_come(table: EnemyAction, side: str, entry: DeployLine) -> Cannot | None:
    """11.1 Those named are of the side and still to come."""
    names = [name.strip() for name in entry.unit.split("+")]
    for name in names:
        units = [unit for unit in table.units.values() if name in (unit.id, unit.division) and unit.side == side]
        if not units:
            return "11.1", f"{name} is no unit and no division of the {side} side"
        if not any(unit.box in ("reserve", "calendar", "OKW") for unit in units):
            return "11.1", f"{name} is not in the reserve box, nor will it come there"
    return None


# The part `react:`


def cannot_wait(table: EnemyAction, side: str, line: ReactLine) -> Cannot | None:
    """7.33, 7.9 What waits for the enemy's move and can never answer it."""
    if side != "german" and line.greif:
        return "7.33", "Operation Greif is German"
    if side == "german" and line.blow:
        return "7.33", "the Allied player blows bridges"
    if side == "german" and not line.greif:
        return "7.9", "the Allied player sets roadblocks"
    use = GREIF if line.greif else ENGINEERS
    if problem := cannot_be_one_of(
        side, line.card, [no for no in cards_of(side) if use in the_cards()[no].reactions], use
    ):
        return problem
    bridge = side_named(line.blow or line.greif)
    if bridge and bridge not in table.bridges and bridge not in table.built:
        return "7.33", f"there is no bridge at {bridge}"
    if len(line.roadblock) > limit("roadblocks in one card"):
        return "7.9", f"a card sets {limit('roadblocks in one card')} roadblocks, {len(line.roadblock)} are named"
    return cannot_be_when(line)


def cannot_be_when(line: ReactLine) -> Cannot | None:
    """What `when:` says, word for word."""
    for words in re.split(r",| or ", line.when.removeprefix("german ")):
        words = words.strip()
        found = next((told for told in (re.fullmatch(pattern, words) for pattern in WHEN) if told), None)
        if words and found is None:
            hint = "write from Dec 18, activation I SS, within 3, or UNIT borders it"
            return "7.9", f'when: "{words}" is not understood', hint
        corps = found.groupdict().get("corps") if found else None
        if corps and corps not in corps_of("german"):
            return "7.9", f"{corps} is no German corps", f"one of {', '.join(corps_of('german'))}"
    return None


# 5.0 A card is played once


def played_by(line: ImpulseLine) -> list[str]:
    """The card of an impulse, and those of its tactics."""
    cards = [line.card, *(words.partition(" as ")[0] for attack in line.attacks for words in attack.tactics)]
    return [title(card) for card in cards if card in the_cards()]


def kept_by(line: ReactLine) -> list[str]:
    return [title(line.card)]


def saved_by(line: DayOrder) -> list[str]:
    """What the morning wants, if it is still there."""
    cards = [*(each.card for each in line.bridges), *(each.by for each in line.fuel), *line.interdict]
    return [title(card) for card in cards if card in the_cards()]


# Attacks


def vain_in_impulse(table: EnemyAction, side: str, line: ImpulseLine) -> Iterator[Cannot]:
    """9. What attacks wish of units that cannot be in them, and of tactics that nobody plays."""
    for attack in line.attacks:
        yield from _vain_helpers(table, side, line, attack)
        own = {*attack.with_, *attack.join, *(move.unit for move in attack.reinforce)}
        first = attack.losses.removesuffix(" first").strip()
        if first in table.units and first not in own:
            yield (
                "9.6",
                f"{first} does not take part in the attack on {attack.attack}",
                f"one of {', '.join(sorted(own))}",
            )
        for words in attack.then.removeprefix("advance ").split(","):
            name = words.partition(" to ")[0].strip()
            if name not in ("", "all", "stay", "none") and name not in own:
                hint = f"all, stay, or of {', '.join(sorted(own))}"
                yield "9.8", f"{name} does not take part in the attack on {attack.attack}", hint


def _vain_helpers(table: EnemyAction, side: str, line: ImpulseLine, attack: AssaultOrder) -> Iterator[Cannot]:
    """aid Who is to join by a tactic, and whether one is named that brings him."""
    tactics = {words.partition(" as ")[2] for words in attack.tactics} | {attack.bonus}
    for tactic, names in ((COORDINATION, attack.join), (REINFORCE, tuple(move.unit for move in attack.reinforce))):
        for name in names:
            if table.units[name].side != side:
                yield "aid", f"{name} is a unit of the {FOE[side]} side"
        if names and tactic not in tactics:
            yield "aid", f"{', '.join(names)}: nobody joins without {tactic}", f"tactics: [CARD as {tactic}]"
    if attack.bonus and not (side == "allied" and gives_bonus(line.card)):
        yield "9.23", f"{title(line.card) if line.card in the_cards() else line.play} gives no tactic as a bonus"
