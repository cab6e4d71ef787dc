"""The game in words: the report turn by turn, questions, the score, luck."""

from __future__ import annotations

from pbem.craft.sayings import columns, how_many, many
from pbem.craft.scores import luck_of
from pbem.ruleset import Decision
from pbem.ruleset.telling import Chapter, Entry, HitByHit, Luck, Recount, Story, Term, Wording
from pbem.ruleset.telling import document as doc
from pbem_rules.wwii_commander import events as happened
from pbem_rules.wwii_commander.board import FOE, limit, the_calendar, the_map, the_scenario, the_units
from pbem_rules.wwii_commander.choices import choices, details
from pbem_rules.wwii_commander.drafting import draft
from pbem_rules.wwii_commander.drawing import picture
from pbem_rules.wwii_commander.forecast import hits_of
from pbem_rules.wwii_commander.queries import told_chance
from pbem_rules.wwii_commander.s08_aftermath import AWAY, STAND, STAY
from pbem_rules.wwii_commander.sayings import NAMES, SAYINGS
from pbem_rules.wwii_commander.table import Commander


def turn(table: Commander) -> str:
    if table.stage == "surprise":
        return "German surprise turns"
    if table.stage == "turn":
        return f"Dec {table.day}, {the_calendar().track[table.box]}, {NAMES[table.side]} turn"
    return f"Dec {table.day}, {'start of the day' if table.stage == 'day' else 'the end'}"


# The report, day by day


def phases(story: Story) -> tuple[doc.Block, ...]:
    """A section for each day and each start of a day, in it an item for each turn."""
    sections: list[doc.Section] = []
    for chapter in story.chapters:
        title, items = told(chapter)
        if not items:
            continue
        if sections and sections[-1].title == title:
            before = sections[-1].blocks[0]
            assert isinstance(before, doc.Items)
            items = before.items + items
            sections.pop()
        sections.append(doc.Section(title, blocks=(doc.Items(items),)))
    return tuple(sections)


def told(chapter: Chapter) -> tuple[str, tuple[doc.Item, ...]]:
    """The title of a chapter's section, and its items."""
    if chapter.step == "surprise":
        return "GERMAN SURPRISE TURNS", surprise_items(chapter.entries)
    words = chapter.turn.split()
    if chapter.step == "day":
        return f"DEC {words[1]}, START OF THE DAY", tuple(doc.Item("", line) for line in SAYINGS.lines(chapter.entries))
    return f"DEC {words[1]}", turn_items(f"{words[2]} {NAMES[words[3]]}", chapter.entries)


def surprise_items(entries: tuple[Entry, ...]) -> tuple[doc.Item, ...]:
    """The three turns, each up to its end."""
    items: list[doc.Item] = []
    turn_entries: list[Entry] = []
    for entry in entries:
        if isinstance(entry.event, happened.SurpriseTurnOver):
            items += turn_items(str(entry.event.number), tuple(turn_entries))
            turn_entries = []
        else:
            turn_entries.append(entry)
    return (*items, *turn_items("then" if items else "1", tuple(turn_entries)))


def turn_items(mark: str, entries: tuple[Entry, ...]) -> tuple[doc.Item, ...]:
    """One turn: what moved, then its combats as tables."""
    first = next((at for at, entry in enumerate(entries) if is_combat(entry)), len(entries))
    opening, fighting = entries[:first], entries[first:]
    head = "; ".join(doc.plain(line, "WC") for line in (*moves(opening), *SAYINGS.lines(opening)))
    tables = [combat(part) for part in combats(fighting)]
    if not head and not tables:
        return ()
    return (doc.Item(mark, head, tuple(tables)),)


def moves(entries: tuple[Entry, ...]) -> list[str]:
    """`Dasburg: 26VG to Clervaux over the river, 560VG to Vianden`"""
    ways: dict[str, list[str]] = {}
    for entry in entries:
        if isinstance(entry.event, happened.Moved):
            river = " over the river" if entry.event.river else ""
            ways.setdefault(entry.event.unit, []).append(f"{entry.event.space}{river}")
    told_moves = ", ".join(f"{unit} to {', '.join(spaces)}" for unit, spaces in ways.items())
    space = next((entry.event.space for entry in entries if isinstance(entry.event, happened.Activated)), "")
    if not space:
        return []
    return [f"{space}: {told_moves}" if told_moves else f"{space} is activated"]


# Combats


def is_combat(entry: Entry) -> bool:
    return isinstance(entry.event, happened.Fired | happened.Joined | happened.HitsCounted)


def combats(entries: tuple[Entry, ...]) -> list[list[Entry]]:
    """The entries of each combat: its dice, and all that follows until the next one begins."""
    parts: list[list[Entry]] = []
    counted = True
    for entry in entries:
        if is_combat(entry) and counted and not isinstance(entry.event, happened.HitsCounted):
            parts.append([])
            counted = False
        counted = counted or isinstance(entry.event, happened.HitsCounted)
        if parts:
            parts[-1].append(entry)
    return parts


def combat(entries: list[Entry]) -> doc.Table:
    """Every unit's chance, dice and hits, so that all can be redone by hand; below it what came of it."""
    fired = [entry.event for entry in entries if isinstance(entry.event, happened.Fired)]
    rows = [shot(event) for event in fired]
    titles = columns(fired[0].space.upper() if fired else "", "hits with", "dice", "hits>")
    notes = SAYINGS.lines(entry for entry in last_losses(entries) if not isinstance(entry.event, happened.Fired))
    return doc.Table(titles, tuple(rows), notes=notes)


def last_losses(entries: list[Entry]) -> list[Entry]:
    """Of several strength points that a unit lost only the last is told: it says what is left."""
    last = {entry.event.unit: entry for entry in entries if isinstance(entry.event, happened.StrengthLost)}
    return [e for e in entries if not isinstance(e.event, happened.StrengthLost) or last[e.event.unit] is e]


def shot(fired: happened.Fired) -> tuple[doc.Inline, ...]:
    name = fired.unit if fired.attacking else f"{fired.unit} defends"
    chance = told_chance(fired.chance, fired.parts)
    return name, chance, " ".join(map(str, sorted(fired.faces))), str(fired.hits)


def battle(entry: Entry) -> str:
    """26VG attacks in Bleialf, hits with 5 (3, surprise +1, artillery +1); dice 1 2 5 7: 3 hits"""
    fired = entry.event
    if not isinstance(fired, happened.Fired):
        return ""
    does, chance = "attacks" if fired.attacking else "defends", told_chance(fired.chance, fired.parts)
    faces = " ".join(map(str, sorted(fired.faces)))
    return f"{fired.unit} {does} in {fired.space}, hits with {chance}; dice {faces}: {many(fired.hits, 'hit')}"


# In short, and the score


def short(story: Story) -> str:
    """The day, what changed hands, who was lost, the points."""
    before, after = story.before, story.after
    taken = [space for space in sorted(after.control) if after.control[space] != before.control[space]]
    lost = [name for name, unit in sorted(after.units.items()) if unit.fate == "lost" != before.units[name].fate]
    gains = [f"{NAMES[after.control[space]]} takes {space}" for space in taken]
    fought = sum(isinstance(entry.event, happened.HitsCounted) for entry in story.entries())
    words = [
        how_many(fought, "combat", none="No combat"),
        ", ".join(gains) or "no space changes hands",
        f"lost: {', '.join(lost)}" if lost else "no unit lost",
        f"points {after.points}",
    ]
    told = ". ".join(word[0].upper() + word[1:] for word in words) + "."
    return f"{told} {outcome(after)}".rstrip()


def outcome(table: Commander) -> str:
    """12.5, 13.0 Who has won and why; empty while the game goes on."""
    if not table.winner:
        return ""
    winner = "A draw" if table.winner == "draw" else f"The {NAMES[table.winner]} side has won"
    return f"{winner}: {table.won_by.split(' ', 1)[1]}."


def victory(table: Commander) -> tuple[str, ...]:
    if ended := outcome(table):
        return (ended,)
    scenario = the_scenario(table.scenario)
    if scenario.victory == "meuse":
        return (f"Looked at when Dec {scenario.last} is over: a supplied German unit at the Meuse wins,",
                f"else {scenario.draw} in German hands draws, else the Allies win (13.0).")  # fmt: skip
    checks = [(day, pair) for day, pair in sorted(the_calendar().thresholds.items()) if day >= table.day]
    day, pair = checks[0]
    return (
        f"German points {table.points}.",
        f"Looked at when Dec {day} is over: German {pair.german} or more, Allied {pair.allied} or fewer (12.5).",
    )


def in_figures(table: Commander) -> dict[str, int]:
    """12.0 The German's points, where the scenario counts them."""
    return {} if the_scenario(table.scenario).victory == "meuse" else {"German": table.points}


# Questions


def option(decision: Decision, choice: str, table: Commander) -> str:
    """An option of a question in words."""
    if decision.topic == "retreat":
        if choice == STAND:
            return f"stand, and take {decision.facts.get('hits', 0)}"
        return "retreat, and say for each unit where to" if choice == AWAY else f"retreat to {ground(choice)}"
    if decision.topic in ("retreat to", "enter", "fight", "breakthrough") and choice != STAY:
        return ground(choice)
    if choice in table.units:
        unit = table.units[choice]
        at = f" in {unit.space}" if unit.space else ""
        return f"{choice}{at}, strength {unit.strength} of {unit.data.full}"
    return choice


def ground(space: str) -> str:
    """Malmedy, forest with a town, 1 point"""
    data = the_map().spaces[space]
    settled = "" if data.settlement == "none" else f" with a {data.settlement}"
    worth = f", {many(data.points, 'point')}" if data.points else ""
    return f"{space}, {data.terrain}{settled}{worth}"


# Luck


def luck(entry: Entry) -> tuple[Luck, ...]:
    """Where a unit's hits lie among all that its dice could have scored."""
    fired = entry.event
    if not isinstance(fired, happened.Fired) or not 0 < fired.chance < limit("die"):
        return ()
    side = the_units()[fired.unit].side
    return luck_of(side, FOE[side], hits_of(len(fired.faces), fired.chance), fired.hits)


def recount(table: Commander) -> Recount:
    """8.3, 12.0 The same points and luck from what was signed."""
    counts = the_scenario(table.scenario).victory != "meuse"
    fired = HitByHit(event="Fired", units=("unit",), dice="faces", chance="chance", hits="hits", faces=limit("die"))
    return Recount(figures={"German": (Term(words="points", at=("points",)),)} if counts else {}, luck=(fired,))


WORDING = Wording(
    unordered="units without an order hold",
    turn=turn, short=short, phases=phases, battle=battle, steps={"day": "of the day"},
    victory=victory, option=option, picture=picture, draft=draft,
    choices=choices, details=details, points=in_figures, counts=SAYINGS.counts, luck=luck,
    recount=recount,
)  # fmt: skip
