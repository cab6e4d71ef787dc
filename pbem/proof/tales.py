"""Every exchange can be told, to everybody and to each side."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pbem.engine.advance import Progress
from pbem.engine.codec import Codec
from pbem.model.entry import told_to
from pbem.model.recount import counted
from pbem.model.wording import Chapter, Story, Wording
from pbem.proof.subject import Subject, spread


def exchanges_are_told(subject: Subject) -> Iterator[str]:
    """Reports are made of every exchange, for everybody and for each side; luck is a whole distribution."""
    words = subject.spec.wording
    if words is None:
        yield "the ruleset has no words of its own"
        return
    for now in spread(subject.watched):
        at, table = now.bookmark.step_id, now.position.table
        if not words.turn(table) or not words.victory(table):
            yield f"{at}: no words for the turn or the victory"
        asked = [decision.prompt for decision in now.decisions]
        asked += [words.option(one, option, table) for one in now.decisions for option in one.options]
        yield from (f"{at}: {fault}" for fault in miscounted([*asked, words.victory(table)]))
        for reader in (None, *subject.spec.sides):
            yield from (f"{at}, {reader or 'everybody'}: {fault}" for fault in _told(words, now, reader))
        for decision in now.decisions:
            for option in decision.options:
                if not words.option(decision, option, table):
                    yield f"{at}: {decision.topic}: no words for {option}"


def points_can_be_counted_again(subject: Subject) -> Iterator[str]:
    """Whoever has the public state alone counts the points that the rules count, as a replay does."""
    words, codec = subject.spec.wording, Codec(subject.spec)
    if words is None:
        return
    for now in spread(subject.watched):
        table = now.position.table
        points, recount = dict(words.points(table)), words.recount(table)
        again = counted(recount, codec.position(now.position)["table"])
        if recount.figures and again != points:
            yield f"{now.bookmark.step_id}: the rules count {points}, by recount it is {again}"


def forecasts_have_something_to_count(subject: Subject) -> Iterator[str]:
    """A forecast has something to count: of whole games some entries are worth it."""
    words = subject.spec.wording
    entries = (entry for now in subject.watched for stretch in now.stretches for entry in stretch.told.entries)
    if words is not None and not any(words.counts(entry) for entry in entries if entry.only is None):
        yield "counts finds nothing in whole games: every forecast would be empty"


COUNTED = "points|steps|units|hexes|cards|dice|hits|chits|missions|depots"
"""Words that are no verbs: a unit called 1 retreats and attacks."""
ONE_OF_MANY = re.compile(rf"(?<![\w.:-])1 (?:(?:strength|movement|supply|victory|armor|infantry) )?(?:{COUNTED})\b")


def miscounted(told: object) -> Iterator[str]:
    """Nobody has "1 points"."""
    yield from (f"says {found[0]!r}" for found in ONE_OF_MANY.finditer(str(told)))


def _told(words: Wording, now: Progress, reader: str | None) -> Iterator[str]:
    chapters = tuple(
        Chapter(stretch.step, stretch.turn, told_to(reader, stretch.told.entries), stretch.told.rolls)
        for stretch in now.stretches
    )
    own = now.position.secrets.get(reader) if reader else None
    story = Story(now.bookmark.entry.table, now.position.table, chapters, reader, own)
    short = words.short(story)
    yield from miscounted((words.phases(story), short))
    if not short:
        yield "nothing to say in short"
    for entry in story.entries():
        for luck in words.luck(entry):
            if sum(chance for _, chance in luck.chances) != 1:
                yield f"luck of {type(entry.event).__name__}: the chances do not add up to one"
            if luck.score not in [score for score, _ in luck.chances]:
                yield f"luck of {type(entry.event).__name__}: {luck.score} is none of the scores"
