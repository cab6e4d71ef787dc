"""Staff: a player for both sides who plans with the whole hand.  A newcomer can beat it."""

from __future__ import annotations

from functools import partial

from pbem.craft.moods import some_mood
from pbem.ruleset import Chooser, Decision, Order, Part, Pick, View
from pbem_rules.enemy_action_ardennes.board import apart, built_in, the_cards
from pbem_rules.enemy_action_ardennes.bot_attacks import worth_of_attack
from pbem_rules.enemy_action_ardennes.bot_plans import best_line
from pbem_rules.enemy_action_ardennes.s06_impulses import PART
from pbem_rules.enemy_action_ardennes.s09_chits import Engagement
from pbem_rules.enemy_action_ardennes.s11_reserves import Placing, late_reserves
from pbem_rules.enemy_action_ardennes.sheets import DayOrder, DeployLine
from pbem_rules.enemy_action_ardennes.standing import TOPICS, as_many_as_fit
from pbem_rules.enemy_action_ardennes.table import EnemyAction, Regiment, on_map

MOODY, BOLD = 40, 2
"""How far moods go: four points for a plan, two for an attack."""
GOOD_SUPPORT = (
    "Artillery", "Corps Artillery", "Combat Engineers", "Engineers", "Airpower", "Fixed Artillery", "Panzer Battalion",
    "Tank Battalion", "Infantry Infiltration", "Press the Attack",
)  # fmt: skip


def staff(view: View, decision: Decision, chooser: Chooser) -> Pick:
    """Plans its impulses; in everything else it does what is sensible, or what silence would."""
    if decision.kind == "part":
        return part(view, decision)
    answer = ANSWERS.get(decision.topic)
    pick = answer(view, decision) if answer else None
    return pick if pick is not None else default(view, decision)


def ideas(view: View, decision: Decision, chooser: Chooser) -> tuple[Order, ...] | None:
    """Impulses in another mood; the rest is not thought about."""
    if decision.topic != PART or "again" in decision.facts:
        return None
    return (best_line(view, some_mood(chooser, MOODY, BOLD)),)


def default(view: View, decision: Decision) -> Pick:
    return next(topic.default for topic in TOPICS if topic.name == decision.topic)(view, decision)


def part(view: View, decision: Decision) -> Part:
    """An impulse, three for the surprise, or the morning."""
    if decision.topic == PART:
        if decision.facts.get("again") == "rest":
            return Part(PART, as_written=True)
        return Part(PART, (best_line(view),))
    return Part(decision.topic, (morning(view),)) if decision.topic == "day" else Part(decision.topic)


def morning(view: View) -> DayOrder:
    """Late reserves as near to the front as they may come, air power over the roads."""
    table, side = view.table, view.side
    placing, lines = Placing(table, side), []
    for unit in late_reserves(table, side):
        if hexes := placing.hexes([unit]):
            lines.append(DeployLine(unit=unit.id, hex=min(hexes, key=partial(front_distance, table, unit))))
    flying = [no for no, card in sorted(the_cards().items()) if card.kind == "none"] if side == "allied" else []
    return DayOrder(reserves=tuple(lines), interdict=tuple(flying))


def front_distance(table: EnemyAction, unit: Regiment, hex: str) -> tuple[int, str]:
    foes = [foe.hex for foe in on_map(table) if foe.side != unit.side]
    return min((apart(hex, foe) for foe in foes), default=0), hex


# Questions


def fight_of(view: View, decision: Decision) -> Engagement:
    facts = decision.facts
    attackers, defenders = facts["attackers"], facts["defenders"]
    assert isinstance(attackers, tuple)
    assert isinstance(defenders, tuple)
    return Engagement(view.table, str(facts["target"]), attackers, defenders)


def support(view: View, decision: Decision) -> Pick:
    """One card for a battle that is worth it; none that activates a corps."""
    fight = fight_of(view, decision)
    if decision.topic == "tactics" and worth_of_attack(fight) < 1:
        return ()
    for tactic in GOOD_SUPPORT:
        for option in decision.options:
            card, _, said = option.partition(" as ")
            if said == tactic and the_cards()[card].kind in ("division", "none"):
                return (option,)
    return ()


def bonus(view: View, decision: Decision) -> Pick:
    return next((tactic for tactic in GOOD_SUPPORT if tactic in decision.options), decision.options[0])


def draw(view: View, decision: Decision) -> Pick:
    """On as long as a chit hurts the enemy more, and until he can be destroyed."""
    hits, steps = int(str(decision.facts["hits"])), int(str(decision.facts["steps"]))
    return decision.options[0] if hits > steps else decision.options[-1]


def advance(view: View, decision: Decision) -> Pick:
    """Into towns always, elsewhere too; the strongest first."""
    plain = [option for option in decision.options if " to " not in option]
    if view.side == "allied" and not built_in(str(decision.facts["target"])):
        return ()
    return as_many_as_fit(view, plain)[:1]


def first_real(view: View, decision: Decision) -> Pick:
    """Whatever can be done is done."""
    if decision.kind == "one":
        return decision.options[1] if len(decision.options) > 1 else decision.options[0]
    return ()


ANSWERS = {
    "tactics": support,
    "defend": support,
    "bonus": bonus,
    "draw": draw,
    "advance": advance,
    "greif": first_real,
    "fuel": first_real,
    "interdict": first_real,
    "reinforce": first_real,
}
