"""Bulge in words: the report of an exchange, its short form, the score, questions and luck."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction

from pbem.kit.tables import chances
from pbem.ruleset import Decision
from pbem.ruleset.telling import Chapter, Entry, Luck, Story, Wording
from pbem.ruleset.telling import document as doc
from rules.bulge import events as happened
from rules.bulge.board import FOE, the_counters, the_map, the_tables
from rules.bulge.choices import choices
from rules.bulge.drafting import draft
from rules.bulge.drawing import picture
from rules.bulge.s10_ways import points_text
from rules.bulge.s12_results import JOINED
from rules.bulge.s14_supply import supplied_hex
from rules.bulge.sayings import NAMES, PHASES, RESULTS, ground, place, say
from rules.bulge.table import Bulge

BEST_FOR_ATTACK = ("Ae", "Ar", "Ct", "Ex", "Dr", "De")
AFTERMATH = (happened.Eliminated, happened.Retreated, happened.Advanced)
CREDITED = (happened.Eliminated, happened.ExitsCounted, happened.ExitsReversed)


def turn(table: Bulge) -> str:
    """GT1, 16 December 1944, German player-turn"""
    return f"GT{table.turn}, {the_tables().turns[table.turn].date}, {NAMES[table.side]} player-turn"


# The report, phase by phase


@dataclass(frozen=True)
class Told:
    """A combat and what followed from it."""

    number: int
    fought: happened.Fought
    after: list[Entry] = field(default_factory=list)


def phases(story: Story) -> tuple[doc.Block, ...]:
    """A section for each step; combats are numbered through the exchange."""
    sections: list[doc.Block] = []
    number = 0
    for chapter in story.chapters:
        combats = combats_of(chapter, number)
        number += len(combats)
        if blocks := blocks_of(chapter, combats):
            sections.append(doc.Section(title_of(chapter), shifts_of(combats), tuple(blocks)))
    if credit := credit_of(story):
        sections.append(doc.Section("POINTS", blocks=(credit,)))
    return tuple(sections)


def title_of(chapter: Chapter) -> str:
    """German, before movement"""
    turn, _, side = chapter.turn.partition(" ")
    whose = "" if chapter.step in ("weather", "air", "victory") else f"{NAMES[side].upper()}   "
    return f"{turn}   {whose}{PHASES[chapter.step]}"


def combats_of(chapter: Chapter, before: int) -> list[Told]:
    """Every combat with its losses, retreats and advances, which bear the same place."""
    found: list[Told] = []
    for entry in chapter.entries:
        if isinstance(entry.event, happened.Fought):
            found.append(Told(before + len(found) + 1, entry.event))
        elif found and isinstance(entry.event, AFTERMATH):
            found[-1].after.append(entry)
    return found


def blocks_of(chapter: Chapter, combats: list[Told]) -> list[doc.Block]:
    """Short statements, then moves, then combats; what belongs to a combat stands in its line."""
    in_combats = {id_of(entry) for combat in combats for entry in combat.after}
    blocks: list[doc.Block] = []
    loose = [
        e for e in chapter.entries if id_of(e) not in in_combats and not isinstance(e.event, happened.SupportFlown)
    ]
    if told := tuple(words for entry in loose if (words := say(entry))):
        blocks.append(doc.Items(tuple(doc.Item("", words) for words in told)))
    if moves := tuple(moved(entry) for entry in chapter.entries if isinstance(entry.event, MOVES)):
        blocks.append(doc.Flow(moves))
    if combats:
        blocks.append(combat_table(combats))
    return blocks


def id_of(entry: Entry) -> tuple[object, ...]:
    return (entry.case, entry.event, entry.place)


MOVES = (happened.Moved, happened.Entered)


def moved(entry: Entry) -> str:
    """1SS 0504 (5)"""
    event = entry.event
    assert isinstance(event, happened.Moved | happened.Entered)
    enters = f" by {event.path[0]}" if isinstance(event, happened.Entered) else ""
    return f"{event.unit}{enters} {event.path[-1]} ({points_text(event.fifths)})"


def shifts_of(combats: list[Told]) -> str:
    """The columns to the right that every combat of the phase has."""
    if not combats:
        return ""
    shared = [shift for shift in combats[0].fought.shifts if all(shift in one.fought.shifts for one in combats)]
    return ", ".join(f"{name} {by} right" for name, by in shared)


def combat_table(combats: list[Told]) -> doc.Table:
    columns = (
        doc.Column("#", "right"),
        doc.Column("at"),
        doc.Column("attackers"),
        doc.Column("CF"),
        doc.Column("diff", "right"),
        doc.Column("column"),
        doc.Column("die", "right"),
        doc.Column("result"),
    )
    notes = [ground_note(combats), *(note for told in combats for note in notes_on(told))]
    return doc.Table(columns, tuple(map(row, combats)), notes=tuple(filter(None, notes)))


def row(told: Told) -> tuple[doc.Inline, ...]:
    fought = told.fought
    defence = fought.factor + sum(by for _, by in fought.terrain)
    followed = "; ".join(aftermath(entry) for entry in told.after) or ("nothing" if fought.result == "Ct" else "")
    return (
        str(told.number),
        fought.target,
        " ".join(fought.attackers) + (" second." if fought.crt == "secondary" else ""),
        f"{fought.attack}-{defence}",
        f"{fought.differential:+d}",
        fought.fought_at,
        str(fought.face),
        f"{fought.result}  {followed}".rstrip(),
    )


def aftermath(entry: Entry) -> str:
    match entry.event:
        case happened.Eliminated(unit=unit):
            return f"{unit} lost"
        case happened.Retreated(unit=unit, to=to):
            return f"{unit} to {to}"
        case happened.Advanced(unit=unit):
            return f"{unit} adv."
    return ""


def ground_note(combats: list[Told]) -> str:
    """Who defends, and what the ground adds: so that every differential can be done again."""
    told = [
        f"{one.number} {one.fought.defender} {one.fought.factor}"
        + "".join(f" + {ground(name)} {by}" for name, by in one.fought.terrain)
        for one in combats
    ]
    return f"defence: {'; '.join(told)}"


def notes_on(told: Told) -> Iterable[str]:
    """What a combat has that the others of its phase may not have."""
    fought = told.fought
    support = dict(fought.shifts).get("support", 0)
    if support:
        yield f"{told.number}: with {support} ground support (7.3)"
    if fought.mist:
        yield f"{told.number}: mist, die {fought.mist} (6.1)"
    if fought.fought_at != fought.column:
        yield f"{told.number}: {fought.column} lowered to {fought.fought_at} (12.1)"
    if fought.result == "Ex" and len([e for e in told.after if isinstance(e.event, happened.Eliminated)]) == 1:
        yield f"{told.number}: no attackers of {fought.factor} or less together, so no loss (12.2)"


def credit_of(story: Story) -> doc.Flow | None:
    """Every gain and loss of the exchange, and the sum."""
    items = [credited(entry) for entry in story.entries() if isinstance(entry.event, CREDITED)]
    if not items:
        return None
    return doc.Flow((f"from {story.before.vp}", *items, f"= {story.after.vp}"))


def credited(entry: Entry) -> str:
    match entry.event:
        case happened.Eliminated(unit=unit, points=points):
            return f"{points:+d} {unit}"
        case happened.ExitsCounted(hex=hex, points=points):
            return f"{points:+d} by {hex}"
        case happened.ExitsReversed(hex=hex, points=points):
            return f"{-points:+d} by {hex}"
    return ""


# To read aloud, and the score


def short(story: Story) -> str:
    """What was fought and lost, what fell, and how the points stand."""
    events = [entry.event for entry in story.entries()]
    combats = sum(isinstance(event, happened.Fought) for event in events)
    fought = {0: "No combat.", 1: "One combat."}.get(combats, f"{combats} combats.")
    lost = [event.unit for event in events if isinstance(event, happened.Eliminated)]
    left = [event.unit for event in events if isinstance(event, happened.Exited)]
    exits = f" Off the map: {', '.join(left)}." if left else ""
    return f"{fought} {losses(lost)}{exits}{towns(story)} {score(story.after)}"


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
    return f"German {table.vp} points: {goal.german} win, {goal.allied} or fewer lose at the end of GT{table.turn}."


def victory(table: Bulge) -> tuple[str, ...]:
    """3.0 The total, what would end the game, and who has left the map."""
    if table.winner:
        return (f"The {NAMES[table.winner]} side has won: {table.won_by}.",)
    if table.won_by:
        return (f"A draw: {table.won_by}.",)
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


# Forecast and luck


def counts(entry: Entry) -> str:
    """What a forecast counts: results, losses and where units come to stand after combat."""
    match entry.event:
        case happened.Fought(target=target, result=result):
            return f"{target}: {result} ({RESULTS[result]})"
        case happened.Eliminated(unit=unit):
            return f"{unit} is lost"
        case happened.Advanced(unit=unit, to=to):
            return f"{unit} advances to {to}"
        case happened.OutOfSupply(unit=unit, points=points):
            return f"{unit} may spend {points}"
    return ""


def luck(entry: Entry) -> tuple[Luck, ...]:
    """12.1 Where the result lies among those of its column; for the defence the other way round."""
    fought = entry.event
    if not isinstance(fought, happened.Fought):
        return ()
    found = chances(the_tables().crt(fought.crt), fought.fought_at)
    ranked = [(result, found[result]) for result in BEST_FOR_ATTACK if result in found]
    scores: dict[str, Fraction] = {}
    below = Fraction(0)
    for result, chance in ranked:
        scores[result] = 100 * (below + chance / 2)
        below += chance
    spread = tuple((scores[result], chance) for result, chance in ranked)
    attacker = the_counters().units[fought.attackers[0]].side
    mirrored = tuple((100 - score, chance) for score, chance in spread)
    got = scores[fought.result]
    return (Luck(attacker, spread, got), Luck(FOE[attacker], mirrored, 100 - got))


WORDING = Wording(
    turn=turn,
    short=short,
    phases=phases,
    victory=victory,
    option=option,
    picture=picture,
    draft=draft,
    choices=choices,
    counts=counts,
    luck=luck,
)
