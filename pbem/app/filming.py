"""A game's film: the book's entries folded one by one, each with its words, its dice and the map after it.

Only what a reader may know comes in: what is public, what his own part told him, and after the opening any side's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, replace
from fractions import Fraction
from typing import Any

from pbem.app.brief import Brief, brief
from pbem.app.bulletin import wording
from pbem.app.deeds import deeds, marked, place_names, step_told, step_words
from pbem.app.readers import remarks
from pbem.book.states import state_digest
from pbem.court.published import Published
from pbem.court.replaying import folded
from pbem.dice.log import short_name
from pbem.engine.clone import copy_record
from pbem.engine.session import apply
from pbem.model.entry import Entry, Roll
from pbem.model.errors import Refused
from pbem.model.film import Deed, Film, Scene, Shot, Throw
from pbem.model.picture import Picture
from pbem.model.position import Position, View
from pbem.model.records import frozen, mutable
from pbem.model.wording import Chapter, Story, Wording
from pbem.office.game import Game
from pbem.office.knowing import check_may_read, part_of
from pbem.seal.words import label

Found = tuple[int, int]
"""Scene and shot."""
CALLED_UNIT = ("unit", "units")


@mutable(slots=False)
class Filming:
    """A film in the making: what goes on from scene to scene."""

    game: Game
    reader: str
    words: Wording
    units: frozenset[str]
    places: Mapping[str, str] = field(default_factory=dict)
    luck: dict[str, list[Fraction]] = field(default_factory=dict)
    battles: dict[tuple[Any, ...], Found] = field(default_factory=dict)
    """The last dice thrown at a place in a step of a turn."""
    stars: int = 0
    states: dict[int, Any] = field(default_factory=dict)

    def published(self, number: int) -> Published:
        """A number of the book, its states worked out once."""
        course = self.game.course_after(number)
        before = self.state(course.base_of(number)) if number else self.state(0)
        return Published(self.game.rules, course, number, before, self.state(number))

    def state(self, after: int) -> Any:
        number = self.game.judged(after)
        if number not in self.states:
            self.states[number] = self._folded(number) or self.game.state(number)
        return self.states[number]

    def _folded(self, number: int) -> Any:
        """The signed state as its events give it, which is quicker than reading the file that shows it."""
        course, rules = self.game.course, self.game.rules
        outcome = course.outcome(number)
        if outcome is None or rules.openness == "all":
            return None
        state = folded(rules, self.state(course.base_of(number)), outcome)
        return state if state_digest(state).hex() == outcome.state else None

    @property
    def codec(self) -> Any:
        return self.game.rules.codec

    def map(self, table: Any, own: Any, story: Story | None = None) -> Picture:
        draw = self.words.picture
        return draw(View(self.reader, table, own), story) if draw else BLANK


BLANK = Picture("", (), 1.0)


def film(game: Game, reader: str = "", numbers: Iterable[int] = ()) -> Film:
    """The whole game so far, or some numbers of its book, for everybody or as a side knew it."""
    spec = game.rules.spec
    if reader and reader not in spec.sides:
        raise Refused(f"no side {reader!r}", f"there are: {', '.join(spec.sides)}")
    if reader:
        check_may_read(game, reader)
    words = wording(spec)
    units = frozenset(spec.names().get(spec.piece, ()))
    making = Filming(game, reader, words, units)
    first = making.published(0)
    empty = replace(making.map(first.table, None), counters=(), moves=(), battles=())
    making.places = place_names(empty)
    scenes = tuple(scene_of(making, number) for number in numbers or range(game.course.number + 1))
    ending = making.published(game.course.number).ending
    return Film(
        title=spec.title,
        mark=spec.mark,
        game=game.charter.name,
        scenario=game.rules.draft.scenario,
        reader=reader,
        empty=empty,
        places=making.places,
        scenes=scenes,
        ending=f"{ending.words} ({spec.mark} {ending.case})" if ending else "",
    )


def scene_of(making: Filming, number: int) -> Scene:
    """One number of the book: its public entries, then what the reader alone was told, step by step."""
    game, words = making.game, making.words
    published = making.published(number)
    page = game.course.pages.get(number)
    part = part_of(game, making.reader, number) if making.reader and published.outcome else None
    own = own_of(making, number)
    table, making.stars = published.table_before, 0
    before = making.map(table, own)
    shots = _with_marks(before, tuple(_shots(making, published, part, own)))
    at = page.record.at if page and page.record else page.agreement.at if page and page.agreement else ""
    kind = "charter" if page is None else "record" if page.record else "agreement" if page.agreement else "opening"
    view = View(making.reader, published.table, own)
    eyes = brief(words.secrets(view), game.rules.spec.mark).words if own is not None else ""
    notes = tuple(note["words"] for note in part["notes"]) if part else ()
    return Scene(
        number=number,
        kind=kind,
        turn=words.turn(table),
        at=at,
        label=label(published.course.head),
        remarks=(*remarks(published), *notes),
        secrets=(eyes,) if eyes else (),
        before=before,
        after=making.map(published.table, own),
        shots=shots,
        aside=is_aside(game, number),
        base=game.judged(number),
        state=published.state if published.outcome else None,
    )


def is_aside(game: Game, number: int) -> bool:
    """Whether an undoing or a new judgement has set a number aside."""
    return number not in game.course.standing and number > 0


def own_of(making: Filming, number: int) -> Any:
    """The reader's secrets after a number."""
    game, kind = making.game, making.game.rules.spec.secrets.get(making.reader)
    part = part_of(game, making.reader, game.judged(number)) if kind else None
    return making.codec.read_own(kind, part["own"]) if kind and part and part["own"] is not None else None


def _with_marks(before: Picture, shots: tuple[Shot, ...]) -> tuple[Shot, ...]:
    """A mark that still counts when the scene is over came with the last shot that touched it: between, it flickers."""
    changed = marked(before, shots[-1].after) if shots else ()
    if not changed:
        return shots
    pictures = (before, *(shot.after for shot in shots))
    marks = [{counter.id: counter.marks for counter in picture.counters} for picture in pictures]
    late: dict[int, list[Deed]] = {}
    for deed in changed:
        turns = (n for n in range(len(shots), 0, -1) if marks[n].get(deed.unit) != marks[n - 1].get(deed.unit))
        late.setdefault(next(turns, len(shots)) - 1, []).append(deed)
    return tuple(replace(shot, deeds=(*shot.deeds, *late.get(n, ()))) for n, shot in enumerate(shots))


# the shots of a scene


@frozen(slots=False)
class Take:
    """An entry on its way into the film: its chapter, where it stands, the tables around it, the dice that are its."""

    chapter: Chapter
    stretch: int
    entry: int
    said: Entry
    before: Any
    after: Any
    rolls: tuple[Roll, ...]
    own: bool = False


def _shots(making: Filming, published: Published, part: Any, own: Any) -> Iterator[Shot]:
    scene, now = published.number, Position(published.table_before)
    news = [_chapter(making, one) for one in part["news"]] if part else []
    shown = making.map(now.table, own)
    count = 0
    for stretch, chapter in enumerate(published.chapters):
        found = [*_public(now, chapter, stretch)]
        if stretch < len(news):
            found += [*_private(now, news[stretch], stretch)]
        for at, told in enumerate(found):
            shot = _shot(making, found, at, shown, own, (scene, count))
            shown, count = shot.after, count + 1
            if (told.rolls or shot.battles) and told.said.place:
                making.battles[_place_of(told)] = scene, count - 1
            yield shot


def _chapter(making: Filming, plain: Any) -> Chapter:
    entries, rolls = map(making.codec.read_entry, plain["entries"]), map(making.codec.read_roll, plain["rolls"])
    return Chapter(plain["step"], plain["turn"], tuple(entries), tuple(rolls))


def _public(now: Position, chapter: Chapter, stretch: int) -> Iterator[Take]:
    rolls = thrown_for(chapter)
    for number, entry in enumerate(chapter.entries):
        if entry.only is None:
            before = now.table
            now.table = copy_record(before)
            apply(now, entry)
            yield Take(chapter, stretch, number, entry, before, now.table, rolls.get(number, ()))


def _private(now: Position, chapter: Chapter, stretch: int) -> Iterator[Take]:
    rolls = thrown_for(chapter)
    for number, entry in enumerate(chapter.entries):
        yield Take(chapter, stretch, number, entry, now.table, now.table, rolls.get(number, ()), True)


def thrown_for(chapter: Chapter) -> dict[int, tuple[Roll, ...]]:
    """The rolls of a chapter by the entry that tells of them: that of the same place and case, else of the place."""
    found: dict[int, tuple[Roll, ...]] = {}
    for roll in chapter.rolls:
        fits = [(_nearness(roll, entry), -number) for number, entry in enumerate(chapter.entries)]
        if fits:
            number = -max(fits)[1]
            found[number] = (*found.get(number, ()), roll)
    return found


def _nearness(roll: Roll, entry: Entry) -> tuple[int, int, int, int]:
    """How much an entry looks like what was thrown for: by place, case, the unit that threw, the faces it tells."""
    place = roll.key[1:]
    shared = sum(1 for one, other in zip(place, entry.place, strict=False) if one == other)
    told = set(_numbers(entry.event))
    whole = shared == len(entry.place)
    names = {text for _, text in _texts("", entry.event)}
    named = sum(one in names for one in place[shared:])
    near = shared if whole else -1
    return near, int(roll.case == entry.case), named, sum(face in told for face in roll.faces)


def _numbers(value: Any) -> Iterator[int]:
    if isinstance(value, int):
        yield value
    elif isinstance(value, tuple | list):
        for one in value:
            yield from _numbers(one)
    elif hasattr(value, "__dataclass_fields__"):
        for name in value.__dataclass_fields__:
            yield from _numbers(getattr(value, name))


def _shot(making: Filming, found: list[Take], at: int, shown: Picture, own: Any, where: Found) -> Shot:
    told = found[at]
    entry, chapter = told.said, told.chapter
    sides = making.game.rules.spec.sides
    alone = Story(told.before, told.after, (Chapter(chapter.step, chapter.turn, (entry,), told.rolls),))
    after = making.map(told.after, own, alone)
    said = _said(making, found, at)
    names = list(_names(entry))
    places = tuple(dict.fromkeys(name for _, name in names if name in making.places))
    luck = making.words.luck(entry) if entry.only is None else ()
    for one in luck if not is_aside(making.game, where[0]) else ():
        making.luck.setdefault(one.side, []).append(one.score)
    battles = []
    for battle in after.battles:
        making.stars += 1
        battles.append(replace(battle, label=str(making.stars)))
    return Shot(
        stretch=told.stretch,
        entry=told.entry,
        case=entry.case,
        step=step_words(chapter.step, sides),
        turn=step_words(chapter.turn, sides),
        told_step=step_told(chapter.turn, chapter.step, making.words.steps, sides),
        words=said.words,
        card=said.card,
        units=tuple(dict.fromkeys(name for key, name in names if name in making.units and _meant(key, name))),
        places=places,
        throws=tuple(_throw(roll) for roll in told.rolls),
        deeds=deeds(shown, after, making.places, after.moves, places if after.moves else ()),
        cause=_cause(making, told),
        moves=after.moves,
        battles=tuple(battles),
        after=replace(after, moves=(), battles=()),
        luck={side: round(sum(scores) / len(scores)) for side, scores in sorted(making.luck.items())},
        own=told.own,
    )


def _said(making: Filming, found: list[Take], at: int) -> Brief:
    """The entry in the ruleset's words; one that dice were thrown for, with what came of it at its place."""
    told, last = found[at], at
    if told.rolls and told.said.place:
        while last + 1 < len(found) and found[last + 1].said.place[: len(told.said.place)] == told.said.place:
            if found[last + 1].rolls or found[last + 1].own != told.own:
                break
            last += 1
    mark = making.game.rules.spec.mark
    entries = tuple(one.said for one in found[at : last + 1])
    alone = brief(_blocks(making, told, told.after, entries[:1]), mark)
    if not alone.words and any(roll.drawn for roll in told.rolls):
        return Brief(f"{_drawn(told.rolls)} ({told.said.case})", ())
    whole = brief(_blocks(making, told, found[last].after, entries), mark) if last > at else alone
    fought = making.words.battle(told.said)
    return Brief(fought or (whole.labelled if last > at else "") or alone.words, whole.card or alone.card)


def _drawn(rolls: Iterable[Roll]) -> str:
    """What came out of a cup or pile, by what the rolls are for: `chits 43 and 17 are drawn`."""
    drawn = [roll.drawn for roll in rolls if roll.drawn]
    kinds = {roll.key[-1].rpartition(" ")[0] for roll in rolls if roll.drawn}
    kind = kinds.pop() if len(kinds) == 1 else ""
    is_drawn = "is drawn" if len(drawn) == 1 else "are drawn"
    named = f"{kind}{'s' if kind and len(drawn) > 1 else ''} {' and '.join(drawn)}".strip()
    return f"{named} {is_drawn}"


def _blocks(making: Filming, told: Take, after: Any, entries: tuple[Entry, ...]) -> Iterable[Any]:
    chapter = Chapter(told.chapter.step, told.chapter.turn, entries, told.rolls)
    return making.words.phases(Story(told.before, after, (chapter,), making.reader or None))


def _throw(roll: Roll) -> Throw:
    full = "/".join((str(roll.exchange), *roll.key))
    return Throw(short_name(roll.exchange, roll.key), roll.case, roll.die, roll.faces, roll.drawn or "", full)


def _cause(making: Filming, told: Take) -> Found | None:
    return None if told.rolls or not told.said.place else making.battles.get(_place_of(told))


def _place_of(told: Take) -> tuple[Any, ...]:
    return told.chapter.turn, told.chapter.step, told.said.place[:1]


def _names(entry: Entry) -> Iterator[tuple[str, str]]:
    """Every text in an event, with the field it stands in; then the entry's place."""
    yield from _texts("", entry.event)
    for place in entry.place:
        yield "place", place


def _texts(key: str, value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield key, value
    elif isinstance(value, tuple | list):
        for one in value:
            yield from _texts(key, one)
    elif hasattr(value, "__dataclass_fields__"):
        for name in value.__dataclass_fields__:
            yield from _texts(name, getattr(value, name))


def _meant(key: str, name: str) -> bool:
    """A bare number is a piece's name where a piece is meant, and else a card's or a count."""
    return not name.isdecimal() or key in CALLED_UNIT
