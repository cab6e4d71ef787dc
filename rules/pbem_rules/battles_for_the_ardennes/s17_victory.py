"""17. Victory, scenario by scenario."""

from __future__ import annotations

from pbem.craft.sayings import many
from pbem.craft.scores import ended
from pbem.ruleset import Ending, Umpire
from pbem.ruleset.telling import Term
from pbem_rules.battles_for_the_ardennes.battle_events import GameDecided, SecretShown
from pbem_rules.battles_for_the_ardennes.board import SIDES, VictoryForm
from pbem_rules.battles_for_the_ardennes.s16_dumps import plays_dumps
from pbem_rules.battles_for_the_ardennes.s16_greif import plays_greif
from pbem_rules.battles_for_the_ardennes.s17_plans import HISTORICAL, has_plans, held, met, plans_of
from pbem_rules.battles_for_the_ardennes.table import BattlesTable, BattleUnit, units_of

GERMAN, ALLIED, DRAW = "german", "allied", ""


def final(table: BattlesTable, umpire: Umpire, *, early: bool) -> None:
    """17.0 The end: everything hidden is opened, then the result.  R-48 an early end may be nobody's."""
    plan = plan_of(table, umpire)
    winner, words = outcome(table, plan)
    if early and winner == ALLIED and table.form.victory.kind != "points" and not ran_its_length(table):
        winner, words = DRAW, f"the game ends early, and neither side has what it wants: {words}"
    elif early and winner == ALLIED and not ran_its_length(table):
        winner, words = DRAW, f"the game ends early, the German falls short: {words}"
    close_game(table, umpire, winner, words, early=early)


def ran_its_length(table: BattlesTable) -> bool:
    """16.81, R-48 Whether the printed last game-turn has been completed."""
    return table.turn > table.form.length.last


def close_game(table: BattlesTable, umpire: Umpire, winner: str, words: str, *, early: bool) -> None:
    for side, told in opened(table, umpire):
        umpire.do("base.victory", SecretShown(side, told))
    if early:
        umpire.do("16.81", GameDecided(winner, "16.81", words))
    else:
        umpire.do("base.victory", GameDecided(winner, "base.victory", words))


def opened(table: BattlesTable, umpire: Umpire) -> list[tuple[str, str]]:
    """What either side has kept to itself."""
    found = []
    if plays_greif(table):
        targets = umpire.secret(GERMAN).targets
        found.append((GERMAN, ", ".join(f"{hex} {kind}" for hex, kind in sorted(targets.items()))))
    if has_plans(table):
        found.append((GERMAN, f"plan: {umpire.secret(GERMAN).plan}"))
    if plays_dumps(table):
        dumps = umpire.secret(ALLIED).dumps
        found.append((ALLIED, ", ".join(f"{hex} {points}" for hex, points in sorted(dumps.items()))))
    return found


def plan_of(table: BattlesTable, umpire: Umpire) -> str:
    if not plans_of(table):
        return ""
    return umpire.secret(GERMAN).plan if has_plans(table) else HISTORICAL


def outcome(table: BattlesTable, plan: str = "") -> tuple[str, str]:
    """17.0 Who wins as things stand, and by what."""
    form = table.form.victory
    if form.kind == "points":
        score, _ = points(table)
        words = f"{many(score, 'point')}, the German needs {form.german}"
        return (GERMAN if score >= form.german else DRAW if score >= form.draw else ALLIED), words
    if form.kind == "plans":
        done, words = met(table, plan)
        return (GERMAN if done else ALLIED), f"{plans_of(table)[plan].words}: {words}"
    failed = sedan_fails(table)
    return (ALLIED, "; ".join(failed)) if failed else (GERMAN, "everything that was asked of the German is done")


def points(table: BattlesTable) -> tuple[int, tuple[str, ...]]:
    """17.0 The German's points, and what they are for."""
    form, told, total = table.form.victory, list[str](), 0
    for town, worth in form.towns.items():
        hexes = table.here.towns.get(town, ())
        number = held(table, town) if len(hexes) > 1 and town == "Liege" else int(held(table, town) > 0)
        if number:
            total += worth * number
            told.append(f"{town} {worth * number}")
    for row in form.exits:
        number = table.exited.get(row.edge, 0) // row.each
        if number:
            total += number
            told.append(f"exits {row.edge} {number}")
    if form.beyond_meuse and (across := beyond_meuse(table, form)):
        total += across
        told.append(f"beyond the Meuse {across}")
    return total, tuple(told)


def terms(table: BattlesTable) -> tuple[Term, ...]:
    """17.0 What points are given for, as it stands in the state."""
    form, found = table.form.victory, list[Term]()
    for town, worth in form.towns.items():
        hexes = dict.fromkeys(table.here.towns.get(town, ()), 1)
        most = 0 if town == "Liege" else 1
        found.append(Term(words=town, at=("towns",), only={"": (GERMAN,)}, keys=hexes, most=most, times=worth))
    for row in form.exits:
        found.append(Term(words=f"exits {row.edge}", at=("exited", row.edge), each=row.each))
    if form.beyond_meuse:
        tanks = {unit.id: 1 for unit in table.units.values() if unit.side == GERMAN and unit.mechanized}
        supplied = {"hex": tuple(sorted(table.here.beyond_meuse)), "supplied": (True,), "disrupted": (False,)}
        found.append(Term(words="beyond the Meuse", at=("units",), only=supplied, keys=tanks, times=form.beyond_meuse))
    return tuple(found)


def beyond_meuse(table: BattlesTable, form: VictoryForm) -> int:
    return form.beyond_meuse * len(tanks_beyond(table))


def tanks_beyond(table: BattlesTable) -> list[BattleUnit]:
    """Those that count: German, beyond the Meuse, in supply."""
    far = table.here.beyond_meuse
    return [u for u in units_of(table, GERMAN) if u.hex in far and u.mechanized and not u.out_of_supply]


def sedan_fails(table: BattlesTable) -> list[str]:
    """17.0 What the German of 1940 still lacks; nothing, and he has won."""
    form, lacks = table.form.victory, list[str]()
    for row in form.exits:
        gone = table.exited.get(row.edge, 0)
        instead = form.instead is not None and form.instead.edge == row.edge and held(table, form.instead.town) > 0
        if gone < row.points and not instead:
            lacks.append(f"{gone} of {many(row.points, 'strength point')} off the {row.edge} edge")
    towns = [town for town in form.towns if held(table, town)]
    if len(towns) < form.hold:
        lacks.append(f"{len(towns)} of {form.hold} towns")
    if table.tank_losses > form.losses:
        lacks.append(f"{many(table.tank_losses, 'strength point')} of mechanized units lost, {form.losses} are allowed")
    return lacks


def ending(table: BattlesTable) -> Ending | None:
    return ended(table.winner, table.ended_by, SIDES)
