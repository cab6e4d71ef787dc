"""5.2 to 5.6 and 6.0 What an impulse line means, and why it is not allowed."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.ruleset import Cannot, frozen
from pbem_rules.enemy_action_ardennes.board import (
    ARMIES,
    OKW,
    apart,
    army_area,
    army_of_corps,
    corps_of,
    date,
    divisions_of,
    limit,
    the_cards,
    the_map,
    the_scenario,
    title,
)
from pbem_rules.enemy_action_ardennes.phrases import (
    ACTIVATE,
    COMMAND_EVENTS,
    DEPLOY,
    KAMPFGRUPPE,
    NOTHING,
    REPLACE,
    SPECIALS,
    UNIT,
    USES,
    WORKS,
)
from pbem_rules.enemy_action_ardennes.s05_cards import events_of
from pbem_rules.enemy_action_ardennes.s10_supply import traces
from pbem_rules.enemy_action_ardennes.sheets import PASS, ImpulseLine
from pbem_rules.enemy_action_ardennes.table import EnemyAction, Regiment, is_barred, members, on_map

MOVING = ("Raise the Alarm", "Withdrawal")
"""The events that move units."""


@frozen(slots=False)
class Command:
    """What a card is played as: activate, unit, Kampfgruppe, deploy, replace, event, nothing or pass."""

    kind: str
    card: str = ""
    what: str = ""
    """The formation, the unit, the event, or what Engineers do."""
    at: str = ""


def command_of(table: EnemyAction, side: str, line: ImpulseLine) -> Command:
    """The line in its long form; what it leaves out follows from the units that it names."""
    if line.play == PASS:
        return Command(PASS)
    card, use = line.card, line.use
    word = next((known for known in USES if use.startswith(known)), "")
    rest = use[len(word) :].strip().removeprefix("at ").strip()
    if word in WORKS:
        return Command("event", card, use, line.hex)
    if word in SPECIALS or word in COMMAND_EVENTS:
        return Command("event", card, word, line.hex or rest)
    if word in (NOTHING, DEPLOY, REPLACE):
        return Command(word, card, line.of or corps_meant(card, line))
    if word == KAMPFGRUPPE:
        return Command(KAMPFGRUPPE, card, "", line.hex or rest)
    if word == UNIT:
        return Command(UNIT, card, rest)
    if word == ACTIVATE:
        formation = rest in formations_on(table, side, card)
        return Command(ACTIVATE if formation or rest not in table.units else UNIT, card, rest)
    if line.deploy:
        return Command(DEPLOY, card)
    if line.replace:
        return Command(REPLACE, card, corps_meant(card, line))
    return Command(ACTIVATE, card, formation_meant(table, side, line))


def beside_the_command(command: Command, line: ImpulseLine) -> list[str]:
    """5.1 What a line asks for that its one command does not do."""
    if command.kind in (ACTIVATE, UNIT, KAMPFGRUPPE):
        does: tuple[str, ...] = ("move", "attacks", "dig")
    else:
        does = ("move",) if command.what in MOVING else (command.kind,)
    wants = {"move": line.move, "attacks": line.attacks, "dig": line.dig, DEPLOY: line.deploy, REPLACE: line.replace}
    return [name for name, said in wants.items() if said and name not in does]


def corps_meant(card: str, line: ImpulseLine) -> str:
    return the_cards()[card].corps


def formations_on(table: EnemyAction, side: str, card: str) -> tuple[str, ...]:
    """5.2 to 5.5, 11.42 The formations that a card may activate as such."""
    data = the_cards()[card]
    if data.kind == "division":
        return data.divisions
    if data.kind == "corps":
        return (data.corps,)
    if data.kind == "army":
        okw = (OKW,) if side == "german" and okw_answers(table, data.army) else ()
        return (*(corps for corps in corps_of(side) if army_of_corps(corps) == data.army), *okw)
    return corps_of(side) if data.kind == "army group" else ()


def okw_answers(table: EnemyAction, army: str) -> bool:
    """11.42 Where the OKW units stand decides which army's card activates them."""
    hexes = [unit.hex for unit in on_map(table, "german") if unit.corps == OKW]
    if not hexes or army not in ARMIES:
        return False
    if army == "5th Panzer":
        sixth, seventh = (army_area(name) for name in ("6th Panzer", "7th"))
        both = any(hex in sixth for hex in hexes) and any(hex in seventh for hex in hexes)
        return both or any(hex not in sixth and hex not in seventh for hex in hexes)
    return all(hex in army_area(army) for hex in hexes)


def formation_meant(table: EnemyAction, side: str, line: ImpulseLine) -> str:
    """The one formation of the card that has all units which the line names; else what it says itself."""
    known = formations_on(table, side, line.card)
    if line.of in known or len(known) == 1:
        return line.of or known[0]
    units = [table.units[name] for name in line.named if name in table.units]
    found = [name for name in known if units and any(name in (unit.corps, unit.division) for unit in units)]
    return found[0] if len(found) == 1 else ""


# Who becomes active


def activated(table: EnemyAction, side: str, command: Command) -> list[Regiment]:
    """6.1 to 6.4 The units that a command activates; 6.5 who is stacked with them only if its corps may go again."""
    if command.kind == UNIT:
        unit = table.units.get(command.what)
        return [unit] if unit is not None and unit.hex and unit.side == side else []
    if command.kind == KAMPFGRUPPE:
        return kampfgruppe(table, command)
    units = members(table, side, command.what)
    if side == "allied" and gives_bonus(command.card):
        hexes = {unit.hex for unit in units}
        units = [u for u in on_map(table, side) if u.hex in hexes and not is_barred(table, side, u.corps)]
    return units


def kampfgruppe(table: EnemyAction, command: Command) -> list[Regiment]:
    """6.4 Within two hexes of the marker."""
    reach = limit("command radius")
    near = [unit for unit in on_map(table, "german") if apart(unit.hex, command.at) <= reach]
    return [unit for unit in near if joins_kampfgruppe(table, command.card, unit)]


def joins_kampfgruppe(table: EnemyAction, card: str, unit: Regiment) -> bool:
    """6.4, 11.42 Of the card's army, or of any; none that 6.5 bars."""
    army = the_cards()[card].army
    return (army in ("", unit.army) or unit.army == OKW) and not is_barred(table, "german", unit.corps)


def gives_bonus(card: str) -> bool:
    """6.1, 9.23 The card of an army or army group."""
    return the_cards()[card].kind in ("army", "army group")


def ignoring_zones(table: EnemyAction, command: Command) -> tuple[str, ...]:
    """5.21 The unit that moves through zones on its date."""
    ignores = the_cards()[command.card].ignores
    return (command.what,) if command.kind == ACTIVATE and ignores.get(command.what) == table.day else ()


def is_surprise(table: EnemyAction) -> bool:
    return table.stage == "surprise"


# Why not


def cannot_play(table: EnemyAction, side: str, line: ImpulseLine) -> Cannot | None:
    """5.1 to 6.5 What is wrong with an impulse, as far as everybody can see."""
    command = command_of(table, side, line)
    if command.kind == PASS:
        return cannot_pass(table, side)
    if the_cards()[line.card].side != side:
        return "5.1", f"card {line.card} is the enemy's"
    if is_surprise(table) and command.kind not in (ACTIVATE, UNIT, KAMPFGRUPPE, NOTHING):
        return "4.11", "in the surprise impulses cards activate units, and nothing else"
    if command.kind == "event":
        return cannot_use_event(table, side, command)
    if command.kind == NOTHING:
        return None
    if command.kind == REPLACE:
        return cannot_replace_today(table, command)
    if command.kind == DEPLOY:
        return None if the_cards()[line.card].kind != "none" else ("5.6", f"card {line.card} commands nobody")
    return cannot_activate(table, side, command, line)


def cannot_pass(table: EnemyAction, side: str) -> Cannot | None:
    """5.1 With an empty pile, and fewer cards than the enemy; the Allies also with as many."""
    if table.piles[side]:
        return "5.1", f"cards are left in the draw pile, {table.piles[side]} of them"
    ours, theirs = table.hands[side], table.hands["allied" if side == "german" else "german"]
    if side == "german" and ours >= theirs:
        return "5.1", f"the German side passes with fewer cards than the Allies, not with {ours} to {theirs}"
    if side == "allied" and ours > theirs:
        return "5.1", f"the Allied side passes with no more cards than the Germans, not with {ours} to {theirs}"
    return None


def cannot_use_event(table: EnemyAction, side: str, command: Command) -> Cannot | None:
    """5.2 to 5.6 The event must stand on the card, and be valid today."""
    name = event_meant(side, command.what)
    if name in events_of(table, side, command.card):
        return None
    today = events_of(table, side, command.card)
    hint = f"today it can be {', '.join(today)}" if today else "it has no event today"
    return "5.1", f"{title(command.card)} cannot be played as {name} on December {table.day}", hint


def event_meant(side: str, what: str) -> str:
    """Repairing and the like is what engineers do."""
    if what.split(" ")[0] in WORKS:
        return "Bridge Engineers" if side == "german" else "Engineers"
    return what


def cannot_replace_today(table: EnemyAction, command: Command) -> Cannot | None:
    """13.0 Corps cards, from the 20th."""
    if the_cards()[command.card].kind != "corps":
        return "13.0", f"{title(command.card)} is no corps card"
    if table.day < date("replacements") or not the_scenario(table.scenario).replacements:
        return "13.0", f"there are no replacements on December {table.day} in this scenario"
    return None


def cannot_activate(table: EnemyAction, side: str, command: Command, line: ImpulseLine) -> Cannot | None:
    """6.1 to 6.5, 4.11"""
    data = the_cards()[command.card]
    if data.kind == "none":
        return "5.6", f"card {command.card} commands nobody", "play it as an event, a tactic or a reaction"
    if command.kind == UNIT:
        return cannot_activate_one(table, side, command)
    if command.kind == KAMPFGRUPPE:
        return cannot_form_kampfgruppe(table, side, command)
    known = formations_on(table, side, command.card)
    if command.what not in known:
        meant = command.what or "nothing"
        return "6.1", f"{title(command.card)} does not activate {meant}", f"say as activate {' or '.join(known)}"
    units = members(table, side, command.what)
    if not units:
        return "6.1", f"no unit of {command.what} is on the map"
    return cannot_go_again(table, side, command, units)


def cannot_go_again(table: EnemyAction, side: str, command: Command, units: Sequence[Regiment]) -> Cannot | None:
    """6.5, 4.11 A corps with a unit that was activated in the impulse before."""
    stopped = sorted({unit.corps for unit in units if is_barred(table, side, unit.corps)})
    if not stopped:
        return None
    why = "was activated in these surprise impulses" if is_surprise(table) else "was just activated"
    return "6.5", f"{title(command.card)} ({command.what}): {stopped[0]} {why}", "choose another corps"


def cannot_activate_one(table: EnemyAction, side: str, command: Command) -> Cannot | None:
    """6.3 Once a day, by a division or corps card, a unit that can trace supply; and 6.5."""
    if the_cards()[command.card].kind not in ("division", "corps"):
        return "6.3", f"{title(command.card)} does not activate single units"
    units = activated(table, side, command)
    if not units:
        return "6.3", f"{command.what or 'no unit'} is no unit of yours on the map"
    if side in table.single:
        return "6.3", "one unit was activated by itself today already"
    if not traces(table, units[0]):
        return "6.3", f"{command.what} cannot trace supply"
    return cannot_go_again(table, side, command, units)


def cannot_form_kampfgruppe(table: EnemyAction, side: str, command: Command) -> Cannot | None:
    """6.4, 6.5"""
    if side != "german" or the_cards()[command.card].kind not in ("army", "army group"):
        return "6.4", f"{title(command.card)} forms no Kampfgruppe"
    if len(command.at) != 4 or not known_hex(command.at):
        return "6.4", "a Kampfgruppe needs its hex", "say hex: HEX"
    if not kampfgruppe(table, command):
        return "6.4", f"no unit within two hexes of {command.at} may be activated"
    return None


def known_hex(hex: str) -> bool:
    return the_map().grid.contains(hex)


def reserves_named(table: EnemyAction, side: str, name: str) -> list[str]:
    """11.1 The reserve units that a line names: one, or those of a division."""
    mine = name in table.units and table.units[name].side == side
    units = [name] if mine else list(divisions_of(side).get(name, ()))
    return [unit for unit in units if table.units[unit].box == "reserve"]
