"""Battles for the Ardennes in words: reports, questions, scores.  Drafts are in drafting.py."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from pbem.craft.sayings import Sayings, attack_told, how_many, many, newly_lost, parted
from pbem.craft.scores import luck_of_result, ranks
from pbem.ruleset import Decision, View
from pbem.ruleset.telling import Chapter, Entry, Luck, Ranked, Recount, Story, Term, Wording
from pbem.ruleset.telling import document as doc
from pbem_rules.battles_for_the_ardennes import battle_events as battle
from pbem_rules.battles_for_the_ardennes import events as happened
from pbem_rules.battles_for_the_ardennes.board import FOE, the_charts, the_counters
from pbem_rules.battles_for_the_ardennes.choices import choices
from pbem_rules.battles_for_the_ardennes.composing import details
from pbem_rules.battles_for_the_ardennes.drafting import draft
from pbem_rules.battles_for_the_ardennes.drawing import picture
from pbem_rules.battles_for_the_ardennes.s16_greif import active_from, plays_greif
from pbem_rules.battles_for_the_ardennes.s17_victory import outcome, points, sedan_fails, terms
from pbem_rules.battles_for_the_ardennes.sayings import NAMES, SAYINGS
from pbem_rules.battles_for_the_ardennes.table import BattlesTable

PHASES = {
    "secrets": "SECRETS", "supply": "SUPPLY", "air": "AIR", "bridges": "BRIDGES", "building": "BUILDING",
    "artillery": "ARTILLERY", "movement": "MOVEMENT", "combat": "COMBAT",
}  # fmt: skip
RANKED = ("+2/-", "+1/-", "1/-", "Eng", "-/1", "-/2", "-/3", "-/+3", "-/E")
"""Results from the worst to the best for the attacker."""


def turn(table: BattlesTable) -> str:
    if table.phase == "secrets":
        return f"{table.form.title}, before GT{table.turn}"
    return f"GT{table.turn}, {half_day(table)}, {NAMES[table.side]} {'player-turn' if table.side else 'supply'}"


def half_day(table: BattlesTable) -> str:
    """1.2 Two game-turns a day."""
    days = (table.turn - 1) // 2
    noon = "AM" if table.turn % 2 else "PM"
    if table.form.year == 1940:
        return f"{10 + days} May 1940 {noon}"
    day = 16 + days
    return f"{day} December {noon}" if day <= 31 else f"{day - 31} January {noon}"


# The report, phase by phase


def phases(story: Story) -> tuple[doc.Block, ...]:
    found = [section(chapter) for chapter in story.chapters if chapter.entries]
    return tuple(block for block in found if block is not None)


CAME_AFTER = (
    battle.StepTaken, battle.FellBack, battle.Followed, battle.AmmunitionSpent, battle.BreakdownRolled,
    battle.UnitDestroyed, battle.DumpCaptured,
)  # fmt: skip


def section(chapter: Chapter) -> doc.Section | None:
    """One phase: its ways in a flow, its battles one by one, the rest line by line."""
    phase = PHASES[chapter.step]
    title = chapter.turn.upper() if chapter.turn.upper().endswith(phase) else f"{chapter.turn.upper()}   {phase}"
    battles = parted(chapter.entries, battle.AttackResolved, BEFORE, CAME_AFTER)
    told = {id_of(entry) for battle in battles for entry in battle}
    rest = [entry for entry in chapter.entries if id_of(entry) not in told]
    blocks: list[doc.Block] = []
    if ways := ways_of(rest):
        blocks.append(doc.Flow(ways))
    blocks += [block for number, battle in enumerate(battles, 1) for block in battle_blocks(number, battle)]
    blocks += [doc.Paragraph(words) for words in SAYINGS.lines(rest)]
    return doc.Section(title, blocks=tuple(blocks)) if blocks else None


def id_of(entry: Entry) -> Any:
    return entry.event, entry.case


BEFORE = (
    battle.SaturationDeclared,
    battle.FireGiven,
    battle.FireStated,
    battle.SaturationRolled,
    battle.IntensiveRolled,
)


def battle_blocks(number: int, told: Sequence[Entry]) -> tuple[doc.Block, ...]:
    """`1 B1320`, who fought with what, the odds, the die, and what came of it."""
    fought = next(entry.event for entry in told if isinstance(entry.event, battle.AttackResolved))
    dice = [words for entry in told if isinstance(entry.event, BEFORE) and (words := DICE.words(entry.event))]
    came = [words for entry in told if not isinstance(entry.event, BEFORE) and (words := CAME_OF_IT.words(entry.event))]
    attack, defence, *why = fought.workings if len(fought.workings) > 1 else (*fought.workings, "")
    shifts = f", {', '.join(why).replace('-woods', ' woods')}" if why else ""
    column = fought.odds if fought.odds == fought.column else f"{fought.odds}{shifts}: {fought.column}"
    rows = (
        doc.Row("attacker", attack),
        doc.Row("defender", defence),
        *((doc.Row("fire", "; ".join(dice)),) if dice else ()),
        doc.Row("odds", f"{fought.attack} : {fought.defence} = {column}"),
        doc.Row("die", f"{fought.face}: {fought.result}   {'; '.join(came) or 'nothing'}"),
    )
    head: doc.Inline = (f"{number}  ", doc.PlaceRef(fought.target), f"  {listed(fought.defenders)}")
    return (doc.Paragraph(head), doc.Rows(rows))


def fought_told(entry: Entry) -> str:
    """2SS-PZ and 2SS-3 attack 3A-CCA in A0826: 20 to 9, odds 2-1, town 1 left, column 1-1; die 6: +1/-, ..."""
    fought = entry.event
    if not isinstance(fought, battle.AttackResolved):
        return ""
    who = attack_told((*fought.attackers, *fought.batteries), fought.defenders, fought.target)
    why = [words.replace("-woods", " woods") for words in fought.workings[2:]]
    column = [f"column {fought.column}"] if fought.odds != fought.column else []
    odds = ", ".join((f"odds {fought.odds}", *(why if column else ()), *column))
    return f"{who}: {fought.attack} to {fought.defence}, {odds}; die {fought.face}: {outcome_told(fought.result)}"


def outcome_told(result: str) -> str:
    """9.5 `-/+3`: the defenders lose a step and retreat three hexes."""
    if result == "Eng":
        return "Eng, engaged"
    ours, _, theirs = result.partition("/")
    told = [suffered(who, code) for who, code in (("attackers", ours), ("defenders", theirs)) if code != "-"]
    return f"{result}, {' and '.join(told) or 'nothing'}"


def suffered(who: str, code: str) -> str:
    if code == "E":
        return f"the {who} are eliminated"
    step = "lose a step and " if code.startswith("+") else ""
    return f"the {who} {step}retreat {many(int(code.removeprefix('+')), 'hex', 'hexes')}"


def listed(names: Sequence[str]) -> str:
    return ", ".join(names)


def intensive(event: battle.IntensiveRolled) -> str:
    gained = f", +{event.gained}" if event.gained else ""
    return f"{event.unit} intensive {event.points}, die {event.face}: {'fails' if event.failed else 'succeeds'}{gained}"


def breakdown(event: battle.BreakdownRolled) -> str:
    over = "over" if event.what == "out of ammunition" else "not over"
    dice = "+".join(map(str, event.faces))
    return f"{event.unit} breakdown {dice} = {sum(event.faces)}, {over} {event.number}: {event.what}"


DICE = Sayings(
    "BA",
    {
        battle.SaturationRolled: "{unit} {kind}, range {range}, die {face}: x{multiplier}",
        battle.IntensiveRolled: intensive,
    },
)
CAME_OF_IT = Sayings(
    "BA",
    {
        battle.StepTaken: "{unit} loses a step",
        battle.UnitDestroyed: "{unit} is lost ({why})",
        battle.FellBack: lambda e: f"{e.unit} to {e.path[-1]}",
        battle.Followed: lambda e: f"{e.unit} advances to {e.path[-1]}",
        battle.AmmunitionSpent: "{units} out of ammunition (16.66)",
        battle.BreakdownRolled: breakdown,
        battle.DumpCaptured: lambda e: f"a dump of {many(e.points, 'petrol point')} in {e.hex} (16.52)",
    },
)


def ways_of(entries: Iterable[Entry]) -> tuple[str, ...]:
    """Each unit that moved, where to, and for how much."""
    ended: dict[str, str] = {}
    for entry in entries:
        if isinstance(entry.event, happened.UnitMoved) and entry.event.path:
            how = {"": "", "march": ", march", "forced": ", forced march"}[entry.event.how]
            ended[entry.event.unit] = f"{entry.event.unit} {entry.event.path[-1]} ({entry.event.spent}{how})"
    return tuple(ended.values())


# Short, victory, secrets, options, luck


def short(story: Story) -> str:
    """Battles, losses, the score: two sentences to read aloud."""
    battles = sum(isinstance(entry.event, battle.AttackResolved) for entry in story.entries())
    lost = newly_lost(story.before, story.after)
    told = [f"{NAMES[side]} {listed([u.id for u in lost if u.side == side])}" for side in FOE if side in sides_of(lost)]
    losses = f"Lost: {'; '.join(told)}." if told else "No unit lost."
    return f"{how_many(battles, 'battle')}. {losses} {victory(story.after)[0]}"


def sides_of(units: Iterable[Any]) -> set[str]:
    return {unit.side for unit in units}


def victory(table: BattlesTable) -> tuple[str, ...]:
    if table.phase == "over":
        return (table.ended_by.split(" ", 1)[1],)
    form = table.form.victory
    if form.kind == "points":
        score, told = points(table)
        return (
            f"German {many(score, 'point')}: {listed(told) or 'nothing yet'}.",
            f"The German wins with {form.german}; {form.draw} to {form.german - 1} is a draw.",
        )
    if form.kind == "sedan":
        lacks = sedan_fails(table)
        return (f"The German lacks: {'; '.join(lacks) or 'nothing'}.",)
    lost = {side: table.losses.get(side, 0) for side in FOE}
    beyond = f"{many(table.farthest, 'strength point')} beyond the Meuse or off the map"
    return (f"German losses {lost['german']}, Allied {lost['allied']}; {beyond}.",)


def in_figures(table: BattlesTable) -> dict[str, int]:
    """17.0 The German's points; where a scenario counts none, what each side has lost."""
    if table.form.victory.kind == "points":
        return {"German": points(table)[0]}
    return {f"{NAMES[side]} losses": table.losses.get(side, 0) for side in FOE}


def secrets(view: View) -> tuple[doc.Block, ...]:
    """What stands under FOR YOUR EYES."""
    table: BattlesTable = view.table
    rows = []
    if view.own is None:
        return ()
    if view.own.targets:
        rows.append(doc.Row("Greif", "; ".join(target_words(table, h, k) for h, k in sorted(view.own.targets.items()))))
    if view.own.dumps:
        unseen = {hex: n for hex, n in sorted(view.own.dumps.items()) if hex not in table.searched}
        rows.append(doc.Row("Dumps", ", ".join(f"{hex} {n}" for hex, n in unseen.items()) or "all of them found"))
    if view.own.plan:
        rows.append(doc.Row("Plan", f"{view.own.plan}: {outcome(table, view.own.plan)[1]}"))
    if table.dumps:
        told = ", ".join(f"{d.points} at {d.hex}{'' if d.german else ' (taken back)'}" for d in table.dumps.values())
        rows.append(doc.Row("Petrol", f"{table.petrol} captured: {told}"))
    return (doc.Rows(tuple(rows)),) if rows else ()


def target_words(table: BattlesTable, hex: str, kind: str) -> str:
    state = "unseen"
    if hex in table.discovered:
        state = f"discovered GT{table.discovered[hex]}, uncleared"
    elif hex in table.cleared or hex in table.struck:
        state = "cleared" if hex in table.cleared else "failed"
    elif plays_greif(table) and table.turn < active_from(table, hex):
        state = f"works from GT{active_from(table, hex)}"
    return f"{hex} {kind if table.plays('16.46') else ''} {state}".replace("  ", " ")


def option(decision: Decision, choice: str, table: BattlesTable) -> str:
    """An option of a question in words."""
    if choice in table.units:
        unit = table.units[choice]
        return f"{choice} ({unit.face.strength}) in {unit.hex or 'no hex'}"
    if decision.topic == "retreat":
        return f"{choice}, {table.here.ground[choice.split()[-1]]}"
    return choice


def luck(entry: Entry) -> tuple[Luck, ...]:
    """9.4 Where a result lies among the six of its column."""
    fought = entry.event
    if not isinstance(fought, battle.AttackResolved):
        return ()
    side = the_counters()[(*fought.attackers, *fought.batteries)[0]].side
    return luck_of_result(side, FOE[side], the_charts().results, fought.column, fought.result, RANKED)


def recount(table: BattlesTable) -> Recount:
    """9.4, 17.0 The same points and luck from what was signed."""
    if table.form.victory.kind == "points":
        figures = {"German": terms(table)}
    else:
        lost = {side: Term(words="strength points lost", at=("losses", side)) for side in FOE}
        figures = {f"{NAMES[side]} losses": (term,) for side, term in lost.items()}
    law = Ranked(
        event="AttackResolved",
        units=("attackers", "batteries"),
        fields=("column", "result"),
        scores=ranks({"": the_charts().results}, RANKED),
    )
    return Recount(figures=figures, luck=(law,))


WORDING = Wording(
    turn=turn, short=short, phases=phases, battle=fought_told,
    victory=victory, secrets=secrets, option=option, picture=picture,
    draft=draft, choices=choices, details=details, walks=("movement",),
    points=in_figures, counts=SAYINGS.counts, luck=luck, recount=recount,
    unordered="nobody without a line moves, attacks or builds; reinforcements come on",
)  # fmt: skip
