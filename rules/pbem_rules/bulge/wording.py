"""Bulge in words: the short form of a report, the score, questions, forecasts and luck."""

from __future__ import annotations

from pbem.craft.sayings import how_many, many
from pbem.craft.scores import luck_of_result, ranks
from pbem.ruleset import Decision
from pbem.ruleset.telling import Entry, Luck, Ranked, Recount, Story, Term, Wording
from pbem_rules.bulge import events as happened
from pbem_rules.bulge.board import FOE, the_counters, the_map, the_tables
from pbem_rules.bulge.choices import choices, details
from pbem_rules.bulge.drafting import draft
from pbem_rules.bulge.drawing import picture
from pbem_rules.bulge.s12_results import JOINED
from pbem_rules.bulge.s14_supply import supplied_hex
from pbem_rules.bulge.sayings import NAMES, SAYINGS, STEPS, ground, place
from pbem_rules.bulge.table import Bulge
from pbem_rules.bulge.telling import battle, phases

WORST_FIRST = ("Ae", "Ar", "Ct", "Ex", "Dr", "De")


def turn(table: Bulge) -> str:
    """GT1, 16 December 1944, German player-turn"""
    return f"GT{table.turn}, {the_tables().turns[table.turn].date}, {NAMES[table.side]} player-turn"


# To read aloud, and the score


def short(story: Story) -> str:
    """What was fought and lost, what fell, and how the points stand."""
    events = [entry.event for entry in story.entries()]
    combats = sum(isinstance(event, happened.Fought) for event in events)
    lost = [event.unit for event in events if isinstance(event, happened.Eliminated)]
    left = [event.unit for event in events if isinstance(event, happened.Exited)]
    exits = f" Off the map: {', '.join(left)}." if left else ""
    fought = how_many(combats, "combat", none="No combat")
    return f"{fought}. {losses(lost)}{exits}{towns(story)} {outcome(story.after) or score(story.after)}"


def losses(lost: list[str]) -> str:
    """Lost: German 18 VG; Allied 106, 112."""
    by_side = {side: [name for name in lost if the_counters().units[name].side == side] for side in NAMES}
    told = [f"{NAMES[side]} {', '.join(names)}" for side, names in by_side.items() if names]
    return f"Lost: {'; '.join(told)}." if told else "Nobody lost a unit."


def towns(story: Story) -> str:
    """The towns in which a side has come to stand."""
    before, after = (
        {unit.hex: unit.side for unit in table.units.values() if unit.hex} for table in (story.before, story.after)
    )
    taken: dict[str, list[str]] = {}
    for name, hexes in sorted(the_map().towns.items()):
        side = after.get(hexes[0])
        if side is not None and before.get(hexes[0]) == FOE[side]:
            taken.setdefault(side, []).append(name)
    return "".join(f" {NAMES[side]} units take {', '.join(names)}." for side, names in sorted(taken.items()))


def score(table: Bulge) -> str:
    goal = the_tables().turns[table.turn]
    held = f"German {many(table.vp, 'point')}: {goal.german} win, {goal.allied} or fewer lose"
    return f"{held} at the end of GT{table.turn}."


def in_figures(table: Bulge) -> dict[str, int]:
    """3.0 The total on the track."""
    return {"German": table.vp}


def outcome(table: Bulge) -> str:
    """3.0 Who has won and why; empty while the game goes on."""
    if table.winner:
        return f"The {NAMES[table.winner]} side has won: {table.won_by}."
    return f"A draw: {table.won_by}." if table.won_by else ""


def victory(table: Bulge) -> tuple[str, ...]:
    """3.0 The total, what would end the game, and who has left the map."""
    if ended := outcome(table):
        return (ended,)
    gone = [f"{unit.id} by {unit.exited}" for _, unit in sorted(table.units.items()) if unit.exited]
    exits = (f"Off the map: {', '.join(gone)}.",) if gone else ()
    return (score(table), *exits)


# Questions


def option(decision: Decision, choice: str, table: Bulge) -> str:
    """An option of a question in words."""
    if decision.topic == "retreat":
        return f"{place(choice)}: {retreat_words(decision, choice, table)}"
    if decision.topic == "losses":
        units = choice.split(JOINED)
        return " and ".join(f"{name} ({table.units[name].cf})" for name in units)
    if decision.topic == "advance" and choice in table.units:
        return f"{choice} ({table.units[choice].cf}) into {place(str(decision.facts['into']))}"
    if decision.topic in ("advance", "interdict") and choice not in ("stay", "none"):
        return place(choice)
    return choice


def retreat_words(decision: Decision, hex: str, table: Bulge) -> str:
    unit = table.units[str(decision.facts["unit"])]
    road = ", road" if the_map().on_road(hex) else ""
    supply = "supplied" if supplied_hex(table, unit, hex) else "out of supply"
    return f"{ground(the_map().terrain_of(hex))}{road}, {supply}"


# Luck


def luck(entry: Entry) -> tuple[Luck, ...]:
    """12.1 Where the result lies among those of its column."""
    fought = entry.event
    if not isinstance(fought, happened.Fought):
        return ()
    side, table = the_counters().units[fought.attackers[0]].side, the_tables().crt(fought.crt)
    return luck_of_result(side, FOE[side], table, fought.fought_at, fought.result, WORST_FIRST)


def recount(table: Bulge) -> Recount:
    """3.0, 12.1 The same points and luck from what was signed."""
    scores = ranks({name: the_tables().crt(name) for name in ("primary", "secondary")}, WORST_FIRST)
    fields = ("crt", "fought_at", "result")
    return Recount(
        figures={"German": (Term(words="the total on the track", at=("vp",)),)},
        luck=(Ranked(event="Fought", units=("attackers",), fields=fields, scores=scores),),
    )


WORDING = Wording(
    unordered="units without an order hold",
    turn=turn, short=short, phases=phases, battle=battle, steps=STEPS,
    victory=victory, option=option, picture=picture, draft=draft,
    choices=choices, details=details, walks=("movement",),
    must=("after",), points=in_figures, counts=SAYINGS.counts, luck=luck,
    recount=recount,
)  # fmt: skip
