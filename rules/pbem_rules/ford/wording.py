"""The Ford in words: reports, questions and drafts."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from pbem.craft.cards import card_sayings
from pbem.craft.drafts import as_written, asked_again, asked_parts, attack_text, needed, who_can_attack
from pbem.craft.pieces import ids_of
from pbem.craft.sayings import Sayings, attack_told, columns, how_many, many, newly_lost
from pbem.craft.scores import luck_of_result, ranks
from pbem.ruleset import Decision, View
from pbem.ruleset.telling import Chapter, DraftLine, Entry, Luck, Ranked, Recount, Story, Term, Wording
from pbem.ruleset.telling import document as doc
from pbem_rules.ford import events as happened
from pbem_rules.ford.board import FOE, SIDES, the_map, the_tables, the_units
from pbem_rules.ford.choices import choices, details
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
WORST_FIRST = ("A1", "AR", "-", "EX", "D1", "D2", "DL", "DE")


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
    table = (battle_table(battles),) if battles else ()
    blocks = (*table, *SAYINGS.items(chapter.entries))
    return doc.Section(title, blocks=blocks) if blocks else None


def battle_table(battles: Iterable[Entry]) -> doc.Table:
    rows: list[tuple[doc.Inline, ...]] = []
    for number, entry in enumerate(battles, 1):
        fought = entry.event
        assert isinstance(fought, happened.Fought)
        rows.append(
            (
                str(number),
                (doc.PlaceRef(fought.target),),
                " + ".join(fought.attackers),
                f"{fought.attack}:{fought.defence}",
                f"{fought.odds} {fought.shift:+d} = {fought.column}",
                str(fought.face),
                f"{fought.result}  {RESULTS[fought.result]}",
            )
        )
    titles = columns("#", "at", "attackers", "A:D", "odds", "die", "result")
    return doc.Table(titles, tuple(rows), notes=("table: FO 6.4",))


def battle(entry: Entry) -> str:
    """2 Horse attacks 6 Foot in 0203: 1 to 2, odds 1-2; die 4: AR, the attackers retreat"""
    fought = entry.event
    if not isinstance(fought, happened.Fought):
        return ""
    shift = f", shift {fought.shift:+d}, column {fought.column}" if fought.shift else ""
    return (
        f"{attack_told(fought.attackers, fought.defenders, fought.target)}: {fought.attack} to {fought.defence}, "
        f"odds {fought.odds}{shift}; die {fought.face}: {fought.result}, {RESULTS[fought.result]}"
    )


def bombarded(event: Any) -> str:
    faces = " ".join(map(str, event.faces))
    return f"{event.guns[0]} bombards {event.target}: {faces}, {many(event.hits, 'hit')}"


def mine_found(event: Any) -> str:
    effect = "loses a step" if event.face <= the_tables().limits["mine"] else "no harm"
    return f"{event.unit} sets off the mine at the {event.crossing}: die {event.face}, {effect}, and stops"


def out_of_supply(units: tuple[str, ...]) -> str:
    return f"out of supply: {', '.join(units)}" if units else "all units are in supply"


SAYINGS = Sayings(
    "FO",
    {
        happened.Bombarded: bombarded,
        happened.Plotted: lambda e: f"your mine is at the {e.mine}" if e.mine else f"your objective is {e.objective}",
        happened.MineFound: mine_found,
        happened.ObjectiveShown: lambda e: f"Blue's objective was {e.town}, {'held' if e.held else 'not held'}",
        happened.WeatherDrawn: lambda e: f"weather: {e.chit.split()[0]}",
        **card_sayings(NAMES),
    },
    {
        "name": NAMES.__getitem__,
        "stage": STAGES.__getitem__,
        "supply": out_of_supply,
        "points": lambda cost: many(cost, "point"),
    },
)


def short(story: Story) -> str:
    """Who fought with what result, who was lost, and the score."""
    battles = sum(isinstance(entry.event, happened.Fought) for entry in story.entries())
    lost = [unit.id for unit in newly_lost(story.before, story.after)]
    losses = f"Lost: {', '.join(lost)}." if lost else "No unit lost."
    return f"{how_many(battles, 'battle')}. {losses} {score(story.after)}"


def score(table: Ford) -> str:
    return ", ".join(f"{NAMES[side]} {points(table, side)}" for side in SIDES) + "."


def in_figures(table: Ford) -> dict[str, int]:
    """11.1, 11.2 Both sides' points."""
    return {NAMES[side]: points(table, side) for side in SIDES}


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
    table, side, asked = view.table, view.side, asked_parts(due)
    if "plot" in asked:
        return {"plot": draft_plot(side)}
    if "discard" in asked:
        return {"discard": tuple(DraftLine(card) for card in (view.own.hand if view.own else ()))}
    again = asked_again(asked)
    if again is not None and needed(again):
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
        return {again.topic: (as_written(again), *lines.get(again.topic, ()))}
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
        comment = f"in {unit.hex}, {unit.allowance} to spend{state}, {many(len(far), 'hex', 'hexes')} in reach"
        lines.append(DraftLine(f"{unit.id}: to {goal}" if far else f"{unit.id}: hold", comment))
    return tuple(lines)


def draft_attacks(table: Ford, side: str) -> tuple[DraftLine, ...]:
    """Every attack that is possible now, with all who could join it."""
    able = who_can_attack(units_of(table, side), partial(targets, table))
    return tuple(attack_line(table, AttackLine(attack=goal, with_=ids_of(units))) for goal, units in able.items())


def attack_line(table: Ford, line: AttackLine, *, live: bool = False) -> DraftLine:
    """An attack with its odds, and whether horse makes it (6.9)."""
    units = [table.units[name] for name in line.with_]
    words = f"{odds_of(table, units, line.attack)}, columns {ground_shift(units, line.attack):+d}"
    horse = " and ".join(unit.id for unit in units if unit.kind == "horse")
    words += f"; {horse} must attack (6.9)" if horse else ""
    return DraftLine(attack_text([line.attack], line.with_), words, live)


# Luck


def luck(entry: Entry) -> tuple[Luck, ...]:
    """6.4 Where the result lies among those of its column."""
    fought = entry.event
    if not isinstance(fought, happened.Fought):
        return ()
    side = the_units().units[fought.attackers[0]].side
    return luck_of_result(side, FOE[side], the_tables().results, fought.column, fought.result, WORST_FIRST)


def recount(table: Ford) -> Recount:
    """6.4, 11.1, 11.2 The same points and luck from what was signed."""
    worth = {name: town.points for name, town in the_map().towns.items()}
    figures = {
        NAMES[side]: (
            Term(words="towns", at=("towns",), only={"": (side,)}, keys=worth),
            Term(words="enemy units lost", at=("units",), only={"side": (FOE[side],), "lost": (True,)}),
        )
        for side in SIDES
    }
    scores = ranks({"": the_tables().results}, WORST_FIRST)
    return Recount(
        figures=figures,
        luck=(Ranked(event="Fought", units=("attackers",), fields=("column", "result"), scores=scores),),
    )


WORDING = Wording(
    unordered="units without an order hold",
    turn=turn, short=short, phases=phases, battle=battle,
    victory=victory, secrets=secrets, option=option, picture=picture,
    draft=draft, choices=choices, details=details, walks=("march",),
    points=in_figures, counts=SAYINGS.counts, luck=luck,
    recount=recount,
)  # fmt: skip
