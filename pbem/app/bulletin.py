"""The report of an exchange: one document, told from what its reader may know, in one order for all games.

The same arguments give the same report; nothing in it comes from anywhere else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from functools import cached_property
from typing import Any

from pbem.court.forms import labelled
from pbem.dice.log import short_name
from pbem.engine.papers import Note
from pbem.engine.spec import RulesetSpec
from pbem.model.decision import Decision
from pbem.model.document import (
    Block,
    Code,
    Document,
    Inline,
    LetteredOption,
    MapBlock,
    Question,
    Row,
    Rows,
    Secret,
    Section,
)
from pbem.model.entry import Entry, told_to
from pbem.model.errors import RulesBug
from pbem.model.outcome import Ending
from pbem.model.picture import Picture
from pbem.model.position import View
from pbem.model.records import frozen
from pbem.model.wording import Chapter, Story, Wording
from pbem.play.luck import Fortune, Mean, fortunes, in_words, tallied
from pbem.report import Format, render
from pbem.sheets.form import letters

FILES: dict[str, Format] = {"txt": "text", "html": "html"}


@frozen(slots=False, kw_only=True)
class Bulletin:
    """Everything a report of one exchange tells.  `reader`: a side, or None for everyone."""

    spec: RulesetSpec
    game: str
    """The game's short name."""
    exchange: int
    scenario: str
    options: Mapping[str, str]
    before: Any
    """The table as the last report left it."""
    after: Any
    chapters: tuple[Chapter, ...]
    """What happened; what the reader may not know of it is left out of his report."""
    due: tuple[Decision, ...]
    owing: tuple[str, ...] = ()
    """Who owes something, also where nobody else may know what."""
    deadline: str = ""
    head: str = ""
    """The record's digest in hexadecimal, as far as it is shown."""
    label: str = ""
    """Four words of it."""
    reader: str | None = None
    own: Any = None
    notes: tuple[Note, ...] = ()
    earlier: Mapping[str, Mean] = field(default_factory=dict)
    """The luck of all exchanges before, by side."""
    ending: Ending | None = None
    lines: tuple[str, ...] = ()
    """More for the head: who missed, what was set aside."""

    @cached_property
    def story(self) -> Story:
        """What the reader may know of what happened."""
        chapters = tuple(
            Chapter(
                chapter.step,
                chapter.turn,
                told_to(self.reader, chapter.entries),
                tuple(roll for roll in chapter.rolls if roll.only in (None, self.reader)),
            )
            for chapter in self.chapters
        )
        return Story(self.before, self.after, chapters, self.reader, self.own)

    @cached_property
    def picture(self) -> Picture | None:
        """The map as the reader may see it, if the game has one."""
        draw = wording(self.spec).picture
        reader = self.reader or ""
        return replace(draw(View(reader, self.after, self.own), self.story), reader=reader) if draw else None


def report_files(bulletin: Bulletin) -> dict[str, bytes]:
    """A report as text and as HTML, by the endings of their files."""
    document = report(bulletin)
    return {ending: _bytes(render(document, format)) for ending, format in FILES.items()}


def _bytes(rendered: str | bytes) -> bytes:
    return rendered.encode("utf-8") if isinstance(rendered, str) else rendered


def report(bulletin: Bulletin) -> Document:
    """The report: head, what is due, map, the story, the score, the questions, what comes next, luck, the book."""
    spec, words = bulletin.spec, wording(bulletin.spec)
    story = bulletin.story
    blocks: list[Block] = [Rows((_due(bulletin), Row("SHORT", words.short(story))))]
    if bulletin.picture is not None:
        blocks.append(MapBlock(bulletin.picture))
    blocks += words.phases(story)
    if bulletin.reader is not None and (secret := _secret(bulletin, words)) is not None:
        blocks.append(secret)
    victory = words.victory(bulletin.after)
    blocks.append(Rows((Row("VICTORY", " ".join(victory)),)))
    blocks += _questions(bulletin, words)
    blocks.append(Rows(tuple(_foot(bulletin, words))))
    return Document(
        title=spec.title.upper(),
        tags=(f"game {bulletin.game}", f"exchange {bulletin.exchange}", f"scenario {bulletin.scenario}"),
        subtitle=words.turn(bulletin.before),
        audience=_audience(bulletin),
        lines=(*_options(bulletin), *bulletin.lines),
        blocks=tuple(blocks),
        system=spec.mark,
    )


def wording(spec: RulesetSpec) -> Wording:
    if spec.wording is None:
        raise RulesBug(f"{spec.name} has no wording")
    return spec.wording


def _audience(bulletin: Bulletin) -> str:
    if bulletin.reader is None:
        return "for everyone"
    hidden = ", SECRET PARTS" if bulletin.own is not None else ""
    return f"for: {bulletin.reader}{hidden}"


def _options(bulletin: Bulletin) -> tuple[str, ...]:
    """The charter's options, where they are not the usual ones."""
    usual = {option.name: option.default for option in bulletin.spec.options}
    other = [f"{name} {choice}" for name, choice in sorted(bulletin.options.items()) if usual.get(name) != choice]
    return (f"Options: {', '.join(other)}",) if other else ()


def _due(bulletin: Bulletin) -> Row:
    """Who owes what by when."""
    if bulletin.ending is not None:
        return Row("DUE", "nothing: the game is over")
    by = f", by {bulletin.deadline}" if bulletin.deadline else ""
    owed = [f"{side}: {_owed(bulletin, [d for d in bulletin.due if d.side == side])}" for side in owing(bulletin)]
    return Row("DUE", "; ".join(owed) + by)


def owing(bulletin: Bulletin) -> list[str]:
    """Who owes something now."""
    return sorted({*bulletin.owing, *(decision.side for decision in bulletin.due)})


def _owed(bulletin: Bulletin, due: list[Decision]) -> str:
    """What one side owes; what it is asked about stays hidden where the question is sealed.  The charter is confirmed
    by a sheet."""
    parts = [d for d in due if d.kind == "part"]
    questions = len(due) - len(parts)
    said = ["a sheet"] if parts else []
    if not due:
        return "an answer" if bulletin.exchange else "a sheet"
    if questions:
        said.append("one answer" if questions == 1 else f"{questions} answers")
    return " and ".join(said)


def _secret(bulletin: Bulletin, words: Wording) -> Secret | None:
    """What stands under FOR YOUR EYES: the side's own secrets, and what became of its papers."""
    side = bulletin.reader or ""
    blocks: list[Block] = []
    if bulletin.own is not None:
        blocks += words.secrets(View(side, bulletin.after, bulletin.own))
    told = [note for note in bulletin.notes if note.side == side]
    blocks += [f"{f'line {note.where.line}: ' if note.where.line else ''}{note.words}" for note in told]
    return Secret(side, blocks=tuple(blocks)) if blocks else None


def _questions(bulletin: Bulletin, words: Wording) -> list[Block]:
    """The reader's own questions with their options; everyone learns who is asked, no more."""
    mine = [decision for decision in bulletin.due if decision.side == bulletin.reader]
    asked = [
        _question(bulletin, words, label, decision)
        for label, decision in labelled(mine).items()
        if decision.kind != "part"
    ]
    again = [
        f"{decision.topic}: {decision.prompt} ({decision.case})"
        for decision in mine
        if decision.kind == "part" and "again" in decision.facts
    ]
    if not asked and not again:
        return []
    return [Section("QUESTIONS", f"for {bulletin.reader}", (*again, *asked))]


def _question(bulletin: Bulletin, words: Wording, label: str, decision: Decision) -> Question:
    told = [words.option(decision, option, bulletin.after) for option in decision.options]
    marks = letters(decision)
    return Question(
        label,
        _prompt(decision),
        tuple(LetteredOption(mark, text) for mark, text in zip(marks, told, strict=True)),
        f"pbem answer {label} {_example(decision, marks)}".rstrip(),
        bulletin.deadline,
        _silence(bulletin, decision, marks),
        several=decision.kind == "several",
    )


def _prompt(decision: Decision) -> Inline:
    if decision.kind == "several":
        count = f"{decision.least}" if decision.least == decision.most else f"{decision.least} to {decision.most}"
        return f"{decision.prompt} (name {count}; {decision.case})"
    return f"{decision.prompt} ({decision.case})"


def _example(decision: Decision, marks: tuple[str, ...]) -> str:
    return marks[0] if decision.kind == "one" else " ".join(marks[: max(1, decision.least)])


def _silence(bulletin: Bulletin, decision: Decision, marks: tuple[str, ...]) -> str:
    """What silence will mean, by the same default that the engine takes."""
    view = View(decision.side, bulletin.after, bulletin.own)
    pick = decision.otherwise
    if pick is None:
        found = bulletin.spec.topic(decision.topic).default(view, decision)
        pick = found if isinstance(found, str | tuple) else ""
    named = (pick,) if isinstance(pick, str) else pick
    by_option = dict(zip(decision.options, marks, strict=True))
    return ", ".join(by_option[option] for option in named if option in by_option) or "none of them"


def _foot(bulletin: Bulletin, words: Wording) -> list[Row]:
    rows = [Row("NEXT", _next(bulletin, words))]
    rows.append(Row("LUCK", _luck(bulletin, words)))
    if bulletin.head:
        rows.append(Row("BOOK", (Code(bulletin.label), "   head ", Code(bulletin.head))))
        rows.append(Row("CHECK", _check(bulletin)))
    return rows


def _next(bulletin: Bulletin, words: Wording) -> str:
    if bulletin.ending is not None:
        return f"The game is over: {bulletin.ending.words} ({bulletin.spec.mark} {bulletin.ending.case})."
    sides = owing(bulletin)
    return f"{words.turn(bulletin.after)}. " + " ".join(f"{side}: pbem draft." for side in sides)


def _check(bulletin: Bulletin) -> Inline:
    rolls = [roll for chapter in bulletin.story.chapters for roll in chapter.rolls if roll.only is None]
    if not rolls:
        return (Code("pbem audit book"),)
    name = short_name(rolls[0].exchange, rolls[0].key)
    argument = f'"{name}"' if " " in name else name
    return (Code("pbem audit book"), "   one die by hand: ", Code(f"pbem dice explain {argument}"))


def _luck(bulletin: Bulletin, words: Wording) -> str:
    """Each side's luck in this exchange and in the whole game."""
    now = [luck for entry in _public(bulletin) for luck in words.luck(entry)]
    whole = tallied(now, bulletin.earlier)
    if not whole:
        return "no dice that count yet."
    told = [_fortune(side, fortune) for side, fortune in sorted(fortunes(now).items())]
    game = [f"{side} {round(one.mean)}" for side, one in whole.items()]
    return " ".join([*told, f"Whole game: {', '.join(game)} of 100 (50 is par)."])


def _public(bulletin: Bulletin) -> tuple[Entry, ...]:
    return tuple(entry for chapter in bulletin.chapters for entry in told_to(None, chapter.entries))


def _fortune(side: str, fortune: Fortune) -> str:
    return (
        f"{side} {fortune.count} {'roll' if fortune.count == 1 else 'rolls'}, {round(fortune.mean)} of 100; "
        f"{in_words(fortune.as_good)} as good or better."
    )
