"""The staff in a battle: cards in support, how many chits, hits, retreats, losses, and who advances."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import partial

from pbem.ruleset import Decision, Pick, View
from pbem_rules.enemy_action_ardennes.board import FOE, built_in, the_cards, the_map
from pbem_rules.enemy_action_ardennes.bot_aims import POINT, pull, wants_of
from pbem_rules.enemy_action_ardennes.bot_attacks import (
    LOST_UNIT,
    ground_worth,
    prices,
    worth_of_attack,
    worth_of_draws,
)
from pbem_rules.enemy_action_ardennes.bot_helpers import brings_nobody, joined_by
from pbem_rules.enemy_action_ardennes.bot_keeping import needed
from pbem_rules.enemy_action_ardennes.bot_schemes import hopes_of
from pbem_rules.enemy_action_ardennes.bot_temper import QUICK, Temper
from pbem_rules.enemy_action_ardennes.s09_advance import path_in, wrong_advance
from pbem_rules.enemy_action_ardennes.s09_chits import ENGINEERS, Engagement, total
from pbem_rules.enemy_action_ardennes.s09_combat import DISPERSE, ONE, STAND, STEPS, TWO
from pbem_rules.enemy_action_ardennes.s09_retreats import retreats
from pbem_rules.enemy_action_ardennes.s10_supply import net_of
from pbem_rules.enemy_action_ardennes.table import EnemyAction, Regiment, by_name, steps_of, sway_of, worth_of

DEAR = {"army group": 60, "army": 45, "corps": 35, "division": 0, "none": 5}
SHAKEN = 20
"""What it costs to be dispersed."""
HELD = 25


def fight_of(view: View, decision: Decision) -> Engagement:
    """The battle that is asked about."""
    facts = decision.facts
    attackers, defenders, ours, theirs = (facts.get(name, ()) for name in ("attackers", "defenders", "ours", "theirs"))
    assert isinstance(attackers, tuple)
    assert isinstance(defenders, tuple)
    assert isinstance(ours, tuple)
    assert isinstance(theirs, tuple)
    return Engagement(view.table, str(facts["target"]), attackers, defenders, ours, theirs)


# 9.2 Cards


def support(view: View, decision: Decision, temper: Temper) -> Pick:
    """The card that adds more than it is worth for a command of its own; then perhaps another."""
    fight, attacks = fight_of(view, decision), decision.topic == "tactics"
    judge = temper if attacks else QUICK[fight.side]
    spared = needed(view.table, view.side, view.own.hand, temper) if decision.options else ()
    way = way_through(fight, judge)
    picked: list[str] = []
    while True:
        now = worth_of_attack(fight, judge, way)
        if attacks and now < 0 and not picked:
            return ()
        best, gained, after = "", Fraction(0), fight
        added: dict[str, tuple[Engagement, Fraction]] = {}
        for option in decision.options:
            card, _, tactic = option.partition(" as ")
            if card in spared or any(said.split(" ")[0] == card for said in picked):
                continue
            if tactic not in added:
                with_it = with_tactic(fight, tactic, attacks=attacks)
                nobody = brings_nobody(fight, with_it, tactic)
                added[tactic] = with_it, now if nobody else worth_of_attack(with_it, judge, way)
            then, promised = added[tactic]
            gain = (promised - now) * (1 if attacks else -1) - card_worth(view.table, view.side, card, temper)
            if gain > gained:
                best, gained, after = option, gain, then
        if not best:
            return tuple(picked)
        picked.append(best)
        fight = after


def way_through(fight: Engagement, temper: Temper) -> int:
    """What the way is worth that a German attack would open."""
    return wants_of(fight.table, fight.side, temper).way(fight.target) if fight.side == "german" else 0


def with_tactic(fight: Engagement, tactic: str, *, attacks: bool) -> Engagement:
    """9.2 The battle with one card more."""
    fight = joined_by(fight, tactic, attacks=attacks)
    if attacks:
        if tactic in ENGINEERS and fight.target in fight.table.improved:
            bare = replace_positions(fight.table, fight.target, there=False)
            fight = replace(fight, table=bare)
        return replace(fight, ours=(*fight.ours, tactic))
    if tactic in ENGINEERS and not built_in(fight.target) and fight.target not in fight.table.improved:
        fight = replace(fight, table=replace_positions(fight.table, fight.target, there=True))
    return replace(fight, theirs=(*fight.theirs, tactic))


def replace_positions(table: EnemyAction, hex: str, *, there: bool) -> EnemyAction:
    kept = [each for each in table.improved if each != hex]
    return replace(table, improved=[*kept, hex] if there else kept)


def card_worth(table: EnemyAction, side: str, card: str, temper: Temper) -> int:
    """What a card could still do as a command."""
    kind = the_cards()[card].kind
    return DEAR[kind] + min(temper.hope * hopes_of(table, side, card), temper.most_hope)


def wild(view: View, decision: Decision, temper: Temper) -> Pick:
    """9.23 The tactic that helps most."""
    fight = fight_of(view, decision)

    def gain(tactic: str) -> tuple[Fraction, str]:
        return worth_of_attack(with_tactic(fight, tactic, attacks=True), temper), tactic

    return max(decision.options, key=gain)


# 9.3 The draw


def draw(view: View, decision: Decision, temper: Temper) -> Pick:
    """Where the average is best; the fewest of equals."""
    fight, options = fight_of(view, decision), decision.options
    drawn = len(view.table.drawn)
    so_far = total(fight, tuple(view.table.drawn))
    worths = worth_of_draws(fight, temper, so_far, drawn, int(options[-1]), way_through(fight, temper))
    return max(options, key=lambda option: (worths[int(option) - drawn], -int(option)))


# 9.5 The defender


def hits(view: View, decision: Decision, temper: Temper) -> Pick:
    """Stand or fall back, whichever leaves more."""
    units = named(view.table, decision)
    target, count = str(decision.facts["target"]), int(str(decision.facts["hits"]))
    return max(decision.options, key=lambda option: (left_over(view, units, target, count, option, temper), option))


def left_over(view: View, units: list[Regiment], target: str, count: int, option: str, temper: Temper) -> int:
    """What is kept, in hundredths of a point."""
    paces = {STAND: 0, ONE: 1, TWO: 2}[option]
    price = 0
    if paces:
        price = min((way.price for way in retreats(view.table, target, units, paces)), default=9)
    lost = count - paces + price
    steps = steps_of(units)
    worth = -min(lost, steps) * prices(view.table, temper).step
    if lost >= steps:
        worth -= len(units) * (LOST_UNIT if view.side == "allied" else 0) + SHAKEN * 2
    if paces or lost >= steps:
        worth -= (
            ground_worth(view.table, FOE[view.side], target, temper) * (2 if view.side == "allied" else 1) // 2 + HELD
        )
    return worth - (SHAKEN * len(units) if paces == 2 else 0)


def named(table: EnemyAction, decision: Decision) -> list[Regiment]:
    units = decision.facts["units"]
    assert isinstance(units, tuple)
    return [unit for unit in by_name(table, units) if unit.hex]


def retreat(view: View, decision: Decision, temper: Temper) -> Pick:
    """Where no unit dies; to towns that count, into supply, on roads, and not next to the enemy."""
    table, side, deadly = view.table, view.side, decision.facts.get("deadly", ())
    assert isinstance(deadly, tuple)
    sway = sway_of(table)
    net = net_of(table, side, sway)

    def comfort(option: str) -> tuple[bool, int, str]:
        hex = option.split(" ")[-1]
        town = worth_of(table, hex) * 10 if table.owners.get(hex) == side else 0
        supplied = 40 if net.supplies(hex) else 0
        road = 8 if the_map().on_road(hex) else 0
        return option not in deadly, town + supplied + road - (25 if hex in sway.near[FOE[side]] else 0), option

    return max(decision.options, key=comfort)


def losses(view: View, decision: Decision, temper: Temper) -> Pick | None:
    """Whoever loses least strength; dispersal where a unit would die, or where few have to recover for the steps."""
    options = decision.options
    if STEPS in options:
        count, units = int(str(decision.facts["losses"])), named(view.table, decision)
        dying = count >= steps_of(units) - len(units) + 1
        spared = min(count - 1, 2) * prices(view.table, temper).step
        return DISPERSE if dying or spared > SHAKEN * len(units) else STEPS
    return min(options, key=lambda name: (cost_of_step(view.table.units[name]), name))


def cost_of_step(unit: Regiment) -> int:
    """Strength that goes with a step, and the unit with the last one."""
    if unit.steps == 1:
        return unit.strength + (6 if unit.side == "allied" else 3)
    return unit.strength - unit.data.strength[unit.worn + 1]


# 9.8 The advance


def advance(view: View, decision: Decision, temper: Temper) -> Pick:
    """Germans with all who fit, vehicles on to where they are drawn; Allies into what counts, with one."""
    table, target = view.table, str(decision.facts["target"])
    aims = wants_of(table, view.side, temper)
    names = sorted({path_in(option, target)[0] for option in decision.options})
    units = sorted(by_name(table, names), key=lambda unit: (-unit.strength, unit.id))
    fight = Engagement(table, target, tuple(names), ())
    judge = partial(wrong_advance, table, fight.target)
    counts = bool(worth_of(table, target)) or aims.goals.get(target, 0) > POINT
    if view.side == "allied" and not counts:
        return ()
    taken: list[str] = []
    for unit in units:
        wanted = aims.of(unit)
        here = pull(unit.hex, wanted, temper.near)
        for _, option in sorted(
            (-pull(path_in(option, target)[1][-1], wanted, temper.near), option) for option in decision.options
             if path_in(option, target)[0] == unit.id
        ):  # fmt: skip
            end = path_in(option, target)[1][-1]
            better = pull(end, wanted, temper.near) > here - temper.onward or (not taken and counts)
            if better and judge((*taken, option)) is None:
                taken.append(option)
                break
        if view.side == "allied" and taken:
            break
    return tuple(option for option in decision.options if option in taken)
