"""4.IV and 6. One impulse: a card, a command, and what follows from it.  Cases 4.11, 5.1, 6.0 to 6.5 and 9.9."""

from __future__ import annotations

from pbem.ruleset import Cannot, Orders, Part, Umpire
from pbem_rules.enemy_action_ardennes.aid_events import Occasion, cannot_happen, happen
from pbem_rules.enemy_action_ardennes.board import FOE, limit
from pbem_rules.enemy_action_ardennes.events_day import (
    ImpulseCame,
    ImpulseEnded,
    ImpulseSkipped,
    NightFell,
    PassedImpulse,
)
from pbem_rules.enemy_action_ardennes.events_field import CommandGiven, FormationActivated, Rallied
from pbem_rules.enemy_action_ardennes.phrases import ACTIVATE, DEPLOY, KAMPFGRUPPE, NOTHING, REPLACE, UNIT
from pbem_rules.enemy_action_ardennes.s05_cards import lowest, play, refill
from pbem_rules.enemy_action_ardennes.s06_commands import (
    Command,
    activated,
    beside_the_command,
    cannot_play,
    command_of,
    formations_on,
    gives_bonus,
    ignoring_zones,
    is_surprise,
)
from pbem_rules.enemy_action_ardennes.s07_movement import march
from pbem_rules.enemy_action_ardennes.s07_reactions import remove_roadblocks, roadblocks
from pbem_rules.enemy_action_ardennes.s09_combat import combats
from pbem_rules.enemy_action_ardennes.s10_fuel import fuel_check
from pbem_rules.enemy_action_ardennes.s11_reserves import deploy
from pbem_rules.enemy_action_ardennes.s12_engineers import dig, take_bridges
from pbem_rules.enemy_action_ardennes.s13_replacements import replace_steps
from pbem_rules.enemy_action_ardennes.s14_victory import won_at_once
from pbem_rules.enemy_action_ardennes.sheets import PASS, WAIT, ImpulseLine
from pbem_rules.enemy_action_ardennes.table import EnemyAction, by_name

PART = "impulses"


def surprise(table: EnemyAction, umpire: Umpire) -> str | None:
    """4.11 Three German impulses in a row, on one sheet, each for other corps."""
    lines = orders_for(table, umpire, "german")
    barred: list[str] = []
    for number in range(1, limit("surprise impulses") + 1):
        line = next_line(table, umpire, lines, "german")
        carry_out(table, umpire.within(f"impulse {number}"), lines, "german", line)
        barred = sorted({*barred, *corps_used(table)})
        umpire.do("6.5", ImpulseEnded("german", tuple(barred)))
        refill(table, umpire.within(f"impulse {number}"), "german")
        if won_at_once(table, umpire):
            return None
    umpire.do("4.IV", ImpulseCame("allied", 1))
    return "impulse"


def impulse(table: EnemyAction, umpire: Umpire) -> str | None:
    """4.IV One impulse of one side."""
    side = table.side
    if table.skip and side == "german":
        umpire.do("5.1A", ImpulseSkipped(side, "interdiction from the air"))
    elif table.hands[side]:
        lines = orders_for(table, umpire, side)
        line = next_line(table, umpire, lines, side)
        carry_out(table, umpire, lines, side, line)
        umpire.do("6.5", ImpulseEnded(side, tuple(sorted(corps_used(table)))))
        if won_at_once(table, umpire):
            return None
        draw_up(table, umpire, side)
    elif table.piles[side]:
        umpire.do("5.1", ImpulseSkipped(side, "no card in the hand"))
        draw_up(table, umpire, side)
    return next_impulse(table, umpire)


def draw_up(table: EnemyAction, umpire: Umpire, side: str) -> None:
    """4.IV, 10.4 The hand is filled; German cards that nobody has looked at today are looked at for fuel."""
    if refill(table, umpire, side) and side == "german":
        fuel_check(table, umpire, umpire.secret(side).hand, ())


def next_impulse(table: EnemyAction, umpire: Umpire) -> str:
    """4.IV 3 German and Allied in turn, until neither has a card left."""
    if not any(table.hands.values()) and not any(table.piles.values()):
        umpire.do("4.V", NightFell())
        return "night"
    other = FOE[table.side]
    side = other if table.hands[other] or table.piles[other] else table.side
    umpire.do("4.IV", ImpulseCame(side, table.impulse + 1))
    return "impulse"


def corps_used(table: EnemyAction) -> set[str]:
    """6.5 The corps of all units that the impulse activated."""
    return {unit.corps for unit in by_name(table, table.active)} if table.activates else set()


# The line


def orders_for(table: EnemyAction, umpire: Umpire, side: str) -> Orders:
    """4.IV The lines of the sheet, or the next plan; `wait` means that its owner wants to be asked."""
    part = umpire.ask_all(umpire.part("4.IV", side, PART, f"{words_for(table)}: which card?", judge=waits))[0]
    return Orders(umpire, "4.IV", side, part)


def words_for(table: EnemyAction) -> str:
    return "the surprise impulses" if is_surprise(table) else f"impulse {table.impulse}"


def waits(part: Part) -> str | None:
    """`wait` is no order."""
    first = part.lines[0] if part.lines else None
    return "you wanted to be asked" if isinstance(first, ImpulseLine) and first.play == WAIT else None


def next_line(table: EnemyAction, umpire: Umpire, lines: Orders, side: str) -> ImpulseLine:
    """5.1 The first line that can be played; without one another is asked for."""
    hand = umpire.secret(side).hand
    line: ImpulseLine | None = next(lines, None)
    while True:
        if line is None:
            line = lines.need("5.1", f"{words_for(table)}: a card must be played", {"impulse": table.impulse})
        if problem := cannot_give(table, side, hand, line):
            lines.refuse(*problem)
            line = next(lines, None)
        else:
            return line


def cannot_give(table: EnemyAction, side: str, hand: list[str], line: ImpulseLine) -> Cannot | None:
    """5.1 The card must be in the hand, and the line allowed."""
    if line.play == WAIT:
        return "5.1", "wait is for plans ahead"
    if line.play != PASS and line.card not in hand:
        shown = " ".join(sorted(hand, key=int))
        return "5.1", f"card {line.card} is not in your hand", f"your hand: {shown}"
    problem = cannot_order(table, side, line)
    if problem is None or problem[0] != "6.5":
        return problem
    able = [card for card in sorted(hand, key=int) if could_activate(table, side, card)]
    return "6.5", problem[1], f"of your hand {' '.join(able) or 'no card'} may activate"


def could_activate(table: EnemyAction, side: str, card: str) -> bool:
    """6.5 Whether a card can activate any of its formations now."""
    uses = [f"{card} as {ACTIVATE} {name}" for name in formations_on(table, side, card)]
    return any(cannot_play(table, side, ImpulseLine(play=use)) is None for use in uses)


def cannot_order(table: EnemyAction, side: str, line: ImpulseLine) -> Cannot | None:
    """5.1 to 6.5, and what an event wants, as far as everybody can see; with the cards that could be played instead."""
    if problem := cannot_play(table, side, line):
        return problem
    command = command_of(table, side, line)
    if command.kind == "event":
        return cannot_happen(Occasion(table, side, line, command))
    if line.move and is_surprise(table):
        return (
            "4.11",
            "no movement in the surprise impulses",
            "attack where you stand, or bring one by Reinforce Battle",
        )
    return None


# The command


def carry_out(table: EnemyAction, umpire: Umpire, lines: Orders, side: str, line: ImpulseLine) -> None:
    """5.1 One card, one command."""
    command = command_of(table, side, line)
    if command.kind == PASS:
        for name in beside_the_command(command, line):
            lines.refuse("5.1", f"{name}: not by a pass", "a card gives a command", line=line)
        umpire.do("5.1", PassedImpulse(side))
        return
    umpire.do("5.1", CommandGiven(side, line.card, spoken(command)))
    play(table, umpire, side, line.card)
    for name in beside_the_command(command, line):
        lines.refuse("5.1", f"{name}: not by {line.card} as {spoken(command)}", "a card gives one command", line=line)
    if command.kind == "event":
        happen(Occasion(table, side, line, command), umpire, lines)
    elif command.kind == DEPLOY:
        deploy(table, umpire, lines, side, command, line.deploy)
    elif command.kind == REPLACE:
        replace_steps(table, umpire, lines, side, line.card, line.replace)
    elif command.kind != NOTHING:
        activate(table, umpire, lines, side, line, command)


def spoken(command: Command) -> str:
    """What a card is played as, in a few words."""
    if command.kind == UNIT:
        return f"activate {command.what} alone"
    if command.kind == KAMPFGRUPPE:
        return f"Kampfgruppe at {command.at}"
    if command.kind in (ACTIVATE, REPLACE):
        return f"{command.kind} {command.what}".strip()
    return command.what if command.kind == "event" else command.kind


def activate(table: EnemyAction, umpire: Umpire, lines: Orders, side: str, line: ImpulseLine, command: Command) -> None:
    """6.0 Roadblocks, movement, combat, positions, and dispersed units that recover."""
    units = activated(table, side, command)
    names = tuple(unit.id for unit in units)
    dispersed = tuple(unit.id for unit in units if unit.dispersed)
    alone = names if command.kind == UNIT else ()
    bonus = side == "allied" and gives_bonus(line.card)
    umpire.do(
        "6.0", FormationActivated(spoken(command), names, alone, bonus, ignoring_zones(table, command))
    )  # fmt: skip
    take_bridges(table, umpire)
    if side == "german":
        remove_roadblocks(table, umpire)
        if not is_surprise(table):
            roadblocks(table, umpire)
    anew = march(table, umpire, lines, line.move) if not is_surprise(table) else None
    line = anew if anew is not None else line
    combats(table, umpire, lines, line.attacks)
    dig(table, umpire, lines, line.dig)
    still = tuple(name for name in dispersed if table.units[name].dispersed and name not in table.fled)
    if still:
        umpire.do("9.9", Rallied(still))


def default_line(table: EnemyAction, side: str, hand: list[str]) -> ImpulseLine:
    """5.7 Who says nothing passes if he may; else the lowest supplemental card goes for nothing."""
    line = ImpulseLine(play=PASS)
    if not hand or cannot_play(table, side, line) is None:
        return line
    return ImpulseLine(play=f"{lowest(hand)} as {NOTHING}")
