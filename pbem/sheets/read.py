"""Sheets and standing orders: from text to typed values, with everything that is wrong told at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pbem.model.names import Reading
from pbem.model.problem import Problem, Where
from pbem.model.sheet import Sheet
from pbem.model.yamltext import Node, read
from pbem.sheets.answers import read_answers
from pbem.sheets.form import SheetForm
from pbem.sheets.header import HEADER, is_for
from pbem.sheets.notes import Given, Notes, fold, is_empty, quoted, seen
from pbem.sheets.parts import SETTINGS, read_ahead, read_part, read_settings
from pbem.sheets.standing import read_standing_orders
from pbem.sheets.typed import LineReader

LIMIT = 100_000  # characters; a long sheet has five thousand
STANDING_HEADER = ("game", "side")


def read_sheet(text: str, form: SheetForm, file: str) -> tuple[Sheet | None, list[Problem]]:
    """What one side hands in for one exchange; no sheet if more than doubts are found."""
    return _read(text, form, file, HEADER)


def read_standing(text: str, form: SheetForm, file: str) -> tuple[Sheet | None, list[Problem]]:
    """A document of standing orders, as a sheet that holds nothing else."""
    return _read(text, form, file, STANDING_HEADER)


def _read(text: str, form: SheetForm, file: str, header: tuple[str, ...]) -> tuple[Sheet | None, list[Problem]]:
    root, problems = read(text, file, LIMIT)
    notes = Notes(file)
    for problem in problems:
        notes.take(problem, problem.where)
    notes.unread = {(problem.where.line, problem.where.column) for problem in problems}
    sheet = understood(root, form, notes, header) if root is not None else None
    return (None if notes.fatal else sheet), notes.sorted()


def understood(root: Node, form: SheetForm, notes: Notes, header: tuple[str, ...] = HEADER) -> Sheet | None:
    """What can be made of the data, whatever is noted against it; None if it is not for this game and side."""
    if not isinstance(root.value, dict):
        notes.add(root.where, f"read {seen(root.value)} where a sheet should stand", f"begin with game: {form.game}")
        return None
    parts = [*(part.name for part in form.parts), *SETTINGS, "ahead", "answers"] if header == HEADER else []
    given = _sorted(root, form, (*header, *parts, "standing"), notes)
    if not is_for(given, form, header, notes):
        return None
    said = {key: it for key, it in given.items() if not is_empty(it.node)}
    sheet = _sheet(said, form, notes)
    asked_alone = bool(form.due) and all(decision.kind != "part" for decision in form.due.values())
    confirms = bool(form.later) and not form.parts
    if not (said.keys() - {*header} or notes.fatal or asked_alone or confirms):
        nothing = "the sheet orders nothing"
        notes.add(Where(file=notes.file), nothing, _hint_to_nothing(form), kind="doubtful")
    return sheet


def _hint_to_nothing(form: SheetForm) -> str:
    """What becomes of it, and how to say that nothing is meant: an empty part is one that was not handed in."""
    asked = [decision.topic for decision in form.due.values() if decision.kind == "part"]
    if not asked:
        return form.unordered
    return f"{form.unordered}; `{asked[0]}: none` says so, while an empty part is asked for again"


def _sorted(root: Node, form: SheetForm, known: Iterable[str], notes: Notes) -> dict[str, Given]:
    """What stands under each key, by the key's proper name."""
    assert isinstance(root.value, dict)
    names = {fold(name): name for name in known}
    given: dict[str, Given] = {}
    for written, node in root.value.items():
        name, where = names.get(fold(written)), root.keys[written]
        if fold(written) in map(fold, form.later):
            taken = " and ".join([*(part.name for part in form.parts), "standing"])
            message = f"{written}: not taken yet, exchange {form.exchange} confirms the charter"
            notes.add(where, message, f"it takes {taken}; orders follow from the next exchange on", kind="illegal")
        elif name is None:
            notes.unknown(where, "no such part of a sheet,", written, names.values())
        elif name in given:
            notes.add(where, f"{quoted(written)} a second time", "say everything about it in one place")
        else:
            given[name] = Given(node, where)
    return given


def _sheet(given: Mapping[str, Given], form: SheetForm, notes: Notes) -> Sheet:
    """All that the sheet says, as far as it is understood.  A heading with nothing under it says nothing."""
    lines = LineReader(form, notes, Reading(form.names))
    settings = read_settings(given, form, notes)
    parts = {
        part.name: settings.set(read_part(given[part.name].node, part, lines))
        for part in form.parts
        if part.name in given
    }
    ahead = read_ahead(given["ahead"], settings, lines) if "ahead" in given else None
    standing = read_standing_orders(given["standing"].node, form, notes) if "standing" in given else None
    topics = {order.topic for order in standing or ()}
    answers = read_answers(given.get("answers"), form, notes, topics)
    exchange = form.exchange if "exchange" in given else 0
    return Sheet(form.side, form.game, exchange, parts, ahead, answers, standing)
