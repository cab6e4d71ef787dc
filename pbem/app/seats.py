"""What a player does with his own seat before anything is signed: draft, check, forecast, look."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pbem.app.bulletin import wording
from pbem.app.forecasts import Forecast, forecast_of
from pbem.app.slips import TAB_WIDTH, tabs_in, with_cures
from pbem.court.forms import labelled
from pbem.court.rules import CONFIRMS
from pbem.engine.advance import Terms
from pbem.engine.check import Checked, check
from pbem.engine.papers import Papers
from pbem.engine.spec import RulesetSpec
from pbem.engine.stands import Stand, replayed, seen_by
from pbem.model.decision import Decision
from pbem.model.errors import Refused
from pbem.model.names import resolve_name
from pbem.model.position import View
from pbem.model.problem import Problem
from pbem.model.records import frozen
from pbem.model.sheet import ASK, Sheet, StandingOrder
from pbem.model.wording import DraftLine, QueryAnswer
from pbem.office.game import Game
from pbem.office.knowing import Knowledge, knowledge, with_own
from pbem.office.overdue import effective_until
from pbem.post.moments import moment
from pbem.seal.sheettext import sheet_text
from pbem.sheets import Legible, letters, passive, print_lines, read_legible
from pbem.sheets import draft as lay_out
from pbem.sheets.refused import SheetRefused


@frozen
class Looked:
    """A sheet as it was read and checked."""

    problems: tuple[Problem, ...]
    checked: Checked | None
    legible: Legible | None = None
    """What could be read, if not all: the rest was checked without it, and nobody may sign the sheet."""
    counting: tuple[str, ...] = ()
    """The topics of standing orders that are in force while this sheet is played."""
    coming: tuple[str, ...] = ()
    """Those that the sheet replaces them by, from the next exchange on."""

    @property
    def good(self) -> bool:
        return self.legible is None and all(problem.kind == "doubtful" for problem in self.problems)


def draft_sheet(game: Game, *, schema: str = "") -> str:
    """The next sheet, ready to edit."""
    known = known_to_player(game)
    if game.seat not in game.course.next.seats:
        owing = " and ".join(game.course.next.seats) or "nobody"
        raise Refused(f"{game.seat} is not due, the exchange waits for {owing}", "pbem status says who owes what")
    papers = known.whole.papers.get(known.view.side, Papers())
    return draft_from(game, known.view, known.due, papers, schema=schema)


def draft_from(
    game: Game, view: View, due: tuple[Decision, ...], papers: Papers, *, schema: str = "", remark: str = ""
) -> str:
    """The next sheet of the side that looks, from what it knows and has handed in."""
    number, spec = game.course.open_number, game.rules.spec
    form = game.rules.form(number, view.side, due)
    words = wording(spec)
    offered = dict(words.draft(view, due)) if words.draft else {}
    for name, waits in _waiting(spec, papers).items():
        offered[name] = (*waits, *(replace(line, live=False) for line in offered.get(name, ())))
    confirms = ", confirms the charter" if number == 1 else ""
    comments = {"exchange": f"{words.turn(view.table)}{confirms}; due {deadline(game)}", "side": remark}
    parts = [(part.name, offered[part.name]) for part in form.parts if part.name in offered]
    questions = _questions(game, view, due)
    standing = _standing_lines(spec, papers) if number == 1 else []
    return lay_out(form, [*parts, *questions], comments, standing=standing, schema=schema)


def draft_standing(game: Game, *, schema: str = "") -> str:
    """Standing orders, ready to edit: those in force as they are, for other topics the words there are."""
    known = known_to_player(game)
    form = game.rules.form(game.course.open_number, game.seat, known.due)
    papers = known.whole.papers.get(known.view.side, Papers())
    text = lay_out(form, [], standing=_standing_lines(game.rules.spec, papers), schema=schema)
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith("exchange:"))


def _waiting(spec: RulesetSpec, papers: Papers) -> dict[str, tuple[DraftLine, ...]]:
    """What waits for the next turn, or until it is used, part by part: it stays in force as long as it stands there."""
    return {
        name: tuple(DraftLine(text, "in force", live=True) for text in print_lines(part, spec.part(name).single))
        for name, part in papers.kept.items()
        if part.lines
    }


def standing_in_force(game: Game) -> tuple[tuple[str, str], ...]:
    """The standing orders of a seat as they are: the topic, with its places, and the words."""
    known = known_to_player(game)
    return tuple(map(_as_said, known.whole.papers.get(known.view.side, Papers()).standing))


def _as_said(order: StandingOrder) -> tuple[str, str]:
    at = f" at {', '.join(order.places)}" if order.places else ""
    return f"{order.topic}{at}", order.wish if isinstance(order.wish, str) else f"[{', '.join(order.wish)}]"


def _standing_lines(spec: RulesetSpec, papers: Papers) -> list[DraftLine]:
    """Topic by topic what is in force, or as a comment what could be said."""
    topics = {topic.name: topic for topic in spec.topics if topic.words}
    lines, said = [], set()
    for order in papers.standing:
        said.add(order.topic)
        lines.append(DraftLine(": ".join(_as_said(order)), "in force", live=True))
    for name, topic in topics.items():
        if name not in said:
            first, *others = [*topic.words, ASK]
            lines.append(DraftLine(f"{name}: {first}", f"or {', '.join(others)}"))
    return lines


def deadline(game: Game) -> str:
    until = effective_until(game)
    return moment(until) if until else "now"


def _questions(game: Game, view: View, due: tuple[Decision, ...]) -> list[tuple[str, list[DraftLine]]]:
    """What is asked, as comments under `answers:`."""
    words = wording(game.rules.spec)
    lines = []
    for label, asked in labelled(due).items():
        if asked.kind != "part":
            options = zip(letters(asked), asked.options, strict=True)
            told = "; ".join(f"{mark} {words.option(asked, option, view.table)}" for mark, option in options)
            colon = "" if asked.prompt.endswith("?") else ":"
            lines.append(DraftLine(f"{label}: {passive(asked)}", f"{asked.prompt}{colon} {told}"))
    return [("answers", lines)] if lines else []


def read_own(game: Game, text: str, file: str) -> tuple[Sheet | None, tuple[Problem, ...], Knowledge]:
    """A sheet of this seat as it will be signed, read in the light of what the seat knows."""
    known = known_to_player(game)
    if tabs := tabs_in(text, file):
        return None, tabs, known
    sheet, problems = game.rules.read(sheet_text(text), game.course.open_number, known.view, known.due, file)
    return sheet, with_cures(problems, text), known


def check_sheet(game: Game, text: str, file: str) -> Looked:
    """All problems at once, and each line as understood; where some cannot be read, the others all the same."""
    if lacks_own_part(game):
        raise Refused(
            "what you alone knew is not here, so nothing can be tried",
            "pbem receive the last report again if its box opens; the sheet can be signed unchecked",
        )
    sheet, problems, known = read_own(game, text, file)
    if sheet is not None:
        stand = stand_of(game, known)
        checked = check(stand, sheet)
        return Looked((*problems, *_placed(checked, file)), checked, None, *_standing(stand, sheet))
    legible, problems = _read_legible(game, text, file, known)
    if legible is None:
        return Looked(problems, None)
    stand = stand_of(game, known)
    checked = check(stand, legible.sheet, sure_above=legible.sure_above)
    found = tuple(sorted((*problems, *_placed(checked, file)), key=_by_line))
    return Looked(found, checked, legible, *_standing(stand, legible.sheet))


def _standing(stand: Stand, sheet: Sheet) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Topics of standing orders: those in force, and those that come with the sheet."""
    now = tuple(dict.fromkeys(order.topic for order in stand.papers.standing))
    new = tuple(dict.fromkeys(order.topic for order in sheet.standing or ()))
    return (new, ()) if sheet.standing is not None and stand.exchange == CONFIRMS else (now, new)


def lacks_own_part(game: Game) -> bool:
    """Whether what this seat alone knew is not here: its secrets were lost.  It may sign, but nothing can be tried."""
    outcome = game.course.outcome(game.course.resume)
    return outcome is not None and game.seat in outcome.parts and knowledge(game).part is None


def refuse_illegal(game: Game, text: str, file: str) -> None:
    """Refuse a sheet in which something is certainly against the rules, all of it named."""
    if lacks_own_part(game):
        return
    looked = check_sheet(game, text, file)
    if any(problem.kind == "illegal" for problem in looked.problems):
        raise SheetRefused(list(looked.problems))


def _read_legible(game: Game, text: str, file: str, known: Knowledge) -> tuple[Legible | None, tuple[Problem, ...]]:
    """The orders of a sheet that can be read, and all that is wrong with the others."""
    form = game.rules.form(game.course.open_number, known.view.side, known.due)
    legible, problems = read_legible(sheet_text(text.expandtabs(TAB_WIDTH)), form, file, tabs_in(text, file))
    return legible, with_cures(problems, text)


def _placed(checked: Checked, file: str) -> list[Problem]:
    """The problems with the name of the file, as those that reading finds have it."""
    return [replace(one, where=replace(one.where, file=file)) for one in checked.problems]


def _by_line(problem: Problem) -> tuple[int, int]:
    return problem.where.line, problem.where.column


def forecast_sheet(game: Game, text: str, file: str) -> tuple[tuple[Problem, ...], Forecast | None]:
    sheet, problems, known = read_own(game, text, file)
    return problems, None if sheet is None else forecast_of(stand_of(game, known), sheet)


def stand_of(game: Game, known: Knowledge) -> Stand:
    """From where a sheet is tried: what the seat knows, without any seed."""
    side = known.view.side
    terms = Terms(game.rules.spec, game.rules.draft.windows)
    papers = known.whole.papers.get(side, Papers())
    number, bookmark = game.course.open_number, known.whole.bookmark
    bookmark = seen_by(with_own(game, bookmark), side) if terms.spec.secrets else replayed(terms.spec, bookmark, number)
    return Stand(terms, bookmark, side, papers, known.due, number, number == CONFIRMS, known.view)


def known_to_player(game: Game) -> Knowledge:
    if game.is_referee:
        raise Refused("the referee has no sheet", "pbem adjudicate resolves what has come in")
    return knowledge(game)


# queries


def ask(game: Game, query: str, side: str, *names: str, more: Mapping[str, str] | None = None) -> QueryAnswer:
    """moves, odds or supply, as this seat may know it; names may be shortened."""
    spec = game.rules.spec
    if query not in spec.queries:
        raise Refused(f"{spec.title} has no {query}", f"it has: {', '.join(spec.queries) or 'none'}")
    view = knowledge(game, side or (spec.sides[0] if game.is_referee else game.seat)).view
    known = spec.names()
    pieces, places = known.get(spec.piece, ()), known.get(spec.place, ())
    if query == "odds":
        target, *units = names
        found = _sure(_place_called(spec, view, target)) if places else target
        return spec.queries[query](
            view, found, tuple(full_name(unit, pieces, spec.piece) for unit in units), more or {}
        )
    if names[0] in places or (places and isinstance(resolve_name(names[0], pieces, spec.piece), Problem)):
        place = _place_called(spec, view, names[0])
        if not isinstance(place, Problem):
            return of_place(spec, query, view, place)
    return spec.queries[query](view, full_name(names[0], pieces, spec.piece))


def _place_called(spec: RulesetSpec, view: View, text: str) -> str | Problem:
    """A place by its name, or by that of the town there."""
    found = resolve_name(text, spec.names().get(spec.place, ()), spec.place)
    draw = wording(spec).picture
    if not isinstance(found, Problem) or draw is None:
        return found
    towns = {town.name: town.space for town in draw(View("", view.table), None).towns if town.space}
    town = resolve_name(text, tuple(towns), spec.place)
    return found if isinstance(town, Problem) else towns[town]


def of_place(spec: RulesetSpec, query: str, view: View, place: str) -> QueryAnswer:
    """What a query says of a place: of moves, which pieces of the side can end there."""
    if (ask_place := spec.queries.get(f"{query} of a place")) is not None:
        return ask_place(view, place)
    if query != "moves":
        raise Refused(f"{spec.title} answers {query} for a {spec.piece}, not for a {spec.place}")
    answers = {name: spec.queries[query](view, name) for name in spec.names().get(spec.piece, ())}
    coming = {name: one for name, one in answers.items() if one.side == view.side and place in one.ends}
    lines = [line for one in coming.values() for line in (one.lines[0], *_about(one.lines[1:], place))]
    return QueryAnswer(tuple(lines) or (f"{place}: nobody of {view.side} can come here",), {"coming": list(coming)})


def _about(lines: tuple[str, ...], place: str) -> list[str]:
    return [f"  {line}" for line in lines if line.startswith(f"{place} ")][:1]


def full_name(text: str, known: tuple[str, ...], kind: str) -> str:
    """The name that is meant."""
    return _sure(resolve_name(text, known, kind)) if known else text


def _sure(found: str | Problem) -> str:
    if isinstance(found, Problem):
        raise Refused(found.message, found.hint)
    return found


def questions(game: Game) -> dict[str, Decision]:
    """What this seat is asked, by labels."""
    return labelled(known_to_player(game).due)
