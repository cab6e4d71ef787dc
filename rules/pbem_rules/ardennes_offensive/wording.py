"""The Ardennes Offensive in words: reports, questions, scores.  Drafts are in drafting.py."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.craft.sayings import Sayings, attack_told, columns, how_many, listed, many, newly_lost, parted
from pbem.craft.scores import luck_of_result, ranks
from pbem.ruleset import Decision
from pbem.ruleset.telling import Chapter, Entry, Luck, Ranked, Recount, Story, Term, Wording
from pbem.ruleset.telling import document as doc
from pbem_rules.ardennes_offensive import events as happened
from pbem_rules.ardennes_offensive.board import FOE, limit, the_map, the_tables, the_units
from pbem_rules.ardennes_offensive.choices import EITHER, choices, details
from pbem_rules.ardennes_offensive.drafting import draft
from pbem_rules.ardennes_offensive.drawing import picture
from pbem_rules.ardennes_offensive.moves_ahead import onward
from pbem_rules.ardennes_offensive.s15_paradrop import DROP_FAILED
from pbem_rules.ardennes_offensive.table import Ardennes

NAMES = {"german": "German", "allied": "Allied"}
PHASES = {
    "set-up": "SET-UP",
    "begin": "REINFORCEMENTS AND SUPPLY",
    "movement": "INITIAL MOVEMENT",
    "combat": "COMBAT",
    "mechanized": "MECHANIZED MOVEMENT",
}
STEPS = {"begin": "reinforcements and supply", "mechanized": "mechanized movement"}
OUTCOMES = (happened.StoodFast, happened.Eliminated, happened.Retreated, happened.AdvancedInto)
COLUMNS = columns("#>", "at", "attackers", "A:D>", "odds", "die>", "res", "what came of it")
RESULTS = {"Ex": "exchange", "De": "the defenders are eliminated"}
LOST = {"De": "eliminated", "Ex": "in the exchange", "paid": "paid for the exchange"}
RANKED = ("Ar3", "Ar2", "Ar1", "Dr1", "Dr2", "Dr3", "Ex", "De")
"""Results from the worst to the best for the attacker."""


def turn(table: Ardennes) -> str:
    if table.phase == "set-up":
        return f"{NAMES[table.side]} set-up, before GT1"
    return f"GT{table.turn}, {day_of(table.turn)}, {NAMES[table.side]} player-turn"


def day_of(turn: int) -> str:
    """2.1 A day to a game-turn, from 16 December 1944."""
    day = 15 + turn
    return f"{day} December 1944" if day <= 31 else f"{day - 31} January 1945"


# The report, phase by phase


def phases(story: Story) -> tuple[doc.Block, ...]:
    found = [section(chapter, story.after) for chapter in story.chapters if chapter.entries]
    return tuple(block for block in found if block is not None)


def section(chapter: Chapter, after: Ardennes) -> doc.Section | None:
    """One phase: its battles as a table, its ways in a flow, the rest line by line."""
    title = f"{chapter.turn.upper()}   {PHASES[chapter.step]}"
    blocks: list[doc.Block] = []
    battles = parted(chapter.entries, happened.Fought, (happened.Waived,), OUTCOMES)
    rest = [entry for entry in chapter.entries if not any(entry in told for told in battles)]
    if battles:
        blocks.append(battle_table(battles))
    if ways := ways_of(rest):
        blocks.append(doc.Flow(ways))
    blocks += [doc.Paragraph(words) for words in SAYINGS.lines(rest)]
    return doc.Section(title, note_on(chapter, battles), tuple(blocks)) if blocks else None


def note_on(chapter: Chapter, battles: list[list[Entry]]) -> doc.Inline:
    """Which table was used, and what the first game-turn does to strengths."""
    if not battles:
        return ""
    fought = next(entry.event for entry in battles[0] if isinstance(entry.event, happened.Fought))
    named: tuple[doc.Span, ...] = ("Standard table (", doc.Cite("AO", "10.0"), ")")
    if fought.table == "initial":
        named = ("German Initial table (", doc.Cite("AO", "10.3"), ")")
    if chapter.turn.startswith("GT1 "):
        return (*named, f"; German strengths x{limit('first turn')} (", doc.Cite("AO", "4.2"), ")")
    return named


def battle_table(battles: list[list[Entry]]) -> doc.Table:
    rows = tuple(battle_row(number, told) for number, told in enumerate(battles, 1))
    return doc.Table(COLUMNS, rows, notes=tuple(workings(number, told) for number, told in enumerate(battles, 1)))


def battle_row(number: int, told: list[Entry]) -> tuple[doc.Inline, ...]:
    fought = next(entry.event for entry in told if isinstance(entry.event, happened.Fought))
    odds = fought.odds if fought.odds == fought.column else f"{fought.odds} at {fought.column}"
    came = "; ".join(words for entry in told if (words := CAME_OF_IT.words(entry.event)))
    return (
        str(number), " ".join(fought.targets), " + ".join(fought.attackers), f"{fought.attack}:{fought.defence}",
        odds, str(fought.face), fought.result, came or "nothing",
    )  # fmt: skip


def workings(number: int, told: list[Entry]) -> str:
    """How the strengths came about, so that they can be redone by hand."""
    fought = next(entry.event for entry in told if isinstance(entry.event, happened.Fought))
    attack, defence = fought.workings[: -len(fought.targets)], fought.workings[-len(fought.targets) :]
    return f"{number}: {' and '.join(attack)} against {', '.join(fought.defenders)}: {' and '.join(defence)}"


CAME_OF_IT = Sayings(
    "AO",
    {
        happened.Waived: "{units} waive immunity",
        happened.StoodFast: "{units} held by {hex:shelter} (11.0)",
        happened.Eliminated: lambda e: f"{e.unit} {'paid' if e.why == 'paid' else 'lost'}",
        happened.Retreated: lambda e: f"{e.unit} to {e.path[-1]}",
        happened.AdvancedInto: "{unit} advances to {hex}",
    },
    {"shelter": lambda hex: "the town" if hex in the_map().town_hexes else "the wall"},
)


def battle(entry: Entry) -> str:
    """183/62 and 190/62 attack 424/106 in 1708: 12 to 4, odds 3-1; die 2: Dr2, the defenders retreat two hexes"""
    fought = entry.event
    if not isinstance(fought, happened.Fought):
        return ""
    odds = fought.odds if fought.odds == fought.column else f"{fought.odds}, fought at {fought.column}"
    return (
        f"{attack_told(fought.attackers, fought.defenders, listed(fought.targets))}: {fought.attack} to "
        f"{fought.defence}, odds {odds}; die {fought.face}: {fought.result}, {result_told(fought.result)}"
    )


def result_told(result: str) -> str:
    """10.1, 10.2"""
    if result in RESULTS:
        return RESULTS[result]
    who = "the attackers retreat" if result.startswith("Ar") else "the defenders retreat"
    return f"{who} {many(int(result[2:]), 'hex', 'hexes')}"


# Everything but battles


def ways_of(entries: Iterable[Entry]) -> tuple[str, ...]:
    """Each unit that moved and where it came to: `26/12SS 0906`, `cca7 1012, leaves road mode`."""
    ended: dict[str, list[str]] = {}
    for entry in entries:
        event = entry.event
        if isinstance(event, happened.Moved):
            ended.setdefault(event.unit, []).append(f"{event.path[-1]}{' by road' if event.by == 'road' else ''}")
        elif isinstance(event, happened.ModeChanged):
            ended.setdefault(event.unit, []).append("goes into road mode" if event.road else "leaves road mode")
    return tuple(f"{unit} {', '.join(words)}" for unit, words in ended.items())


def supply_judged(event: happened.SupplyJudged) -> str:
    if not event.unsupplied and not event.isolated:
        return "all units are supplied"
    told = [f"unsupplied: {', '.join(event.unsupplied)}"] if event.unsupplied else []
    told += [f"isolated: {', '.join(event.isolated)}"] if event.isolated else []
    return f"{'; '.join(told)}"


def table_rolled(event: happened.TableRolled) -> str:
    what = "the German uses the standard table from now on" if event.switched else "the German keeps the initial table"
    return f"die {event.face}: {what}"


def dropped(event: happened.Dropped) -> str:
    what = "it survives" if event.survived else "it is lost"
    return f"{event.unit} drops on {event.hex}: die {event.face}, {what}"


def eliminated(event: happened.Eliminated) -> str:
    """A unit lost outside battle; a failed drop has been told already."""
    return "" if event.why == DROP_FAILED else f"{event.unit} is lost: {reason(event.why)}"


def reason(why: str) -> str:
    """`cannot retreat 2` in full."""
    far = why.removeprefix("cannot retreat ")
    return f"it cannot retreat {many(int(far), 'hex', 'hexes')}" if far.isdecimal() else LOST.get(why, why)


def counted(event: happened.Counted) -> str:
    held = ", ".join(f"{hex} ({the_map().exits[hex].worth})" for hex in event.exits) or "none"
    return f"end of the game-turn: exits held {held}; German {event.german}, Allied {event.allied}"


SAYINGS = Sayings(
    "AO",
    {
        happened.Deployed: lambda e: f"set up anew: {', '.join(f'{unit} {hex}' for unit, hex in e.places)}",
        happened.Arrived: lambda e: f"{e.unit} {'waits at' if e.waits else 'arrives at'} {e.at}",
        happened.SupplyJudged: supply_judged,
        happened.TableRolled: table_rolled,
        happened.Dropped: dropped,
        happened.Counted: counted,
        happened.Eliminated: eliminated,
    },
    counted={happened.Dropped: lambda e: f"{e.unit} {'lands' if e.survived else 'is lost in the drop'}"},
)


# Short, victory, options, luck


def short(story: Story) -> str:
    """Battles, losses, the score; in the end who won: a few sentences to read aloud."""
    battles = sum(isinstance(entry.event, happened.Fought) for entry in story.entries())
    lost = newly_lost(story.before, story.after)
    losses = [f"{NAMES[side]} {names}" for side in NAMES if (names := ", ".join(u.id for u in lost if u.side == side))]
    told = f"Lost: {'; '.join(losses)}." if losses else "No unit lost."
    return f"{how_many(battles, 'battle')}. {told} {score(story.after)}"


def score(table: Ardennes) -> str:
    """The points; in the end who won, with the points."""
    if table.phase == "over":
        return outcome_of(table)
    return f"German {many(table.german_points, 'point')}, Allied {table.allied_points}."


def outcome_of(table: Ardennes) -> str:
    words = table.ended_by.split(" ", 1)[1]
    return f"{words[:1].upper()}{words[1:]}."


def victory(table: Ardennes) -> tuple[str, ...]:
    units = [unit for _, unit in sorted(table.units.items()) if unit.lost]
    lost = {side: ", ".join(unit.id for unit in units if unit.side == side) for side in NAMES}
    held = ", ".join(table.exits) or "none"
    lines = [
        f"German {table.german_points}: {lost['allied'] or 'no losses inflicted'}; exits {table.exit_points} ({held}).",
        f"Allied {table.allied_points}: {lost['german'] or 'no losses inflicted'}.",
    ]
    if table.phase == "over":
        return (outcome_of(table), *lines)
    enough = limit("victory")
    if table.turn <= limit("immediate"):
        lines.append(f"Immediate win: {enough} by the end of GT{limit('immediate')} (16.2).")
    lines.append(f"At the end of GT{limit('turns')}: under {enough} the Allies win; else 1.5 to 1 wins (16.1, 16.3).")
    return tuple(lines)


def in_figures(table: Ardennes) -> dict[str, int]:
    """16.0 Both sides' points."""
    return {"German": table.german_points, "Allied": table.allied_points}


def option(decision: Decision, choice: str, table: Ardennes) -> str:
    """An option of a question in words."""
    if choice in table.units:
        unit = table.units[choice]
        told = f"{choice} ({unit.strength}) in {unit.hex}"
        return f"advance {told}" if decision.topic == "advance" else told
    if decision.topic == "retreats":
        return f"{choice}, {the_map().terrain_of(choice.split()[-1])}"
    return choice


def luck(entry: Entry) -> tuple[Luck, ...]:
    """10.0 Where a result lies among the six of its column."""
    fought = entry.event
    if not isinstance(fought, happened.Fought):
        return ()
    side = the_units().units[fought.attackers[0]].side
    results = the_tables().initial if fought.table == "initial" else the_tables().standard
    return luck_of_result(side, FOE[side], results, fought.column, fought.result, RANKED)


def recount(table: Ardennes) -> Recount:
    """10.0, 16.0 The same points and luck from what was signed."""
    scores = ranks({"initial": the_tables().initial, "standard": the_tables().standard}, RANKED)
    return Recount(
        figures={
            "German": (
                Term(words="Allied losses", at=("losses", "allied")),
                Term(words="exits held", at=("exit_points",)),
            ),
            "Allied": (Term(words="German losses", at=("losses", "german")),),
        },
        luck=(Ranked(event="Fought", units=("attackers",), fields=("table", "column", "result"), scores=scores),),
    )


WORDING = Wording(
    unordered="units without an order hold",
    turn=turn, short=short, phases=phases, battle=battle, steps=STEPS,
    victory=victory, option=option, picture=picture, draft=draft,
    choices=choices, details=details, onward=onward, either=EITHER,
    points=in_figures, counts=SAYINGS.counts, luck=luck, recount=recount,
)  # fmt: skip
