"""What a turn in process and a book by mail with its audit cost.  python bench/audits.py [--json]

The player-turns are of the campaign of 1944 of Battles for the Ardennes, as its bots order them, with all counters that
there are: those of 1940 stand behind the front and look on.  The impulse is one of Enemy Action: Ardennes, I SS Corps
against five hexes of the American front: a position made for it, on day 17, without movement and tactics.  The books
are games of bots that write their sheets and send them, as people do.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time

from long import NOON, entropy_of, sheet

from pbem.app.audits import audit
from pbem.app.ending import open_hidden
from pbem.app.theatre import Theatre
from pbem.engine.advance import Bookmark, Intake, Progress, Terms, advance, begin
from pbem.engine.asked import Asked
from pbem.engine.papers import Bot
from pbem.engine.situation import Situation
from pbem.engine.spec import RulesetSpec
from pbem.model.chooser import Whims
from pbem.model.decision import Pick
from pbem.model.position import Position, View
from pbem.model.sheet import Part, Sheet
from pbem.office.knowing import knowledge
from pbem.office.rulesets import ruleset
from pbem.play.bots import quick_bot
from pbem.play.faces import NumberedFaces
from pbem.ruleset import Setup
from pbem.sheets import print_sheet
from pbem_rules.enemy_action_ardennes.sheets import AssaultOrder, ImpulseLine

CARD, CORPS = "53", "I SS"
BATTLES = {
    "0706": ("0705", "27.12VG", "48.12VG", "89.12VG"),
    "0806": ("0805", "5.3F", "8.3F", "9.3F"),
    "1006": ("1005", "1.1SS", "2.1SS", "501"),
    "0405": ("0404", "25.12SS", "26.12SS"),
    "1206": ("1205", "12.12SS", "150"),
}
"""Where the five attacks go, from where, and by whom."""
DEFENDERS = {"0706": "393.99", "0806": "394.99", "1006": "14 Cav", "0405": "395.99", "1206": "423.106"}
RUNS = 30
TURN = ("air", "bridges", "building", "artillery", "reinforcements", "movement", "combat")
"""A player-turn of Battles for the Ardennes, part by part."""
GAMES = (("battles-for-the-ardennes", "st-vith", 2), ("enemy-action-ardennes", "assault", 5))
"""System, scenario, and the aim in seconds for the audit."""


def five_attacks() -> tuple[Position, Sheet]:
    """The position and the sheet: the most chits are drawn, everybody advances."""
    spec = ruleset("enemy-action-ardennes")
    position = spec.set_up(Setup(scenario="assault"))
    table = position.table
    table.stage, table.side, table.impulse, table.day = "impulse", "german", 4, 17
    for target, (start, *attackers) in BATTLES.items():
        for unit in table.units.values():
            if unit.hex == start or (unit.hex == target and unit.id != DEFENDERS[target]):
                unit.hex = ""
        table.units[DEFENDERS[target]].hex = target
        for name in attackers:
            table.units[name].hex = start
    position.secrets["german"].hand, table.hands["german"] = [CARD], 1
    attacks = tuple(
        AssaultOrder.model_validate({"attack": hex, "with": who[1:], "draw": "maximum", "then": "advance all"})
        for hex, who in BATTLES.items()
    )
    line = ImpulseLine(play=f"{CARD} as activate {CORPS}", attacks=attacks)
    return position, Sheet("german", parts={"impulses": Part("impulses", (line,))})


def impulse() -> tuple[float, Progress]:
    """Milliseconds of an impulse, silence answering what the sheet does not."""
    spec = ruleset("enemy-action-ardennes")
    position, orders = five_attacks()
    start = Bookmark("impulse", spec.turn(position.table), deepcopy(position))
    begun = process_time()
    now = advance(Terms(spec), start, {}, Intake({"german": orders}), NumberedFaces(1), 1, (), last_step="impulse")
    return (process_time() - begun) * 1000, now


def impulses() -> dict[str, float]:
    """The middle and the worst of many runs, and what happened in each."""
    first, now = impulse()
    names = [type(entry.event).__name__ for stretch in now.stretches for entry in stretch.told.entries]
    if names.count("CombatResolved") != len(BATTLES):
        raise SystemExit(f"{names.count('CombatResolved')} combats, {len(BATTLES)} are wanted: {now.decisions}")
    times = [impulse()[0] for _ in range(RUNS)]
    figures = {"first of all, ms": first, "middle, ms": median(times), "most, ms": max(times)}
    return {**{what: round(ms, 1) for what, ms in figures.items()}, "events": len(names)}


def campaign_turns(last: int = 14) -> dict[str, float]:
    """Player-turns of a campaign between bots: their sheets played again, silence answering what they do not."""
    spec = ruleset("battles-for-the-ardennes")
    times, lines, entries, standing = [], [], [], 0
    for mark, orders in recorded_turns(spec, last):
        for _ in range(4):
            begun = process_time()
            now = advance(
                Terms(spec), mark, {}, Intake({orders.side: orders}, frozenset(spec.sides)), NumberedFaces(1), 1,
                last_step="combat",
            )  # fmt: skip
            times.append((process_time() - begun) * 1000)
        lines.append(sum(len(part.lines) for part in orders.parts.values()))
        entries.append(sum(len(stretch.told.entries) for stretch in now.stretches))
        standing = max(standing, sum(bool(unit.hex) for unit in mark.entry.table.units.values()))
    figures = {"middle, ms": median(times), "most, ms": max(times), "lines": median(lines), "events": median(entries)}
    return {**{what: round(number, 1) for what, number in figures.items()}, "counters on the map": standing}


def recorded_turns(spec: RulesetSpec, last: int) -> Iterator[tuple[Bookmark, Sheet]]:
    """Where each player-turn begins, and the bot's whole sheet for it."""
    written: dict[tuple[str, str], Part] = {}

    def remembering(side: str) -> Bot:
        bot = quick_bot(spec, next(iter(spec.bots)), side)

        def pick(view: View, asked: Asked, situation: Callable[[], Situation]) -> Pick:
            found = bot(view, asked, situation)
            if isinstance(found, Part):
                written[side, found.name] = found
            return found

        return pick

    terms = Terms(spec, bots={side: remembering(side) for side in spec.sides})
    options = dict.fromkeys(("greif", "dumps", "intensive", "saturation"), "yes")
    mark = begin(spec, spec.set_up(Setup(scenario="1944-campaign", options=options)))
    start = mark
    while mark.step is not None and mark.entry.table.turn <= last:
        if mark.step == "air":
            start, _ = mark, written.clear()
        now = advance(terms, mark, {}, Intake(), NumberedFaces(1), 1, last_step=mark.step)
        if mark.step == "combat":
            side = start.entry.table.side
            yield (
                crowded(spec, start),
                Sheet(side, parts={name: part for (one, name), part in written.items() if one == side}),
            )
        mark = replace(now.bookmark, past=())


def crowded(spec: RulesetSpec, mark: Bookmark) -> Bookmark:
    """The same with every counter of 1940 on the map, two in a hex, on the rows far behind either front."""
    position = deepcopy(mark.entry)
    table = position.table
    more = spec.set_up(Setup(scenario="1940-campaign", options={})).table.units
    rear = {"german": sorted(table.here.edge("east")), "allied": sorted(table.here.edge("west"))}
    for number, (name, unit) in enumerate(sorted(more.items())):
        unit.hex, unit.due, unit.mode = rear[unit.side][number % len(rear[unit.side])], 0, ""
        table.units.setdefault(name, unit)
    return replace(mark, entry=position)


def book(system: str, scenario: str, root: Path) -> dict[str, float]:
    """A game of bots by mail, then its audit with everything opened."""
    game = Theatre(root, system, NOON, entropy_of("audits"), scenario=scenario)
    game.found()
    begun = process_time()
    game.play(lambda _, seat: whole_sheet(game, seat), lambda _: False, most=400)
    played = process_time() - begun
    game.deliver(open_hidden(game.referee))
    begun = process_time()
    found = audit(root)
    spent = process_time() - begun
    if not found.ok or found.findings.closed["rules"]:
        raise SystemExit("\n".join(found.lines()))
    return {"exchanges": game.referee.course.number, "by mail, s": round(played, 1), "audit, s": round(spent, 2)}


def whole_sheet(game: Theatre, seat: str) -> str:
    """What a bot writes; where it is asked for the first part of a player-turn, all that belongs to it."""
    bot, one = next(iter(game.spec.bots.values())), game.seats[seat]
    known = knowledge(one)
    asked = next((each for each in known.due if each.topic in TURN and "again" not in each.facts), None)
    if asked is None:
        return sheet(game, seat, asked_later=False)
    rest = TURN[TURN.index(asked.topic) :]
    picks = [bot(known.view, replace(asked, topic=name, key=(name,)), Whims(seat, name)) for name in rest]
    parts = {part.name: part for part in picks if isinstance(part, Part)}
    text = print_sheet(Sheet(seat, parts=parts), one.rules.form(one.course.open_number, seat, known.due))
    return "\n".join(line for line in text.split("\n") if not line.startswith(("game:", "exchange:", "side:")))


def measured() -> Iterator[tuple[str, dict[str, float]]]:
    yield "EA, an impulse with five attacks (aim 60 ms)", impulses()
    yield "BA, a player-turn of the campaign (aim 100 ms)", campaign_turns()
    for system, scenario, aim in GAMES:
        with TemporaryDirectory() as folder:
            yield f"{system} {scenario} (audit: aim {aim} s)", book(system, scenario, Path(folder, "game"))


if __name__ == "__main__":
    os.fsync = lambda handle: None  # type: ignore[assignment]
    found = dict(measured())
    if "--json" in sys.argv:
        print(json.dumps(found, indent=2))
    else:
        for name, numbers in found.items():
            print(f"{name:55} " + ", ".join(f"{what}: {number}" for what, number in numbers.items()))
