"""The body of a report: a section for each phase, combats as tables, so that every number can be redone by hand."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.craft.sayings import Sayings, attack_told, columns, parted
from pbem.ruleset import frozen
from pbem.ruleset.telling import Chapter, Entry, Story
from pbem.ruleset.telling import document as doc
from pbem_rules.bulge import events as happened
from pbem_rules.bulge.s10_fares import points_text
from pbem_rules.bulge.sayings import NAMES, PHASES, RESULTS, SAYINGS, ground

MOVES = (happened.Moved, happened.Entered)
AFTERMATH = (happened.Eliminated, happened.Retreated, happened.Advanced)
COLUMNS = columns("#>", "at", "attackers", "CF", "diff>", "column", "die>", "result")


@frozen(slots=False)
class CombatStory:
    """A combat and what followed from it, its losses, retreats and advances."""

    number: int
    fought: happened.Fought
    after: list[Entry]


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
        sections.append(doc.Section("POINTS", credit))
    return tuple(sections)


def title_of(chapter: Chapter) -> str:
    """German, before movement"""
    turn, _, side = chapter.turn.partition(" ")
    whose = "" if chapter.step in ("weather", "air", "victory") else f"{NAMES[side].upper()}   "
    return f"{turn}   {whose}{PHASES[chapter.step]}"


def combats_of(chapter: Chapter, before: int) -> list[CombatStory]:
    """Every combat of a chapter, numbered on from those before it."""
    told = parted(chapter.entries, happened.Fought, after=AFTERMATH)
    return [CombatStory(number, told[0].event, told[1:]) for number, told in enumerate(told, before + 1)]  # type: ignore[arg-type]


def blocks_of(chapter: Chapter, combats: list[CombatStory]) -> list[doc.Block]:
    """Short statements, then moves, then combats; what belongs to a combat stands in its line."""
    in_combats = {id_of(entry) for combat in combats for entry in combat.after}
    blocks: list[doc.Block] = []
    loose = [entry for entry in chapter.entries if id_of(entry) not in in_combats]
    blocks += SAYINGS.items(loose)
    if moves := tuple(moved(entry) for entry in chapter.entries if isinstance(entry.event, MOVES)):
        blocks.append(doc.Flow(moves))
    if combats:
        blocks.append(combat_table(combats))
    return blocks


def id_of(entry: Entry) -> tuple[object, ...]:
    return (entry.case, entry.event, entry.place)


def moved(entry: Entry) -> str:
    """1SS 0504 (5)"""
    event = entry.event
    assert isinstance(event, happened.Moved | happened.Entered)
    enters = f" by {event.path[0]}" if isinstance(event, happened.Entered) else ""
    return f"{event.unit}{enters} {event.path[-1]} ({points_text(event.fifths)})"


def shifts_of(combats: list[CombatStory]) -> str:
    """The columns to the right that every combat of the phase has."""
    if not combats:
        return ""
    shared = [shift for shift in combats[0].fought.shifts if all(shift in one.fought.shifts for one in combats)]
    return ", ".join(f"{name} {by} right" for name, by in shared)


def combat_table(combats: list[CombatStory]) -> doc.Table:
    notes = [ground_note(combats), *(note for told in combats for note in notes_on(told))]
    return doc.Table(COLUMNS, tuple(map(row, combats)), notes=tuple(filter(None, notes)))


def row(told: CombatStory) -> tuple[doc.Inline, ...]:
    fought = told.fought
    defence = fought.factor + sum(by for _, by in fought.terrain)
    followed = "; ".join(FOLLOWED.words(entry.event) for entry in told.after) or (
        "nothing" if fought.result == "Ct" else ""
    )
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


def battle(entry: Entry) -> str:
    """26 VG and 2 Pz attack 110 in 1307: 10 to 3, differential +7, surprise 1 right, column ...; die 1: De, ..."""
    fought = entry.event
    if not isinstance(fought, happened.Fought):
        return ""
    defence = fought.factor + sum(by for _, by in fought.terrain)
    told = [
        f"{attack_told(fought.attackers, (fought.defender,), fought.target)}: {fought.attack} to {defence}",
        f"differential {fought.differential:+d}",
        *(["secondary table"] if fought.crt == "secondary" else []),
        *(f"{name} {by} right" for name, by in fought.shifts),
        f"column {fought.fought_at}",
    ]
    return f"{', '.join(told)}; die {fought.face}: {fought.result}, {RESULTS[fought.result]}"


FOLLOWED = Sayings(
    "BU",
    {happened.Eliminated: "{unit} lost", happened.Retreated: "{unit} to {to}", happened.Advanced: "{unit} adv."},
)


def ground_note(combats: list[CombatStory]) -> str:
    """Who defends, and what the ground adds: so that every differential can be done again."""
    told = [
        f"{one.number} {one.fought.defender} {one.fought.factor}"
        + "".join(f" + {ground(name)} {by}" for name, by in one.fought.terrain)
        for one in combats
    ]
    return f"defence: {'; '.join(told)}"


def notes_on(told: CombatStory) -> Iterable[str]:
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


def credit_of(story: Story) -> str:
    """Every gain and loss of the exchange, and the sum: `2, +4 for 99, -4 for 12 VG, = 2`."""
    items = [CREDIT.words(event) for entry in story.entries() if type(event := entry.event) in CREDIT.tellers]
    return ", ".join((f"{story.before.vp}", *items, f"= {story.after.vp}")) if items else ""


CREDIT = Sayings(
    "BU",
    {
        happened.Eliminated: "{points:+d} for {unit}",
        happened.ExitsCounted: "{points:+d} by {hex}",
        happened.ExitsReversed: lambda e: f"{-e.points:+d} by {e.hex}",
    },
)
