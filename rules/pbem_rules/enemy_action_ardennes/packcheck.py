"""What must hold in a pack of somebody's own, beside the form of its files: every name refers to something.

The words on cards and chits are those that the rules can carry out, which the printed pack has all of.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction

from pbem.craft.sayings import many
from pbem.kit.inspection import Inspection
from pbem.kit.mapdata import HexMap
from pbem.kit.mapfaults import Loc
from pbem_rules.enemy_action_ardennes.board import FOE, HEYDTE, MEUSE, OKW, SIDES
from pbem_rules.enemy_action_ardennes.forms import (
    ChartTables,
    CombatChit,
    CombatChits,
    CommandCard,
    CommandCards,
    DayTable,
    RegimentData,
    Regiments,
    ScenarioSheet,
    ScenarioSheets,
)
from pbem_rules.enemy_action_ardennes.phrases import COMMAND_EVENTS, SPECIALS, TACTICS

MAP, UNITS, CARDS, CHITS = "map.yaml", "units.yaml", "cards.yaml", "chits.yaml"
CALENDAR, TABLES, SCENARIOS = "calendar.yaml", "tables.yaml", "scenarios.yaml"
RATIO = re.compile(r"(>=|>|<=|<) [1-9][0-9]?:[1-9][0-9]?")
MARCHES = (("costs", "infantry"), ("costs", "mechanized"), ("costs", "frozen"))
CITY = "city"
Units = Mapping[str, RegimentData]


def inspect(look: Inspection) -> None:
    the_map, charts = look.take(HexMap, MAP), look.take(ChartTables, TABLES)
    units = look.take(Regiments, UNITS).units
    foot = charts.costs.get("infantry", {})
    look.hex_map(MAP, the_map, look.terrains(TABLES, MAP, MARCHES, foot, (CITY,)))
    look.rivers(MAP, the_map, MEUSE)
    look.exits(MAP, the_map, the_map.edges)
    _charts(look, charts, the_map)
    _calendar(look)
    for name, unit in units.items():
        _unit(look, name, unit)
    look.unless(HEYDTE in units, UNITS, ("units",), f'units: "{HEYDTE}" is missing (von der Heydte)')
    _stand(look, UNITS, ("units",), {name: unit.at for name, unit in units.items() if unit.at}, units)
    look.same_names(CARDS, "cards")
    for number, card in look.take(CommandCards, CARDS).cards.items():
        OneCard(look, number, card, units).inspect()
    _decks(look)
    _chits(look, charts)
    look.same_names(SCENARIOS, "scenarios")
    for name, sheet in look.take(ScenarioSheets, SCENARIOS).scenarios.items():
        _scenario(look, ("scenarios", name), sheet, the_map, units)


def _charts(look: Inspection, charts: ChartTables, the_map: HexMap) -> None:
    for names in (
        ("costs",),
        ("costs", "road"),
        ("limits",),
        ("dates",),
        ("surrender",),
        ("strategic",),
        ("exit_points",),
    ):
        look.same_names(TABLES, *names)
    for names in (("tactics",), ("events",)):
        look.same_names(TABLES, *names)
    known = look.printed.take(ChartTables, TABLES)
    for side in SIDES:
        look.same_members(TABLES, ("tactics", side), charts.tactics.get(side, ()), known.tactics[side], "tactic")
        look.same_members(TABLES, ("events", side), charts.events.get(side, ()), known.events[side], "command event")
    look.same_members(TABLES, ("attack_only",), charts.attack_only, known.attack_only, "tactic")
    look.same_members(TABLES, ("defence_only",), charts.defence_only, known.defence_only, "tactic")
    for part in ("tactic_dates", "event_dates"):
        look.same_names(TABLES, part)
    for hex in charts.exit_dates:
        look.known(TABLES, ("exit_dates", hex), hex, the_map.exits, "exit")
    places = {("heydte", "near"): charts.heydte.near, ("dinant",): charts.dinant, ("north_limit",): charts.north_limit}
    for loc, hex in (*places.items(), (("north_of_the_meuse",), charts.north_of_the_meuse)):
        look.unless(the_map.grid.contains(hex), TABLES, loc, f"{hex} is no hex of the map")
    for name in ("stack units", "stack steps", "retreat", "supply path", "large attack"):
        look.unless(charts.limits.get(name, 1) > 0, TABLES, ("limits", name), f'"{name}" is 0, the least is 1')


def _calendar(look: Inspection) -> None:
    look.same_names(CALENDAR, "days")
    for day, entry in look.take(DayTable, CALENDAR).days.items():
        ours, theirs = entry.german_wins, entry.allied_wins
        both = (ours is None) == (theirs is None)
        look.unless(both, CALENDAR, ("days", str(day)), "one side has a level to win by, the other has none (14.2)")
        if ours is not None and theirs is not None:
            apart = not any(ours.met(points) and theirs.met(points) for points in range(200))
            look.unless(apart, CALENDAR, ("days", str(day)), "both sides would win at once (14.2)")


def _unit(look: Inspection, name: str, unit: RegimentData) -> None:
    """2.21 Its corps and army are those of the printed order of battle; it stands somewhere, or enters."""
    loc = ("units", name)
    printed = look.printed.take(Regiments, UNITS).units.values()
    corps = {one.corps: one.army for one in printed if one.side == unit.side}
    if look.known(UNITS, (*loc, "corps"), unit.corps, corps, f"{unit.side} corps"):
        army = corps[unit.corps]
        look.unless(unit.army == army, UNITS, (*loc, "army"), f"{unit.corps} is of the army {army}, not of {unit.army}")
    look.unless(bool(unit.at) != bool(unit.enters), UNITS, loc, f"{name} needs at or enters, one of them")
    if unit.enters == HEYDTE or name == HEYDTE:
        look.unless(unit.enters == name, UNITS, loc, f"{HEYDTE} alone enters as {HEYDTE}")
    if unit.enters == OKW:
        look.unless(unit.side == "german", UNITS, (*loc, "enters"), "the OKW reserve is German")
    falling = list(unit.strength) == sorted(unit.strength, reverse=True) and unit.strength[-1] > 0
    look.unless(falling, UNITS, (*loc, "strength"), "strength falls from step to step, and is never 0")
    for place, steps in enumerate(unit.bracketed):
        look.unless(steps <= unit.steps, UNITS, (*loc, "bracketed", place), f"{name} has {many(unit.steps, 'step')}")
    for part, faces in (("kinds", unit.kinds), ("quality", unit.quality)):
        fits = len(faces) <= unit.steps
        look.unless(fits, UNITS, (*loc, part), f"{part}: {len(faces)} for {many(unit.steps, 'step')}")


def _stand(
    look: Inspection, file: str, loc: Loc, at: Mapping[str, str], units: Units, reduced: Collection[str] = ()
) -> None:
    """7.4 On the map, with friends, and within the limits of a hex."""
    the_map, limits = look.take(HexMap, MAP), look.take(ChartTables, TABLES).limits
    there: dict[str, list[str]] = {}
    for name, hex in at.items():
        here = (*loc, name, "at") if file == UNITS else (*loc, name)
        if not look.known(file, here, name, units, "unit"):
            continue
        if not the_map.grid.contains(hex):
            look.fault(file, here, f"{hex} is no hex of the map")
            continue
        look.unless(not the_map.place(hex).impassable, file, here, f"{hex} is impassable")
        names = there.setdefault(hex, [])
        names.append(name)
        foes = any(units[one].side == FOE[units[name].side] for one in names)
        look.unless(not foes, file, here, f"both sides stand in {hex}")
        steps = sum(units[one].steps - (one in reduced) for one in names)
        fits = len(names) <= limits.get("stack units", 0) and steps <= limits.get("stack steps", 0)
        look.unless(fits, file, here, f"{hex} holds no more: {many(len(names), 'unit')}, {many(steps, 'step')} (7.4)")


class OneCard:
    """2.3 A card, and all that its words refer to."""

    def __init__(self, look: Inspection, number: str, card: CommandCard, units: Units) -> None:
        self.look, self.loc, self.card = look, ("cards", number), card
        own = [unit for unit in units.values() if unit.side == card.side]
        self.divisions = {unit.division for unit in own} - {""}
        self.corps, self.armies = {unit.corps for unit in own}, {unit.army for unit in own}

    def inspect(self) -> None:
        card, printed = self.card, self.look.printed.take(CommandCards, CARDS).cards
        self._known("divisions", card.divisions, self.divisions, "division")
        self.look.once(CARDS, (*self.loc, "divisions"), card.divisions, "division")
        for part, said, names in (("corps", card.corps, self.corps), ("army", card.army, self.armies)):
            if said:
                self.look.known(CARDS, (*self.loc, part), said, names, f"{card.side} {part}")
        wanted = {"division": bool(card.divisions), "corps": bool(card.corps), "army": bool(card.army)}
        there = wanted.get(card.kind, True)
        self.look.unless(there, CARDS, (*self.loc, "kind"), f"a card of a {card.kind} that names none")
        for part, named in (("fuel", card.fuel), ("ignores", card.ignores)):
            self._known(part, named, self.divisions, "division")
        self._known("specials", card.specials, SPECIALS, "special event")
        self._known("events", card.events, COMMAND_EVENTS, "command event")
        self._known("tactics", card.tactics, TACTICS, "tactic")
        reactions = {name for one in printed.values() for name in one.reactions}
        self._known("reactions", card.reactions, sorted(reactions), "reaction")

    def _known(self, part: str, said: Iterable[str], names: Collection[str], what: str) -> None:
        for place, name in enumerate(said):
            loc = (*self.loc, part, place) if part == "divisions" else (*self.loc, part, name)
            self.look.known(CARDS, loc, name, names, what)


def _decks(look: Inspection) -> None:
    """3.0, 15.5 How many cards of each kind a side has by two dates is printed: one more is typed in wrongly."""
    ours, printed = (each.take(CommandCards, CARDS).cards.values() for each in (look, look.printed))
    for side in SIDES:
        for day, case in ((16, "3.0"), (22, "15.5")):
            for primary, kind in ((True, "primary"), (False, "supplemental")):
                here, wanted = (
                    sum(card.side == side and card.primary is primary and card.due <= day for card in cards)
                    for cards in (ours, printed)
                )
                amiss = f"{wanted - here} missing" if here < wanted else f"{here - wanted} too many"
                told = f"{side}: {here} {kind} cards by December {day}, {amiss} ({case})"
                look.unless(here == wanted, CARDS, ("cards",), told)


def _chits(look: Inspection, charts: ChartTables) -> None:
    """2.22, 9.4 Sixty chits, whose situations are ratios or words that the rules know."""
    look.same_names(CHITS, "chits")
    printed = look.printed.take(CombatChits, CHITS).chits.values()
    words = {words for chit in printed for face in (chit.front, chit.back) for words in face.if_}
    days = (f"dec {day}" for day in look.take(DayTable, CALENDAR).days)
    terrains = charts.costs.get("infantry", {})
    known = sorted({word for word in words if not RATIO.fullmatch(word)} | {*terrains, *days, "town"})
    for number, chit in look.take(CombatChits, CHITS).chits.items():
        for name, face in (("front", chit.front), ("back", chit.back)):
            loc = ("chits", number, name)
            look.unless(bool(face.if_), CHITS, (*loc, "if"), "no situation: when does it apply?")
            look.once(CHITS, (*loc, "if"), face.if_, "situation")
            for place, word in enumerate(face.if_):
                if word[:1] in "<>":
                    good = RATIO.fullmatch(word) is not None
                    look.unless(good, CHITS, (*loc, "if", place), f'"{word}" is no ratio', "write it so: >= 3:1")
                else:
                    look.known(CHITS, (*loc, "if", place), word, known, "situation")
        _priority(look, ("chits", number), chit, known)


def _priority(look: Inspection, loc: Loc, chit: CombatChit, known: Collection[str]) -> None:
    """2.22, 9.4 Where both sides can hold at once, one has the sign of priority, and never both."""
    signs = chit.front.priority + chit.back.priority
    look.unless(signs < 2, CHITS, loc, "both sides have priority, which is for one of them (9.4)")
    front, back = ([w for w in face.if_ if w in known or RATIO.fullmatch(w)] for face in (chit.front, chit.back))
    both = any(not exclude(one, other) for one in front for other in back)
    why = "both sides can hold in one combat, and neither has priority (9.4)"
    look.unless(signs > 0 or not both, CHITS, loc, why, "write priority: yes on the side that has the P")


GROUND = frozenset({"clear", "broken", "woods", "forest", CITY})
BUILT = frozenset({"town", CITY})
RIVALS = (
    {"5 pz army attack", "allied attack"}, {"defender recon", "allied attack"}, {"flank attack", "one-hex attack"},
    {"attacker armor", "defender armor"}, {"attacker combined arms", "defender combined arms"},
    *({words, place} for words in ("flank attack", "ip crossfire") for place in sorted(BUILT)),
)  # fmt: skip
"""9.4, 12.32 Situations that never hold together."""


def exclude(one: str, other: str) -> bool:
    """9.4 Whether two situations can never hold in the same combat."""
    if one == other:
        return False
    days = one.startswith("dec ") and other.startswith("dec ")
    if days or {one, other} <= GROUND or {one, other} <= BUILT or {one, other} in RIVALS:
        return True
    if not (RATIO.fullmatch(one) and RATIO.fullmatch(other)) or one[0] == other[0]:
        return False
    below, above = sorted((one, other))
    most, least = (Fraction(*map(int, words.split(" ")[1].split(":"))) for words in (below, above))
    return least > most or (least == most and not (above.startswith(">=") and below.startswith("<=")))


def _scenario(look: Inspection, loc: Loc, sheet: ScenarioSheet, the_map: HexMap, units: Units) -> None:
    look.unless(sheet.first <= sheet.last, SCENARIOS, (*loc, "last"), "it ends before it begins")
    days = look.take(DayTable, CALENDAR).days
    for place, day in enumerate(sheet.calendar):
        look.between(SCENARIOS, (*loc, "calendar", place), day, sheet.first, sheet.last)
        levels = day in days and (days[day].german_wins or days[day].allied_wins) is not None
        look.unless(levels, SCENARIOS, (*loc, "calendar", place), f"the calendar has no levels for the {day}th")
    grades = [grade.at_least for grade in sheet.grades]
    falling = grades == sorted(set(grades), reverse=True)
    look.unless(falling, SCENARIOS, (*loc, "grades"), "the grades must fall, each once")
    look.once(SCENARIOS, (*loc, "calendar"), map(str, sheet.calendar), "day")
    ended = bool(grades) or sheet.last in sheet.calendar
    look.unless(ended, SCENARIOS, loc, "it needs grades, or the calendar's levels on its last day")
    ends = not grades or grades[-1] == 0
    look.unless(ends, SCENARIOS, (*loc, "grades"), "the last grade is for 0 points and more")
    for part, hexes in _hexes_of(sheet):
        for place, hex in enumerate(hexes):
            look.unless(the_map.grid.contains(hex), SCENARIOS, (*loc, part, place), f"{hex} is no hex of the map")
    for part, sides in (("blown", sheet.blown), ("german_bridges", sheet.german_bridges)):
        for place, side in enumerate(sides):
            look.known(SCENARIOS, (*loc, part, place), side, the_map.bridges, "bridge")
    for part, named in (("reduced", sheet.reduced), ("low", sheet.low), ("eliminated", sheet.eliminated)):
        look.all_known(SCENARIOS, (*loc, part), named, units, "unit")
        look.once(SCENARIOS, (*loc, part), named, "unit")
    for part, hexes in (*_hexes_of(sheet), ("blown", sheet.blown), ("german_bridges", sheet.german_bridges)):
        look.once(SCENARIOS, (*loc, part), hexes, "place")
    for place, name in enumerate(sheet.eliminated):
        look.unless(name not in sheet.at, SCENARIOS, (*loc, "eliminated", place), f"{name} stands on the map, too")
    if sheet.cards is not None:
        number = sheet.cards.discarded
        look.unless(number.isdecimal(), SCENARIOS, (*loc, "cards", "discarded"), f'"{number}" is no whole number')
    _stand(look, SCENARIOS, (*loc, "at"), sheet.at, units, sheet.reduced)


def _hexes_of(sheet: ScenarioSheet) -> Iterable[tuple[str, tuple[str, ...]]]:
    return (("roadblocks", sheet.roadblocks), ("german_owned", sheet.german_owned), ("improved", sheet.improved))
