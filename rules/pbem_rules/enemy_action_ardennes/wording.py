"""The game in words: the report impulse by impulse, questions, the score, luck."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from pbem.craft.sayings import how_many, many, newly_lost, parted
from pbem.craft.scores import luck_of
from pbem.kit.draws import chances_of_draws
from pbem.ruleset import Decision, View
from pbem.ruleset.telling import ChitByChit, Entry, Luck, Ranked, Recount, Story, Wording
from pbem.ruleset.telling import document as doc
from pbem_rules.enemy_action_ardennes.board import FOE, the_calendar, the_map, the_scenario, the_units, title
from pbem_rules.enemy_action_ardennes.choices import choices
from pbem_rules.enemy_action_ardennes.drafting import draft
from pbem_rules.enemy_action_ardennes.drawing import picture
from pbem_rules.enemy_action_ardennes.events_day import ImpulseEnded, ImpulseSkipped, PassedImpulse, SurrenderRolled
from pbem_rules.enemy_action_ardennes.events_field import AttackDeclared, CombatResolved, CommandGiven
from pbem_rules.enemy_action_ardennes.playing import details, hand
from pbem_rules.enemy_action_ardennes.s14_victory import terms
from pbem_rules.enemy_action_ardennes.sayings import MARK, NAMES, SAYINGS, battle, place, strengths
from pbem_rules.enemy_action_ardennes.table import EnemyAction, points, score

HEADS = (CommandGiven, PassedImpulse, ImpulseSkipped)


def turn(table: EnemyAction) -> str:
    stages = {"dawn": "dawn", "surprise": "German surprise impulses", "night": "end of the day"}
    name = stages.get(table.stage, f"impulse {table.impulse}, {NAMES[table.side]}")
    return f"December {table.day}, {name}"


# The report, impulse by impulse


def phases(story: Story) -> tuple[doc.Block, ...]:
    """A section for each impulse, one for each dawn and each night."""
    sections: list[doc.Section] = []
    for chapter in story.chapters:
        for entries in by_impulse(chapter.entries):
            if (section := told(chapter.turn, entries)) is not None:
                sections.append(section)
    return tuple(sections)


def by_impulse(entries: Sequence[Entry]) -> list[list[Entry]]:
    """Entries from one card played to the next."""
    parts: list[list[Entry]] = [[]]
    for entry in entries:
        if isinstance(entry.event, HEADS):
            parts.append([])
        parts[-1].append(entry)
    return [part for part in parts if part]


def told(name: str, entries: Sequence[Entry]) -> doc.Section | None:
    """What came before the first combat, every combat with what came of it, and how the impulse ended."""
    first = next((at for at, entry in enumerate(entries) if is_declared(entry)), len(entries))
    over = (at for at, entry in enumerate(entries) if at > first and isinstance(entry.event, ImpulseEnded))
    last = next(over, len(entries))
    head, fighting, closing = entries[:first], entries[first:last], entries[last:]
    title_words = heading(name, entries)
    opening = SAYINGS.items([entry for entry in head if not isinstance(entry.event, HEADS)])
    fights = tuple(combat(part) for part in parted(fighting, AttackDeclared))
    blocks: tuple[doc.Block, ...] = (*opening, *((doc.Items(fights),) if fights else ()), *SAYINGS.items(closing))
    if not blocks and not any(isinstance(entry.event, HEADS) for entry in entries):
        return None
    return doc.Section(title_words, blocks=blocks or (doc.Paragraph("nothing more"),))


def heading(name: str, entries: Sequence[Entry]) -> str:
    """`DEC 16 IMPULSE 2 GERMAN   card 60 XLVII Corps: activate XLVII`"""
    head = next((entry.event for entry in entries if isinstance(entry.event, HEADS)), None)
    if head is None:
        return name.upper()
    if isinstance(head, CommandGiven):
        return f"{name.upper()}   card {title(head.card)}: {head.use}"
    return f"{name.upper()}   {doc.plain(SAYINGS.words(head), MARK)}"


def is_declared(entry: Entry) -> bool:
    return isinstance(entry.event, AttackDeclared)


def combat(entries: Sequence[Entry]) -> doc.Item:
    """Strengths and circumstances, tactics, every chit with its effect, and what came of it."""
    declared = next(entry.event for entry in entries if isinstance(entry.event, AttackDeclared))
    resolved = next((entry.event for entry in entries if isinstance(entry.event, CombatResolved)), None)
    rest = [entry for entry in entries if not is_declared(entry)]
    words = strengths(resolved) if resolved is not None else SAYINGS.words(declared)
    return doc.Item(place(declared.target), words, SAYINGS.items(rest))


# In short, and the score


def short(story: Story) -> str:
    """The combats, towns that changed hands, who was lost, the points."""
    before, after = story.before, story.after
    fought = sum(isinstance(entry.event, CombatResolved) for entry in story.entries())
    towns = [hex for hex in sorted(after.owners) if after.owners[hex] != before.owners[hex] and the_map().town_at(hex)]
    taken = [f"{the_map().town_at(hex)} becomes {NAMES[after.owners[hex]]}" for hex in towns]
    lost = [unit.id for unit in newly_lost(before, after)]
    words = [
        how_many(fought, "combat", none="No combat"),
        ", ".join(taken) or "no town changes hands",
        f"lost: {', '.join(lost)}" if lost else "no unit lost",
        f"points {points(after)}",
    ]
    return ". ".join(word[0].upper() + word[1:] for word in words) + "."


def victory(table: EnemyAction) -> tuple[str, ...]:
    """What the points are made of, and what would end the game."""
    if table.winner:
        case, words = table.won_by.split(" ", 1)
        return (f"{words[:1].upper()}{words[1:]} ({case}).",)
    parts = ", ".join(f"{words} {worth}" for words, worth in score(table)) or "none yet"
    return (f"German points {points(table)}: {parts}.", levels(table))


def in_figures(table: EnemyAction) -> dict[str, int]:
    """14.0 The German's points."""
    return {"German": points(table)}


def levels(table: EnemyAction) -> str:
    """The next look at the points."""
    sheet = the_scenario(table.scenario)
    for day in range(table.day, sheet.last + 1):
        entry = the_calendar().days[day]
        if day in sheet.calendar and day != (sheet.last if sheet.grades else 99) and entry.german_wins:
            low, high = entry.allied_wins, entry.german_wins
            under = f"{low.sign} {low.points} Allied {low.level}" if low else ""
            return f"Looked at when December {day} is over: {under}, {high.sign} {high.points} German {high.level}."
    grades = ", ".join(
        f"{grade.at_least}+ {NAMES.get(grade.winner, '')} {grade.level}".replace("  ", " ") for grade in sheet.grades
    )
    return f"Looked at when December {sheet.last} is over: {grades}."


def secrets(view: View) -> tuple[doc.Block, ...]:
    """The hand, and what the depots hold."""
    table, own = view.table, view.own
    pile = f"{many(table.piles[view.side], 'card')} left in the pile"
    hand = ", ".join(title(card) for card in sorted(own.hand, key=int)) or "no cards"
    rows = [doc.Row("Hand", f"{hand}; {pile}")]
    if barred := table.barred.get(view.side):
        rows.append(doc.Row("Barred", f"{', '.join(barred)} in your next impulse (6.5)"))
    if depots := getattr(own, "depots", {}):
        left = ", ".join(f"{hex} {holds}" for hex, holds in sorted(depots.items()) if hex in table.depots)
        rows.append(doc.Row("Depots", left or "none left"))
    return (doc.Rows(tuple(rows)),)


def option(decision: Decision, choice: str, table: EnemyAction) -> str:
    """An option of a question in words."""
    if decision.topic == "hits":
        hits = int(str(decision.facts["hits"]))
        paces = {"stand": 0, "retreat 1": 1, "retreat 2": 2}[choice]
        return {0: f"stand, {hits} in steps", 1: f"retreat one hex, {hits - 1} in steps"}.get(
            paces, f"retreat two hexes dispersed, {hits - 2} in steps"
        )
    if choice in table.units:
        unit = table.units[choice]
        return f"{choice}, strength {unit.strength}, {unit.steps} of {many(unit.data.steps, 'step')}"
    if decision.topic == "retreat":
        deadly = decision.facts.get("deadly", ())
        lost = isinstance(deadly, tuple) and choice in deadly
        return " then ".join(ground(hex) for hex in choice.split(" ")) + (", a unit is lost" if lost else "")
    return choice


def ground(hex: str) -> str:
    name = the_map().town_at(hex)
    return f"{hex} {name or the_map().terrain_of(hex)}"


# Luck


def luck(entry: Entry) -> tuple[Luck, ...]:
    """The chits of a combat among all that could have been drawn, net of losses; the die of a surrender."""
    event = entry.event
    if isinstance(event, CombatResolved):
        return luck_of_chits(event)
    if not isinstance(event, SurrenderRolled):
        return ()
    side = the_units()[event.unit].side
    return luck_of(side, FOE[side], [Fraction(1, 10)] * 10, event.face - 1)


def luck_of_chits(event: CombatResolved) -> tuple[Luck, ...]:
    """Hits less losses, as many chits drawn from what was in the cup; what came back with a blue chit is left out."""
    cup = [(hits - losses,) for hits, losses, count in event.cup for _ in range(count)]
    drawn = len(event.chits)
    if not cup or not drawn or drawn > len(cup):
        return ()
    side = the_units()[event.attackers[0]].side
    found = chances_of_draws(cup, drawn, sums_of)
    nets = [net for (net,) in found]
    return luck_of(side, FOE[side], list(found.values()), place_of(net_of_effects(event, side), nets))


def sums_of(item: tuple[int]) -> tuple[int]:
    return item


def place_of(net: int, nets: Sequence[int]) -> int:
    """The outcome itself, or the nearest of those that could come without the chits that came back."""
    return min(range(len(nets)), key=lambda place: abs(nets[place] - net))


SIGNS = {
    "german": {"D": 1, "A": -1, "G": -1, "U": 1},
    "allied": {"D": 1, "A": -1, "G": 1, "U": -1},
}
"""What the letters of a chit are to the attacker: hits on the defender, losses of his own, of the German, of the US."""


def net_of_effects(event: CombatResolved, side: str) -> int:
    """What the chits say, before it is adjusted."""
    good = SIGNS[side]
    words = [word for effect in event.effects for word in effect.split() if word != "-"]
    return sum(good[word[0]] * int(word[1:]) for word in words)


def recount(table: EnemyAction) -> Recount:
    """9.3, 10.24, 14.1 The same points and luck from what was signed."""
    tenths = {str(face): 10 * face - 5 for face in range(1, 11)}
    return Recount(
        figures={"German": terms(table)},
        luck=(
            ChitByChit(
                event="CombatResolved", units=("attackers",), cup="cup", drawn="chits", effects="effects", signs=SIGNS
            ),
            Ranked(
                event="SurrenderRolled",
                units=("unit",),
                fields=("face",),
                scores={face: Fraction(score) for face, score in tenths.items()},
            ),
        ),
    )


WORDING = Wording(
    turn=turn, short=short, phases=phases, battle=battle,
    victory=victory, secrets=secrets, option=option, picture=picture,
    draft=draft, choices=choices, hand=hand, details=details, walks=("impulses",),
    points=in_figures, counts=SAYINGS.counts, luck=luck,
    recount=recount,
)  # fmt: skip
