"""The Ford in words: reports, questions and drafts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

from pbem.kit.tables import chances
from pbem.ruleset import Decision, NotCarriedOut, View
from pbem.ruleset.telling import Chapter, DraftLine, Entry, Luck, Story, Wording
from pbem.ruleset.telling import document as doc
from pbem_rules.ford import events as happened
from pbem_rules.ford.board import FOE, SIDES, the_map, the_tables
from pbem_rules.ford.choices import choices
from pbem_rules.ford.drawing import picture
from pbem_rules.ford.s05_march import as_arrived, destinations, due_to_arrive
from pbem_rules.ford.s06_combat import forced_attack, ground_shift, odds_of, targets
from pbem_rules.ford.s11_victory import points
from pbem_rules.ford.sheets import AttackLine
from pbem_rules.ford.table import Ford, units_of

NAMES = {"blue": "Blue", "red": "Red"}
STAGES = {"plot": "the plot", "dawn": "dawn", "blue": "Blue's part", "red": "Red's part", "dusk": "dusk"}
RESULTS = {
    "A1": "the attack loses a step",
    "AR": "the attackers retreat",
    "-": "nothing",
    "EX": "exchange",
    "D1": "the defence retreats",
    "D2": "the defence retreats two hexes",
    "DL": "the defence loses a step and retreats",
    "DE": "the defence is destroyed",
}
BEST_FOR_ATTACK = ("A1", "AR", "-", "EX", "D1", "D2", "DL", "DE")


def turn(table: Ford) -> str:
    if table.stage == "plot":
        return "before turn 1, the plot"
    return f"turn {table.turn} of {table.turns}, {STAGES[table.stage]}"


# The report, phase by phase


def phases(story: Story) -> tuple[doc.Block, ...]:
    sections = [section(chapter) for chapter in story.chapters if chapter.entries]
    return tuple(found for found in sections if found is not None)


def section(chapter: Chapter) -> doc.Section | None:
    """One step: its battles as a table, everything else as short statements."""
    stage = chapter.turn.split()[-1]
    title = f"{chapter.turn.upper()}   {chapter.step.upper()}" if stage != chapter.step else chapter.turn.upper()
    battles = [entry for entry in chapter.entries if isinstance(entry.event, happened.Fought)]
    blocks: list[doc.Block] = []
    if battles:
        blocks.append(battle_table(battles))
    told = tuple(words for entry in chapter.entries if (words := say(entry)))
    if told:
        blocks.append(doc.Items(tuple(doc.Item("", words) for words in told)))
    return doc.Section(title, blocks=tuple(blocks)) if blocks else None


def battle_table(battles: Iterable[Entry]) -> doc.Table:
    rows: list[tuple[doc.Inline, ...]] = []
    for number, entry in enumerate(battles, 1):
        fought = entry.event
        assert isinstance(fought, happened.Fought)
        rows.append(
            (
                str(number),
                (doc.Place(fought.target),),
                " + ".join(fought.attackers),
                f"{fought.attack}:{fought.defence}",
                f"{fought.odds} {fought.shift:+d} = {fought.column}",
                str(fought.face),
                f"{fought.result}  {RESULTS[fought.result]}",
            )
        )
    columns = ("#", "at", "attackers", "A:D", "odds", "die", "result")
    return doc.Table(tuple(doc.Column(title) for title in columns), tuple(rows), notes=("table: FO 6.4",))


def say(entry: Entry) -> doc.Inline:
    """An entry in words, with its case; battles stand in their table."""
    teller = SAYINGS.get(type(entry.event))
    words = teller(entry.event) if teller else ""
    return (f"{words} (", doc.Cite("FO", entry.case), ")") if words else ""


def marched(event: Any) -> str:
    return f"{event.unit} to {event.hex}, {event.cost}"


def bombarded(event: Any) -> str:
    faces = " ".join(map(str, event.faces))
    return f"{event.guns[0]} bombards {event.target}: {faces}, {event.hits} hits"


def mine_found(event: Any) -> str:
    effect = "loses a step" if event.face <= the_tables().limits["mine"] else "no harm"
    return f"{event.unit} sets off the mine at the {event.crossing}: die {event.face}, {effect}, and stops"


def supply_judged(event: Any) -> str:
    return f"out of supply: {', '.join(event.without)}" if event.without else "all units are in supply"


def began(event: Any) -> str:
    return f"next: turn {event.turn}, {STAGES[event.stage]}"


def plotted(event: Any) -> str:
    return f"your mine is at the {event.mine}" if event.mine else f"your objective is {event.objective}"


def not_carried_out(event: Any) -> str:
    return f"line {event.line} of {event.part} was not carried out: {event.why}"


SAYINGS: dict[type, Callable[[Any], str]] = {
    happened.StageBegan: began,
    happened.Arrived: lambda e: f"{e.unit} arrives at {e.hex}",
    happened.Waited: lambda e: f"{e.unit} waits off the map",
    happened.Marched: marched,
    happened.Bombarded: bombarded,
    happened.CardPlayed: lambda e: f"{NAMES[e.side]} plays {e.card}",
    happened.StepLost: lambda e: f"{e.unit} loses a step",
    happened.Destroyed: lambda e: f"{e.unit} is destroyed",
    happened.Advanced: lambda e: f"{e.unit} advances to {e.hex}",
    happened.Retreated: lambda e: f"{e.unit} retreats to {e.to}",
    happened.StoodFast: lambda e: f"{NAMES[e.side]} stands fast in {e.hex}",
    happened.Surrendered: lambda e: f"{e.unit} surrenders",
    happened.SupplyJudged: supply_judged,
    happened.Plotted: plotted,
    happened.PlotMade: lambda e: f"{NAMES[e.side]} has made his plot",
    happened.MineFound: mine_found,
    happened.BridgeBlown: lambda e: "the bridge is blown",
    happened.BridgeSaved: lambda e: "the bridge is saved",
    happened.ObjectiveShown: lambda e: f"Blue's objective was {e.town}, {'held' if e.held else 'not held'}",
    happened.WeatherDrawn: lambda e: f"weather: {e.chit.split()[0]}",
    happened.CupFilled: lambda e: "all chits go back into the cup",
    happened.Discarded: lambda e: f"{NAMES[e.side]} discards {', '.join(e.cards)}",
    happened.DiscardsTaken: lambda e: f"{NAMES[e.side]}'s discards become the pile",
    happened.Drew: lambda e: f"you draw {e.card}",
    happened.HandFilled: lambda e: f"{NAMES[e.side]} draws {e.count}",
    NotCarriedOut: not_carried_out,
    happened.Won: lambda e: f"{NAMES[e.side]} wins: {e.words}",
}


def short(story: Story) -> str:
    """Who fought with what result, who was lost, and the score."""
    entries = [entry.event for entry in story.entries()]
    battles = sum(isinstance(event, happened.Fought) for event in entries)
    before = {unit.id for unit in story.before.units.values() if unit.lost}
    lost = [unit.id for _, unit in sorted(story.after.units.items()) if unit.lost and unit.id not in before]
    fought = {0: "No battles.", 1: "One battle."}.get(battles, f"{battles} battles.")
    losses = f"Lost: {', '.join(lost)}." if lost else "No unit lost."
    return f"{fought} {losses} {score(story.after)}"


def score(table: Ford) -> str:
    return ", ".join(f"{NAMES[side]} {points(table, side)}" for side in SIDES) + "."


def victory(table: Ford) -> tuple[str, ...]:
    towns = ", ".join(f"{name} {NAMES[side]}" for name, side in sorted(table.towns.items()))
    if table.winner:
        return (f"{NAMES[table.winner]} has won: {table.won_by.split(' ', 1)[1]}",)
    return (score(table), f"Towns: {towns}.", "Blue wins at once with all three eastern towns at dusk (11.3).")


def secrets(view: View) -> tuple[doc.Block, ...]:
    own = view.own
    rows = [doc.Row("Hand", ", ".join(own.hand) or "no cards")]
    if own.mine:
        rows.append(doc.Row("Mine", f"at the {own.mine}, {'spent' if view.table.mine_spent else 'waiting'}"))
    if own.objective:
        rows.append(doc.Row("Objective", own.objective))
    return (doc.Rows(tuple(rows)),)


def option(decision: Decision, choice: str, table: Ford) -> str:
    """An option of a question in words."""
    if decision.topic == "retreat":
        return f"{choice} {the_map().ground_of(choice)}"
    if decision.topic in ("losses", "payment"):
        unit = table.units[choice]
        return f"{choice}, strength {unit.strength}{', its last step' if unit.reduced else ''}"
    return f"advance {choice}" if decision.topic == "advance" and choice != "stay" else choice


# The draft


def draft(view: View, due: tuple[Decision, ...]) -> dict[str, tuple[DraftLine, ...]]:
    """What is lawful now, as comments; what must be done, live.  A part asked again is drafted alone."""
    table, side = view.table, view.side
    asked = {decision.topic: decision for decision in due if decision.kind == "part"}
    if "plot" in asked:
        return {"plot": draft_plot(side)}
    if "discard" in asked:
        return {"discard": tuple(DraftLine(card) for card in view.own.hand)}
    again = next((decision for decision in asked.values() if "again" in decision.facts), None)
    if again is not None and again.facts["again"] == "need":
        return {"combat": (attack_line(table, forced_attack(table, again), live=True),)}
    lines: dict[str, tuple[DraftLine, ...]] = {}
    if "arrive" in asked:
        lines["arrive"] = tuple(DraftLine(f"{u.id}: hold back") for u in due_to_arrive(table, side))
        table = as_arrived(table, side)
    if "arrive" in asked or "march" in asked:
        lines["march"] = draft_march(table, side)
    if asked:
        lines["combat"] = draft_attacks(table, side)
    if again is not None:
        rest = DraftLine(comment=f'"{again.topic}: as written" goes on with the lines that are left')
        return {again.topic: (rest, *lines.get(again.topic, ()))}
    return {name: found for name, found in lines.items() if found}


def draft_plot(side: str) -> tuple[DraftLine, ...]:
    if side == "red":
        return tuple(DraftLine(f"mine: {name}") for name in sorted(the_map().crossings))
    return tuple(DraftLine(f"objective: {name}") for name in the_map().eastern)


def draft_march(table: Ford, side: str) -> tuple[DraftLine, ...]:
    """Each unit that has not marched, with its hex, allowance and supply."""
    lines = []
    for unit in [unit for unit in units_of(table, side) if unit.id not in table.marched]:
        far = [hex for hex, way in sorted(destinations(table, unit).items()) if way.steps]
        state = "" if unit.supplied else ", out of supply"
        goal = far[-1] if far else "hold"
        comment = f"in {unit.hex}, {unit.allowance} to spend{state}, {len(far)} hexes in reach"
        lines.append(DraftLine(f"{unit.id}: to {goal}" if far else f"{unit.id}: hold", comment))
    return tuple(lines)


def draft_attacks(table: Ford, side: str) -> tuple[DraftLine, ...]:
    """Every attack that is possible now, with all who could join it."""
    units = units_of(table, side)
    goals = sorted({hex for unit in units for hex in targets(table, unit)})
    joined = {goal: tuple(unit.id for unit in units if goal in targets(table, unit)) for goal in goals}
    return tuple(attack_line(table, AttackLine(attack=goal, with_=names)) for goal, names in joined.items())


def attack_line(table: Ford, line: AttackLine, *, live: bool = False) -> DraftLine:
    """An attack with its odds, and whether horse makes it (6.9)."""
    units = [table.units[name] for name in line.with_]
    words = f"{odds_of(table, units, line.attack)}, columns {ground_shift(units, line.attack):+d}"
    horse = " and ".join(unit.id for unit in units if unit.kind == "horse")
    words += f"; {horse} must attack (6.9)" if horse else ""
    return DraftLine(f"{{attack: {line.attack}, with: [{', '.join(line.with_)}]}}", words, live)


# Forecast and luck


def counts(entry: Entry) -> str:
    """What a forecast counts: the results of battles, and who is hurt by them."""
    match entry.event:
        case happened.Fought(target=target, result=result):
            return f"{target}: {result}"
        case happened.StepLost(unit=unit):
            return f"{unit} loses a step"
        case happened.Destroyed(unit=unit) | happened.Surrendered(unit=unit):
            return f"{unit} is lost"
        case happened.Advanced(unit=unit, hex=hex):
            return f"{unit} advances to {hex}"
    return ""


def luck(entry: Entry) -> tuple[Luck, ...]:
    """6.4 Where the result lies among those of its column; for the defence the other way round."""
    fought = entry.event
    if not isinstance(fought, happened.Fought):
        return ()
    found = chances(the_tables().results, fought.column)
    ranked = [(result, found[result]) for result in BEST_FOR_ATTACK if result in found]
    scores: dict[str, Fraction] = {}
    below = Fraction(0)
    for result, chance in ranked:
        scores[result] = 100 * (below + chance / 2)
        below += chance
    spread = tuple((scores[result], chance) for result, chance in ranked)
    attacker = side_of(fought)
    mirrored = tuple((100 - score, chance) for score, chance in spread)
    score = scores[fought.result]
    return (Luck(attacker, spread, score), Luck(FOE[attacker], mirrored, 100 - score))


def side_of(fought: happened.Fought) -> str:
    from pbem_rules.ford.board import the_units

    return the_units().units[fought.attackers[0]].side


WORDING = Wording(
    turn=turn,
    short=short,
    phases=phases,
    victory=victory,
    secrets=secrets,
    option=option,
    picture=picture,
    draft=draft,
    choices=choices,
    counts=counts,
    luck=luck,
)
