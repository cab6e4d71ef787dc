"""What happened, in words, every statement with the case it was done by.

An event says itself by the sentence that stands with it, `@event(says="{unit} advances to {hex}")`.  What one sentence
cannot say is a function of the event, among the `tellers`; these go first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from types import MappingProxyType
from typing import Any

from pbem.craft.sentences import Spelled, filled_in
from pbem.model import document as doc
from pbem.model.counting import how_many as how_many
from pbem.model.counting import many as many
from pbem.model.entry import Entry
from pbem.model.records import frozen
from pbem.ruleset import NotCarriedOut

Teller = Callable[[Any], str]
"""An event in words; empty for what is told elsewhere."""


@frozen(slots=False)
class Sayings:
    """A ruleset's words for its events.  Lines that were not carried out are told to their owner as in every game."""

    mark: str
    """The short name of the rulebook: AO."""
    tellers: Mapping[type, Teller | str] = field(default_factory=lambda: MappingProxyType({}))
    """Events in words, where these are more than a sentence with gaps; or another sentence."""
    spelled: Spelled = field(default_factory=lambda: MappingProxyType({}))
    """`{"name": NAMES.__getitem__}`: what `{side:name}` says."""
    counted: Mapping[type, Teller] = field(default_factory=lambda: MappingProxyType({}))
    """The same for what a forecast counts."""

    def words(self, event: Any) -> str:
        """What happened, without its case."""
        teller = self.tellers.get(type(event)) or _in_words(event)[0]
        if isinstance(event, NotCarriedOut):
            return _not_carried_out(event)
        return filled_in(teller, event, self.spelled) if isinstance(teller, str) else teller(event)

    def counts(self, entry: Entry) -> str:
        """For `Wording.counts`: what a forecast counts."""
        if teller := self.counted.get(type(entry.event)):
            return teller(entry.event)
        return filled_in(_in_words(entry.event)[1], entry.event, self.spelled)

    def say(self, entry: Entry) -> doc.Inline:
        """An entry with its case; empty for what is told elsewhere, such as in a table."""
        words = self.words(entry.event)
        return (f"{words} (", doc.Cite(self.mark, entry.case), ")") if words else ""

    def lines(self, entries: Iterable[Entry]) -> tuple[doc.Inline, ...]:
        """A statement for each entry that has one."""
        return tuple(words for entry in entries if (words := self.say(entry)))

    def items(self, entries: Iterable[Entry]) -> tuple[doc.Block, ...]:
        """The statements as a list without marks; nothing, if there is nothing to say."""
        told = tuple(doc.Item("", words) for words in self.lines(entries))
        return (doc.Items(told),) if told else ()


def _in_words(event: Any) -> tuple[str, str]:
    found: tuple[str, str] = getattr(event, "in_words", ("", ""))
    return found


def _not_carried_out(event: NotCarriedOut) -> str:
    hint = f" ({event.hint})" if event.hint else ""
    return f"line {event.line} of {event.part} was not carried out: {event.why}{hint}"


def columns(*titles: str) -> tuple[doc.Column, ...]:
    """The columns of a table by their titles; those with a > behind stand to the right."""
    return tuple(doc.Column(title.removesuffix(">"), "right" if title.endswith(">") else "left") for title in titles)


def parted(
    entries: Iterable[Entry], at: type, before: tuple[type, ...] = (), after: tuple[type, ...] = (object,)
) -> list[list[Entry]]:
    """The entries of each battle: one `at` its die, what came `before` it and belongs to it, and what came `after`."""
    found: list[list[Entry]] = []
    waiting: list[Entry] = []
    for entry in entries:
        if isinstance(entry.event, at):
            found.append([*waiting, entry])
            waiting = []
        elif isinstance(entry.event, before):
            waiting.append(entry)
        elif found and isinstance(entry.event, after):
            found[-1].append(entry)
    return found


def echoed(words: str) -> Callable[[Any, Any], str]:
    """For `PartSpec.echo`: a line as understood, where one sentence says it; `{if_:if}` are its conditions."""
    return lambda table, line: filled_in(words, line, {"if": said_if})


# Small words; `many` and `how_many` come from the records


def listed(names: Sequence[str]) -> str:
    """1 Foot; 1 Foot and 2 Foot; 1 Foot, 2 Foot and 1 Guns"""
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)


def attack_told(attackers: Sequence[str], defenders: Sequence[str], place: str) -> str:
    """1 Foot and 1 Guns attack 2 Foot in 0503"""
    return f"{listed(attackers)} attack{'s' if len(attackers) == 1 else ''} {listed(defenders)} in {place}"


def by_way(path: Sequence[str]) -> str:
    """to 0706; by 0805 to 0706"""
    return f"by {listed(path[:-1])} to {path[-1]}" if len(path) > 1 else f"to {path[0]}" if path else "nowhere"


def said_if(conditions: tuple[str, ...]) -> str:
    """The conditions of a line behind its echo."""
    return f", if {' and '.join(conditions)}" if conditions else ""


def newly_lost(before: Any, after: Any) -> list[Any]:
    """The units that are lost on the table after, and were not before."""
    gone = {name for name, unit in before.units.items() if unit.lost}
    return [unit for name, unit in sorted(after.units.items()) if unit.lost and name not in gone]
