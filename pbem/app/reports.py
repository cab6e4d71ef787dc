"""A report in the format that was asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.app.bulletin import Bulletin, report, wording
from pbem.app.history import replay
from pbem.app.mapparts import THE_ACTION, MapWish, looked_at
from pbem.app.present import BEFORE_PLAY, present
from pbem.app.readers import for_everyone, for_seat
from pbem.app.seats import draft_sheet, standing_in_force
from pbem.court.judging import asked_first
from pbem.engine.spec import RulesetSpec
from pbem.model.detail import Detail
from pbem.model.errors import Refused
from pbem.model.gaps import in_capitals, kinds
from pbem.model.hand import HandOfCards
from pbem.model.picture import Picture
from pbem.model.position import View
from pbem.model.sheet import ASK
from pbem.model.wording import Choice, QueryAnswer
from pbem.office.game import Game
from pbem.office.mails import block
from pbem.report import FORMATS, Format, MapFormat, render, render_map
from pbem.report.webpage import Workplace, render_page


def told(game: Game, side: str, form: str, at: int | None = None) -> str | bytes:
    """The report of a number of the book, the newest if none is named: public, or one side's."""
    number = game.course.number if at is None else at
    if form == "page":
        sheet = _sheet(game) if number == game.course.number else ""
        kept, first = standing_in_force(game) if sheet else (), first_of_play(game, number)
        return page(for_seat(game, side or game.seat, number), sheet, in_force=kept, first=first)
    bulletin = for_seat(game, side, number) if side else for_everyone(game.published(number))
    known: dict[str, Format] = {name: name for name in FORMATS}
    made = render(report(bulletin), known[form])
    return made + folded_blocks(game, number) if form == "bbcode" and isinstance(made, str) and not side else made


def folded_blocks(game: Game, number: int) -> str:
    """The signed documents of a number below its post in a forum, folded away: whoever reads it can take them in."""
    page = game.course.pages.get(number)
    blocks = "\n".join(block(one) for one in page.documents.values()) if page else ""
    return f"\n[spoiler=signed documents][code]\n{blocks}[/code][/spoiler]\n" if blocks else ""


def first_of_play(game: Game, number: int) -> tuple[str, ...]:
    """Whom play asks first, before anything is played and as far as it is known."""
    return asked_first(game.rules) if number == BEFORE_PLAY else ()


def _sheet(game: Game) -> str:
    """The draft that the page begins with; nothing where nothing is due."""
    try:
        return draft_sheet(game)
    except Refused:
        return ""


def map_now(game: Game, form: MapFormat, wish: MapWish = THE_ACTION) -> str | bytes:
    """The map as this seat may see it now, where the action is or the part that is asked for."""
    number = game.course.number
    drawn = (for_everyone(game.published(number)) if game.is_referee else for_seat(game, game.seat, number)).picture
    if drawn is None:
        raise Refused(f"{game.rules.spec.name} draws no map")
    return render_map(looked_at(drawn, wish), form, whole=wish.whole, scale=wish.scale)


def map_after(game: Game, number: int, form: MapFormat) -> str:
    """The map as it was after a number of the book, as everybody saw it."""
    draw = wording(game.rules.spec).picture
    if draw is None:
        raise Refused(f"{game.rules.spec.name} draws no map")
    state = replay(game, number)
    table = game.rules.codec.read_position({"secrets": {}, "table": state["table"]}).table
    drawn = render_map(draw(View("", table), None), form)
    return drawn if isinstance(drawn, str) else drawn.decode("utf-8")


AHEAD = "ahead"
"""Where a sheet has its plans for later turns, in games that have such."""

# the page of one seat: its report and the composer of its next sheet in one HTML file


def page(
    bulletin: Bulletin, sheet_text: str, file: str = "", *,
    in_force: tuple[tuple[str, str], ...] = (), first: tuple[str, ...] = (),
) -> str:  # fmt: skip
    """The file's text.  `file` is the name under which the sheet will be saved; `in_force` the standing orders;
    `first` whom play asks first."""
    if bulletin.reader is None:
        raise Refused("the page is one seat's view", f"name a side: {', '.join(bulletin.spec.sides)}")
    picture = bulletin.picture
    if picture is None:
        raise Refused(f"{bulletin.spec.name} draws no map", "read the report as html")
    parts = bulletin.spec.parts
    ahead = (AHEAD,) if any(part.ahead for part in parts) else ()
    onward = wording(bulletin.spec).onward(view_of(bulletin)) if asked_of(bulletin) else None
    found_there = onward.parts if onward else ()
    file = file or f"{bulletin.reader}-{bulletin.exchange + 1:02}.yaml"
    desk = Workplace(
        side=bulletin.reader,
        sheet=sheet_text,
        file=file,
        game=bulletin.game,
        exchange=bulletin.exchange + 1,
        present=present(bulletin, file, first),
        parts=(*(part.name for part in parts), *ahead),
        blocks=tuple(part.name for part in parts if part.single),
        choices=tuple(choice for choice in choices_of(bulletin) if choice.part not in found_there),
        onward=onward,
        either=wording(bulletin.spec).either,
        must=wording(bulletin.spec).must,
        again=tuple(d.topic for d in bulletin.due if d.side == bulletin.reader and d.facts.get("again") == "rest"),
        topics=topics_of(bulletin.spec),
        walks=wording(bulletin.spec).walks if asked_of(bulletin) else (),
        conditions=conditions_of(bulletin.spec) if asked_of(bulletin) else (),
        in_force=in_force,
        hand=hand_of(bulletin),
        details=details_of(bulletin),
        supply=supply_of(bulletin, picture),
    )
    return render_page(report(bulletin), picture, desk)


def view_of(bulletin: Bulletin) -> View:
    """What the reader may see as things stand after the exchange."""
    return View(bulletin.reader or "", bulletin.after, bulletin.own)


def asked_of(bulletin: Bulletin) -> tuple[str, ...]:
    """The parts that the reader is asked for now."""
    return tuple(d.topic for d in bulletin.due if d.side == bulletin.reader and d.kind == "part")


def hand_of(bulletin: Bulletin) -> HandOfCards | None:
    """The cards that the orders of the sheet are made of, while their part is asked for."""
    found = wording(bulletin.spec).hand(view_of(bulletin)) if asked_of(bulletin) else None
    return found if found is not None and found.part in asked_of(bulletin) else None


def details_of(bulletin: Bulletin) -> tuple[Detail, ...]:
    return wording(bulletin.spec).details(view_of(bulletin)) if asked_of(bulletin) else ()


def choices_of(bulletin: Bulletin) -> tuple[Choice, ...]:
    """What the ruleset offers, as far as the sheet that is due now can say it: its parts follow what is asked."""
    parts = [*(part.name for part in bulletin.spec.parts), AHEAD]
    offered, side = wording(bulletin.spec).choices, bulletin.reader or ""
    kept = {part.name for part in bulletin.spec.parts if part.serves != "this turn"}
    due = [parts.index(d.topic) for d in bulletin.due if d.side == side and d.kind == "part" and d.topic in parts]
    if offered is None or not due:
        return ()
    return tuple(
        choice for choice in offered(view_of(bulletin)) if choice.part in kept or parts.index(choice.part) >= min(due)
    )


def topics_of(spec: RulesetSpec) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Topics of standing orders with their words; a name of which there are few is put in, such as an edge."""
    known = {kind.upper(): names for kind, names in spec.names().items() if len(names) <= FEW_NAMES} | {"NUMBER": "234"}
    return tuple(
        (topic.name, (*(said for words in topic.words for said in _with_names(words, known)), ASK))
        for topic in spec.topics
        if topic.words
    )


FEW_NAMES = 16
ON_THE_PAGE = ("hex", "space", "unit", "number")
"""Gaps in conditions that are filled there."""


def conditions_of(spec: RulesetSpec) -> tuple[str, ...]:
    """What lines can wait for, with names of which there are few put in; without what cannot be chosen on the page.
    First what has no such names."""
    names = {kind: known for kind, known in spec.names().items() if kind not in ON_THE_PAGE and len(known) <= FEW_NAMES}
    found = sorted((_filled(one.pattern, names) for one in spec.conditions), key=len)
    return tuple(said for some in found for said in some)


def _filled(pattern: str, names: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    gaps = {kind for kind, _ in kinds(pattern).values()} - {*ON_THE_PAGE}
    if not gaps:
        return (in_capitals(pattern),)
    kind = min(gaps)
    return tuple(said for name in names.get(kind, ()) for said in _filled(pattern.replace(f"{{{kind}}}", name), names))


def _with_names(words: str, known: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    slot = next((slot for slot in known if slot in words.split()), "")
    return tuple(words.replace(slot, name) for name in known[slot]) if slot else (words,)


def supply_of(bulletin: Bulletin, picture: Picture) -> dict[str, QueryAnswer]:
    """What `pbem supply` says about every piece on the map, the enemy's too, where nothing hides them."""
    ask, units = bulletin.spec.queries.get("supply"), bulletin.spec.names().get(bulletin.spec.piece, ())
    if ask is None:
        return {}
    view, known = view_of(bulletin), {*units}
    return {counter.id: ask(view, counter.id) for counter in picture.counters if counter.id in known}
