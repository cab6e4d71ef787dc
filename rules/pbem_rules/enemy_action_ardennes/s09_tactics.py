"""9.2 Combat tactics: who may play what, and what brings units into a battle.  Cases 9.2 to 9.24 and aid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pbem.ruleset import Cannot, Orders, Umpire
from pbem_rules.enemy_action_ardennes.board import FOE, HEYDTE, apart, around, built_in, limit, the_cards, the_charts
from pbem_rules.enemy_action_ardennes.events_field import BattleJoined, RegimentMarched, TacticUsed
from pbem_rules.enemy_action_ardennes.events_works import PositionBuilt, PositionLost
from pbem_rules.enemy_action_ardennes.s05_cards import play, tactic_open, tactics_of
from pbem_rules.enemy_action_ardennes.s07_movement import cannot_march, course_of, walk
from pbem_rules.enemy_action_ardennes.s07_reactions import after_entering
from pbem_rules.enemy_action_ardennes.s09_chits import ENGINEERS, Engagement, attack_strength, defence_strength
from pbem_rules.enemy_action_ardennes.sheets import AssaultOrder, RegimentMove
from pbem_rules.enemy_action_ardennes.table import (
    EnemyAction,
    Regiment,
    fits,
    on_map,
    sway_of,
    units_in,
)

NONE = "none"
REINFORCE, COORDINATION = "Reinforce Battle", "Assault Coordination"
CORPS_ARTILLERY = "Corps Artillery"


def may_be_supported(units: Sequence[Regiment]) -> bool:
    """9.2, 9.23, 9.24 One of them in supply and not dispersed, von der Heydte's not counted."""
    return any(unit.supplied and not unit.dispersed and unit.id != HEYDTE for unit in units)


def usable(table: EnemyAction, side: str, hand: Sequence[str], units: Sequence[Regiment]) -> list[str]:
    """9.2 Every tactic that the cards of a hand can be played as here: `36 as Combat Engineers`."""
    attacks = side == table.side
    if not may_be_supported(units) or (table.stage == "surprise" and side == "allied"):
        return []
    barred = the_charts().defence_only if attacks else the_charts().attack_only
    return [
        f"{card} as {tactic}"
        for card in sorted(hand, key=int)
        for tactic in tactics_of(table, side, card)
        if tactic not in barred and supports(card, tactic, units)
    ]


def supports(card: str, tactic: str, units: Sequence[Regiment]) -> bool:
    """aid Corps artillery fires for its own corps, a screen needs somebody fast."""
    if tactic == CORPS_ARTILLERY:
        return any(unit.corps == the_cards()[card].corps and unit.supplied for unit in units)
    return tactic != "Screen" or any(unit.kind == "recon" or not unit.on_foot for unit in units)


def cannot_support(
    table: EnemyAction, side: str, hand: Sequence[str], units: Sequence[Regiment], said: str,
    before: Sequence[str] = (),
) -> Cannot | None:  # fmt: skip
    """5.1, 9.2, 9.22 Why a card of the line is no tactic here; `before` are those that the line names first."""
    card, _, tactic = said.partition(" as ")
    if card not in hand:
        return "5.1", f"card {card} is not in your hand", f"your hand: {' '.join(sorted(hand, key=int))}"
    if each_card_once((*before, said)):
        return "5.1", f"card {card} is played as one tactic, not as {tactic} too"
    if tactic == CORPS_ARTILLERY and the_cards()[card].any_tactic:
        able = [no for no in sorted(hand, key=int) if CORPS_ARTILLERY in tactics_of(table, side, no)]
        return (
            "9.22",
            f"Corps Artillery is no wild tactic (card {card})",
            f"of your hand {' '.join(able) or 'none'} can play it",
        )
    if said not in usable(table, side, hand, units):
        return "9.2", f"card {card} cannot be played as {tactic or 'a tactic'} here"
    return None


def each_card_once(pick: Sequence[str]) -> str | None:
    cards = [said.split(" ")[0] for said in pick]
    return None if len(set(cards)) == len(cards) else "a card is played as one tactic"


def attackers_tactics(
    table: EnemyAction, umpire: Umpire, fight: Engagement, lines: Orders, line: AssaultOrder
) -> Engagement:
    """9.2 The attacker's cards, and the bonus of an army's card (9.23); nothing is asked where nothing can help."""
    if not may_be_supported(fight.attacking):
        return fight
    options = usable(table, fight.side, umpire.secret(fight.side).hand, fight.attacking)
    pick = umpire.choose(
        "9.2", fight.side, "tactics", f"tactics for the attack on {fight.target}?", options, 0, len(options),
        judge=each_card_once, said=line.tactics or None, sealed=True, otherwise=(), facts=facts_of(fight),
    )  # fmt: skip
    tactics = [put_in(table, umpire, fight, fight.side, said) for said in pick]
    if table.bonus:
        tactics += bonus(table, umpire, fight, line)
    fight = replace(fight, ours=tuple(tactics))
    if any(tactic in ENGINEERS for tactic in tactics) and fight.target in table.improved:
        umpire.do("12.34", PositionLost(fight.target))
    return joined(table, umpire, fight, lines, line)


def bonus(table: EnemyAction, umpire: Umpire, fight: Engagement, line: AssaultOrder) -> list[str]:
    """9.23 One tactic of the player's choice for every attack."""
    options = bonus_tactics(table, fight.side)
    pick = umpire.ask(
        "9.23", fight.side, "bonus", f"which tactic comes with the attack on {fight.target}?", options,
        said=line.bonus or None, otherwise=options[0], facts=facts_of(fight),
    )  # fmt: skip
    umpire.do("9.23", TacticUsed(fight.side, fight.target, pick))
    return [pick]


def bonus_tactics(table: EnemyAction, side: str) -> list[str]:
    """9.22, 9.23 Any tactic of an attack that is possible today."""
    charts = the_charts()
    return [name for name in charts.tactics[side] if name not in charts.defence_only and tactic_open(table, side, name)]


def cannot_come_along(table: EnemyAction, side: str, tactic: str) -> Cannot | None:
    """9.23 Why the tactic that a line wants as a bonus does not come with its attack."""
    able = bonus_tactics(table, side)
    if tactic and not table.bonus:
        return "9.23", f"{tactic}: no tactic comes with this command"
    if not tactic or tactic in able:
        return None
    return "9.23", f"{tactic} does not come with an attack today", f"one of {', '.join(able)}"


def put_in(table: EnemyAction, umpire: Umpire, fight: Engagement, side: str, said: str) -> str:
    """9.21 A card for this combat alone."""
    card, _, tactic = said.partition(" as ")
    play(table, umpire, side, card, tactic=True)
    umpire.do("9.2", TacticUsed(side, fight.target, tactic, card))
    return tactic


def defenders_tactics(table: EnemyAction, umpire: Umpire, fight: Engagement) -> Engagement:
    """9.2 The defender's cards; none for those who all began dispersed (9.9), or whom nothing may support."""
    side = FOE[fight.side]
    if table.stage == "surprise" or not may_be_supported(fight.defending):
        return fight
    options = usable(table, side, umpire.secret(side).hand, fight.defending)
    pick = umpire.choose(
        "9.2", side, "defend", f"{fight.target} is attacked: tactics?", options, 0, len(options),
        judge=each_card_once, sealed=True, otherwise=(), facts=facts_of(fight),
    )  # fmt: skip
    tactics = [put_in(table, umpire, fight, side, said) for said in pick]
    if any(tactic in ENGINEERS for tactic in tactics) and can_dig(table, fight.target):
        umpire.do("12.31", PositionBuilt(fight.target))
    fight = replace(fight, theirs=tuple(tactics))
    return reinforced(table, umpire, fight, side) if REINFORCE in tactics else fight


def can_dig(table: EnemyAction, hex: str) -> bool:
    """12.32 Not in a town or city, and once."""
    return not built_in(hex) and hex not in table.improved


def facts_of(fight: Engagement) -> dict[str, str | int | tuple[str, ...]]:
    """What standing orders may go by."""
    attack, defence = attack_strength(fight), defence_strength(fight)
    return {
        "target": fight.target,
        "attackers": fight.attackers,
        "defenders": fight.defenders,
        "attack": attack,
        "defence": defence,
    }


# aid Units that come into the battle


def joined(table: EnemyAction, umpire: Umpire, fight: Engagement, lines: Orders, line: AssaultOrder) -> Engagement:
    """aid Assault coordination takes in those who stand there, reinforcement brings one from near by."""
    if COORDINATION in fight.ours:
        able = [unit.id for unit in coordinated(table, fight)]
        wanted = tuple(dict.fromkeys(line.join))
        for name in wanted:
            if name not in able:
                lines.refuse("aid", f"{name} cannot join the attack on {fight.target}", FREE, line=line)
        pick = umpire.choose(
            "9.1", fight.side, "join", f"who joins the attack on {fight.target}?", able, 0, len(able),
            said=tuple(name for name in wanted if name in able) or None, otherwise=(),
        )  # fmt: skip
        for name in pick:
            umpire.do("9.1", BattleJoined(fight.target, name, fight.side))
        fight = replace(fight, attackers=(*fight.attackers, *pick))
    elif line.join:
        lines.refuse("aid", f"{', '.join(line.join)}: nobody joins without {COORDINATION}", line=line)
    came = len(fight.attackers)
    for written in line.reinforce if REINFORCE in fight.ours else ():
        move = lines.meant(written)
        if not isinstance(move, RegimentMove):
            continue
        if len(fight.attackers) > came:
            lines.refuse("aid", f"{move.unit}: {REINFORCE} brings up one unit", line=move)
        else:
            fight = brought_up(table, umpire.within(move.unit), fight, lines, move)
    return fight


FREE = "it takes an inactive unit in supply, not dispersed, in no combat of this impulse"


def coordinated(table: EnemyAction, fight: Engagement) -> list[Regiment]:
    """aid Inactive units next to the target that are fit to attack."""
    return [unit for unit in fresh(table, fight.side) if fight.target in around(unit.hex)]


def fresh(table: EnemyAction, side: str) -> list[Regiment]:
    """aid Inactive, in supply, not dispersed, with fuel, and in no combat of this impulse yet."""
    used = {*table.active, *table.fought, *table.attacked, *table.fled}
    return [
        unit
        for unit in on_map(table, side)
        if unit.id not in used and unit.supplied and not unit.dispersed and not unit.no_fuel and unit.id != HEYDTE
    ]


def brought_up(table: EnemyAction, umpire: Umpire, fight: Engagement, lines: Orders, move: RegimentMove) -> Engagement:
    """aid, 4.13 One unit within three hexes moves next to the target; stopped on the way it does not join."""
    if problem := cannot_reinforce(table, fight, move):
        lines.refuse(*problem, line=move)
        return fight
    unit = table.units[move.unit]
    course = course_of(table, unit, replace_strategic(move), hurried=True)
    if course is None or course.strategic:
        lines.refuse(
            "aid", f"{unit.id} comes up by an ordinary move only, which does not lead to {move.path[-1]}", line=move
        )
        return fight
    if not walk(table, umpire, course, {}):
        lines.refuse("7.33", f"a bridge was blown before {unit.id} in {unit.hex}, it does not join", line=move)
        return fight
    umpire.do("9.1", BattleJoined(fight.target, unit.id, fight.side))
    return replace(fight, attackers=(*fight.attackers, unit.id))


def replace_strategic(move: RegimentMove) -> RegimentMove:
    return move.model_copy(update={"strategic": False, "exit": False})


def cannot_reinforce(table: EnemyAction, fight: Engagement, move: RegimentMove) -> Cannot | None:
    """aid Too far, not fit, from the enemy's zone, or not to a hex next to the target with room."""
    unit, reach = table.units[move.unit], limit("reinforce reach")
    if unit not in fresh(table, fight.side):
        return "aid", f"{unit.id} cannot be brought up to the attack on {fight.target}", FREE
    if not move.path or move.path[-1] not in around(fight.target):
        return "aid", f"{unit.id} is brought up to a hex next to {fight.target}"
    if apart(unit.hex, fight.target) > reach:
        return "aid", f"{unit.id} is more than {reach} hexes from {fight.target}"
    if not fits(table, move.path[-1], [unit]):
        return "7.4", f"{move.path[-1]} has no room for {unit.id}"
    sway = sway_of(table)
    if unit.hex in sway.control[FOE[fight.side]]:
        return "aid", f"{unit.id} stands in the enemy's zone and does not leave it for a battle"
    return cannot_march(table, unit, move, sway=sway, hurried=True)


def reinforced(table: EnemyAction, umpire: Umpire, fight: Engagement, side: str) -> Engagement:
    """aid The defender brings one unit within three hexes into the hex, if there is room."""
    able = [unit.id for unit in can_help(table, fight, side)]
    pick = umpire.ask(
        "9.1", side, "reinforce", f"who comes to the aid of {fight.target}?", [NONE, *able], otherwise=NONE,
        facts={"target": fight.target},
    )  # fmt: skip
    if pick == NONE:
        return fight
    unit = table.units[pick]
    course = course_of(table, unit, RegimentMove(unit=pick, path=(fight.target,)), hurried=True)
    if course is not None:
        umpire.do("7.0", RegimentMarched(pick, course.path, course.cost))
        for hex in course.path:
            after_entering(table, umpire, unit, hex)
        umpire.do("9.1", BattleJoined(fight.target, pick, side))
        fight = replace(fight, defenders=(*fight.defenders, pick))
    return fight


def can_help(table: EnemyAction, fight: Engagement, side: str) -> list[Regiment]:
    """aid Who can reach the hex by a normal move within three hexes."""
    sway = sway_of(table)
    near = [
        unit
        for unit in fresh(table, side)
        if unit.hex != fight.target
        and apart(unit.hex, fight.target) <= limit("reinforce reach")
        and unit.hex not in sway.control[fight.side]
        and fits(table, fight.target, [unit])
    ]
    return [unit for unit in near if reaches(table, unit, fight.target)]


def reaches(table: EnemyAction, unit: Regiment, hex: str) -> bool:
    """A normal move, and not a strategic one, leads there."""
    course = course_of(table, unit, RegimentMove(unit=unit.id, path=(hex,)), hurried=True)
    return course is not None and not course.strategic


def defenders_of(table: EnemyAction, hex: str) -> list[Regiment]:
    """9.1, 9.74 Those in a hex who count in its defence."""
    return [unit for unit in units_in(table, hex) if unit.id not in table.fled]
