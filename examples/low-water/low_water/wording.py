"""Reports, drafts, the picture of the bay."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from low_water import events as ev
from low_water.board import cards_that_lift, knives, lifts, the_bay
from low_water.table import NAMES_OF_SIDES, SIDES, Table, leader
from pbem.craft.cards import card_sayings
from pbem.craft.drafts import asked_parts
from pbem.craft.sayings import Sayings, many
from pbem.ruleset import Decision, View
from pbem.ruleset.telling import Choice, DraftLine, Story, Wording, picture
from pbem.ruleset.telling import document as doc

# What happened


def named(side: str) -> str:
    return NAMES_OF_SIDES[side]


def in_turn(sides: tuple[str, ...]) -> str:
    return " before ".join(map(named, sides))


def in_coins(number: int) -> str:
    return many(number, "coin")


SAYINGS = Sayings("LW", card_sayings(NAMES_OF_SIDES), {"name": named, "in turn": in_turn, "coins": in_coins})


def turn(table: Table) -> str:
    return "the end" if table.over else f"tide {table.tide} of {table.tides}"


def short(story: Story) -> str:
    hauls = [entry.event for entry in story.entries() if isinstance(entry.event, ev.Raised)]
    told = [f"{named(haul.side)} raises {in_coins(haul.coins)} at the {haul.wreck}." for haul in hauls]
    return " ".join((*told, victory(story.after)[0]))


def phases(story: Story) -> tuple[doc.Block, ...]:
    told = [(chapter, SAYINGS.items(chapter.entries)) for chapter in story.chapters]
    sections = [doc.Section(chapter.step.upper(), chapter.turn, items) for chapter, items in told if items]
    return (*sections, holds(story.after))


def holds(table: Table) -> doc.Block:
    columns = (doc.Column("crew"), doc.Column("coins", "right"), doc.Column("boat"), doc.Column("hand", "right"))
    rows = tuple((named(s), str(table.hold[s]), table.boats[s], str(table.hands[s])) for s in SIDES)
    cup = f"In the cup: {many(len(table.cup), 'chit')}. Aside: {', '.join(table.aside) or 'none'}."
    return doc.Section("HOLDS", "", (doc.Table(columns, rows), cup))


def victory(table: Table) -> tuple[str, ...]:
    ahead, score = leader(table), ", ".join(f"{named(side)} {table.hold[side]}" for side in SIDES)
    verb = "wins" if table.over else "leads"
    return (f"{score}: {f'{named(ahead)} {verb}' if ahead else 'even'}.", f"The last tide is number {table.tides}.")


def secrets(view: View) -> tuple[doc.Block, ...]:
    return (f"Your hand: {', '.join(sorted(view.own.hand)) or 'no card'}.",) if view.own is not None else ()


# What may be written


def draft(view: View, due: tuple[Decision, ...]) -> Mapping[str, tuple[DraftLine, ...]]:
    """The boat stays as the draft stands; `work` and `stow` are drafted with it, so that one mail can do for a tide."""
    asked, hand = asked_parts(due), sorted(view.own.hand)
    lines = {part: write(view, hand) for part, write in LINES.items() if part in asked or "row" in asked}
    return {part: found for part, found in lines.items() if found}


def row_lines(view: View, hand: list[str]) -> tuple[DraftLine, ...]:
    here, wrecks = view.table.boats[view.side], the_bay().wrecks
    about = {name: f"depth {wreck.depth}, worth {wreck.worth}" for name, wreck in wrecks.items()}
    return tuple(DraftLine(name, words, live=name == here) for name, words in about.items())


def work_lines(view: View, hand: list[str]) -> tuple[DraftLine, ...]:
    return tuple(DraftLine(card, f"lift {lifts()[card]}") for card in hand if card in cards_that_lift())


def stow_lines(view: View, hand: list[str]) -> tuple[DraftLine, ...]:
    return tuple(DraftLine(card) for card in hand)


def watch_lines(view: View, hand: list[str]) -> tuple[DraftLine, ...]:
    held = [card for card in hand if card in knives()]
    return tuple(DraftLine(f"{wreck}: 4", "a Knife from lift 4 on") for wreck in the_bay().wrecks) if held else ()


LINES: Mapping[str, Callable[[View, list[str]], tuple[DraftLine, ...]]] = {
    "row": row_lines,
    "work": work_lines,
    "stow": stow_lines,
    "watch": watch_lines,
}


def choices(view: View) -> tuple[Choice, ...]:
    """On the page: a click on the boat, a click on a wreck."""
    return tuple(Choice("row", view.side, wreck, wreck) for wreck in the_bay().wrecks)


# The bay


def the_picture(view: View, story: Story | None) -> picture.Picture:
    table: Table | None = view.table
    spaces = tuple(
        picture.Space(name, (2 * wreck.at[0], 2 * wreck.at[1]), radius=1, terrain="sea", name=name, label=name)
        for name, wreck in the_bay().wrecks.items()
    )
    boats = {side: table.boats[side] for side in SIDES} if table is not None else {}
    counters = tuple(picture.Counter(side, wreck, side, "marker", name=named(side)) for side, wreck in boats.items())
    forces = (picture.Force("gull", "Gull", "blue"), picture.Force("heron", "Heron", "red"))
    sea = (picture.Terrain("sea", "open water", "water"),)
    return picture.Picture("The bay", spaces, 2, terrains=sea, forces=forces, counters=counters)


WORDING = Wording(
    turn=turn,
    short=short,
    phases=phases,
    victory=victory,
    unordered="a boat stays, nothing is worked or stowed",
    secrets=secrets,
    picture=the_picture,
    draft=draft,
    choices=choices,
    counts=SAYINGS.counts,
)
