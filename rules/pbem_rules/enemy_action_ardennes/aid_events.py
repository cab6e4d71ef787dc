"""The player aid: command events and special events, one function for each, in the order of their names."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from pbem.craft.cards import lose_cards
from pbem.ruleset import Cannot, Orders, Umpire, frozen
from pbem_rules.enemy_action_ardennes.board import (
    FOE,
    HEYDTE,
    apart,
    around,
    built_in,
    cards_of,
    corps_of,
    divisions_of,
    is_westwall,
    limit,
    terrain_of,
    the_cards,
    the_charts,
    the_map,
)
from pbem_rules.enemy_action_ardennes.events_day import CardsPutOff, Rescheduled
from pbem_rules.enemy_action_ardennes.events_field import FormationActivated, Rallied
from pbem_rules.enemy_action_ardennes.events_works import HeydteLanded, SpecialDeclared
from pbem_rules.enemy_action_ardennes.phrases import WORKS
from pbem_rules.enemy_action_ardennes.s06_commands import Command
from pbem_rules.enemy_action_ardennes.s07_movement import march
from pbem_rules.enemy_action_ardennes.s07_reactions import after_entering
from pbem_rules.enemy_action_ardennes.s10_supply import cannot_resupply, resupply
from pbem_rules.enemy_action_ardennes.s12_engineers import cannot_work, work
from pbem_rules.enemy_action_ardennes.sheets import ImpulseLine
from pbem_rules.enemy_action_ardennes.table import EnemyAction, members, sway_of, units_in

TODAY = ("Break in the Clouds", "Fury of Bastogne", "Ground Freeze", "Manteuffel Directs Traffic")
"""Special events that only have to be in force."""
HESITANT = ("82", "101")
"""The divisions that Eisenhower Hesitates may hold back."""


@frozen(slots=False)
class Occasion:
    """An event that is being played."""

    table: EnemyAction
    side: str
    line: ImpulseLine
    command: Command

    @property
    def words(self) -> str:
        return self.line.of or self.command.at


Play: TypeAlias = Callable[[Occasion, Umpire, Orders], None]
Check: TypeAlias = Callable[[Occasion], Cannot | None]


def cannot_happen(occasion: Occasion) -> Cannot | None:
    """What the event itself wants, beside a card that allows it."""
    if occasion.command.what.split(" ")[0] in WORKS:
        return cannot_work(occasion.table, occasion.side, occasion.command.what)
    name = occasion.command.what
    if name in ("Engineers", "Bridge Engineers"):
        return "12.21", f"{name}: to do what", "say as repair 1707-1708, build, blow or position"
    if not is_command(name):
        return (
            "10.4",
            f"{name} is no command",
            "it is given up as a new card is looked at for fuel: fuel: [{CARD: FORMATION}]",
        )
    check = CHECKS.get(name)
    return check(occasion) if check else None


def is_command(name: str) -> bool:
    """Whether an event is played for an impulse; Fuel Priority is not (10.4)."""
    return name in TODAY or name in PLAYS


def happen(occasion: Occasion, umpire: Umpire, lines: Orders) -> None:
    name = occasion.command.what
    if name.split(" ")[0] in WORKS:
        work(occasion.table, umpire, occasion.side, name)
    elif name in TODAY:
        umpire.do("aid", SpecialDeclared(name))
    else:
        PLAYS[name](occasion, umpire, lines)


# German events


def allied_command_crisis(occasion: Occasion, umpire: Umpire, lines: Orders) -> None:
    """British units and cards due on the 22nd come a day later."""
    late = waiting_for(occasion.table, 22, "British")
    umpire.do("aid", SpecialDeclared("Allied Command Crisis"))
    if late:
        umpire.do("aid", Rescheduled(late, 23))
    if cards := british_cards(22):
        umpire.do("aid", CardsPutOff(cards, 23))


def british_cards(day: int) -> tuple[str, ...]:
    """Those with this date."""
    return tuple(no for no in cards_of("allied") if the_cards()[no].army == "British" and the_cards()[no].due == day)


def waiting_for(table: EnemyAction, day: int, army: str = "", corps: str = "", division: str = "") -> tuple[str, ...]:
    """Units that wait in a space of the calendar."""
    return tuple(
        name
        for name, unit in sorted(table.units.items())
        if unit.box == "calendar"
        and unit.due == day
        and army in ("", unit.army)
        and corps in ("", unit.corps)
        and division in ("", unit.division)
    )


def commandos(occasion: Occasion, umpire: Umpire, lines: Orders) -> None:
    """One card leaves the Allied hand blindly."""
    lose_cards(umpire, "aid", "allied", 1)


def eisenhower_hesitates(occasion: Occasion, umpire: Umpire, lines: Orders) -> None:
    """The 82nd or the 101st, as the German player says, comes on the 19th."""
    units = tuple(
        name
        for name in divisions_of("allied")[occasion.words]
        if occasion.table.units[name].box in ("calendar", "reserve")
    )
    umpire.do("aid", SpecialDeclared("Eisenhower Hesitates"))
    umpire.do("aid", Rescheduled(units, 19))


def cannot_hesitate(occasion: Occasion) -> Cannot | None:
    if occasion.words in HESITANT:
        return None
    return (
        "aid",
        f"Eisenhower hesitates over the 82nd or the 101st, not over {occasion.words or 'nobody'}",
        "of: 82 or 101",
    )


def von_der_heydte(occasion: Occasion, umpire: Umpire, lines: Orders) -> None:
    """Where it is aimed at, or a hex astray on a high roll; never onto the enemy, towns or the wall."""
    aimed = occasion.command.at
    face = umpire.roll("aid", "drop", 10)
    hex = aimed
    if face > limit("heydte lands"):
        ways = [near for near in around(aimed) if drop_zone(occasion.table, near)]
        hex = umpire.draw("aid", "astray", ways) if ways else aimed
    umpire.do("aid", HeydteLanded(aimed, face, hex))
    after_entering(occasion.table, umpire, occasion.table.units[HEYDTE])


def cannot_drop(occasion: Occasion) -> Cannot | None:
    table, hex = occasion.table, occasion.command.at
    if table.units[HEYDTE].box != "VDH":
        return "aid", "von der Heydte has jumped already"
    if not the_map().grid.contains(hex):
        return "aid", "where to", "say hex: HEX"
    if apart(hex, the_charts().heydte.near) > limit("heydte reach"):
        return "aid", f"{hex} is too far from {the_charts().heydte.near}"
    if terrain_of(hex) not in ("woods", "forest") or not drop_zone(table, hex):
        return "aid", f"{hex} is no empty woods or forest outside towns and the Westwall"
    return None


def drop_zone(table: EnemyAction, hex: str) -> bool:
    return not units_in(table, hex) and not built_in(hex) and not is_westwall(hex) and hex not in table.roadblocks


# Allied events


def airpower(occasion: Occasion, umpire: Umpire, lines: Orders) -> None:
    """10.3"""
    resupply(occasion.table, umpire, occasion.command.at)


def cannot_fly(occasion: Occasion) -> Cannot | None:
    return cannot_resupply(occasion.table, occasion.command.at)


def raise_the_alarm(occasion: Occasion, umpire: Umpire, lines: Orders) -> None:
    """Three units move as they can, even on the 16th; no activation."""
    names = tuple(move.unit for move in occasion.line.move)
    umpire.do("aid", FormationActivated("", names, counts=False, hurried=True))
    march(occasion.table, umpire, lines, occasion.line.move)


def cannot_alarm(occasion: Occasion) -> Cannot | None:
    moves = occasion.line.move
    if not 1 <= len(moves) <= limit("alarm units"):
        return "aid", f"Raise the Alarm moves one to three units, not {len(moves)}"
    return cannot_be_moved(occasion)


def cannot_be_moved(occasion: Occasion) -> Cannot | None:
    for move in occasion.line.move:
        unit = occasion.table.units.get(move.unit)
        if unit is None or unit.side != occasion.side or not unit.hex or unit.dispersed:
            return "aid", f"{move.unit} is no undispersed unit of yours on the map"
    return None


def recover(occasion: Occasion, umpire: Umpire, lines: Orders) -> None:
    """All units of one corps are dispersed no longer."""
    units = [unit for unit in members(occasion.table, occasion.side, corps_meant(occasion)) if unit.dispersed]
    umpire.do("aid", Rallied(tuple(unit.id for unit in units)))


def corps_meant(occasion: Occasion) -> str:
    """The corps of the card; by an army's card the one that is named."""
    return the_cards()[occasion.line.card].corps or occasion.words


def cannot_recover(occasion: Occasion) -> Cannot | None:
    if corps_meant(occasion) not in corps_of(occasion.side):
        return "aid", "Recover is for one corps", "say of: CORPS"
    return None


def withdrawal(occasion: Occasion, umpire: Umpire, lines: Orders) -> None:
    """The units of one hex fall back: the first step may lead from zone to zone and costs nothing more."""
    umpire.do("aid", FormationActivated("", tuple(move.unit for move in occasion.line.move), counts=False))
    march(occasion.table, umpire, lines, occasion.line.move, slip=True)


def cannot_withdraw(occasion: Occasion) -> Cannot | None:
    if problem := cannot_be_moved(occasion):
        return problem
    units = [occasion.table.units[move.unit] for move in occasion.line.move]
    if not units or len({unit.hex for unit in units}) > 1 or any(unit.isolated for unit in units):
        return "aid", "a withdrawal moves units of one hex that are not isolated"
    if fast := [move.unit for move in occasion.line.move if move.strategic]:
        return "aid", f"{fast[0]} withdraws by its own allowance, not strategically"
    near = sway_of(occasion.table).near[FOE[occasion.side]]
    for move in occasion.line.move:
        if move.path and move.path[-1] in near and not own_town(occasion, move.path[-1]):
            return "aid", f"{move.unit} would end next to the enemy outside a town of yours"
    return None


def own_town(occasion: Occasion, hex: str) -> bool:
    return bool(built_in(hex)) and occasion.table.owners[hex] == occasion.side


def allies_alert(occasion: Occasion, umpire: Umpire, lines: Orders) -> None:
    """One division that is due on the 17th is ready today."""
    umpire.do("aid", SpecialDeclared("Allies Alert"))
    umpire.do("aid", Rescheduled(waiting_for(occasion.table, 17, division=occasion.words), occasion.table.day))


def cannot_alert(occasion: Occasion) -> Cannot | None:
    ready = sorted({occasion.table.units[name].division for name in waiting_for(occasion.table, 17)} - {""})
    if occasion.words not in ready:
        return (
            "aid",
            f"no Allied division {occasion.words or 'is named that'} waits for the 17th",
            f"of: one of {', '.join(ready)}",
        )
    return None


def patton_on_the_move(occasion: Occasion, umpire: Umpire, lines: Orders) -> None:
    """Units of III Corps that are due on the 22nd come a day earlier."""
    early = waiting_for(occasion.table, 22, corps="III")
    umpire.do("aid", SpecialDeclared("Patton on the Move"))
    if early:
        umpire.do("aid", Rescheduled(early, 21))


PLAYS: dict[str, Play] = {
    "Allied Command Crisis": allied_command_crisis,
    "Commandos": commandos,
    "Eisenhower Hesitates": eisenhower_hesitates,
    "von der Heydte": von_der_heydte,
    "Airpower": airpower,
    "Raise the Alarm": raise_the_alarm,
    "Recover": recover,
    "Withdrawal": withdrawal,
    "Allies Alert": allies_alert,
    "Patton on the Move": patton_on_the_move,
}
CHECKS: dict[str, Check] = {
    "Eisenhower Hesitates": cannot_hesitate,
    "von der Heydte": cannot_drop,
    "Airpower": cannot_fly,
    "Raise the Alarm": cannot_alarm,
    "Recover": cannot_recover,
    "Withdrawal": cannot_withdraw,
    "Allies Alert": cannot_alert,
}
