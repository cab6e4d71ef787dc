"""The head of a sheet: for which game, exchange and side it was written."""

from __future__ import annotations

import re
from collections.abc import Mapping

from pbem.model.problem import Where
from pbem.sheets.form import SheetForm
from pbem.sheets.notes import Given, Notes, quoted, seen

HEADER = ("game", "exchange", "side")


def is_for(given: Mapping[str, Given], form: SheetForm, wanted: tuple[str, ...], notes: Notes) -> bool:
    """Whether the sheet is this game's and this side's.  If not, nothing else in it can be judged."""
    said = {name: _word(name, given.get(name), form, notes) for name in wanted}
    if "exchange" in said:
        _check_exchange(*said["exchange"], form, notes)
    return _is_game(*said["game"], form, notes) & _is_side(*said["side"], form, notes)


def _word(name: str, given: Given | None, form: SheetForm, notes: Notes) -> tuple[str, Where]:
    """A word of the head and where it stands; empty if it is missing or no word."""
    own = f"{name}: {getattr(form, name)}"
    if given is None:
        notes.add(Where(file=notes.file), f'no "{name}:" at the top', f"add {own}")
        return "", Where()
    value = given.node.value
    if isinstance(value, str) and value.strip():
        return value.strip(), given.node.where
    wanted = "a whole number" if name == "exchange" else "a word"
    notes.add(given.key, f"{name}: read {seen(given.node.value)}, wanted {wanted}", f"write {own}")
    return "", Where()


def _is_game(said: str, where: Where, form: SheetForm, notes: Notes) -> bool:
    if said in ("", form.game):
        return True
    message = f"the sheet is for game {quoted(said)}, this is game {form.game}"
    notes.add(where, message, "send it to its own game", kind="illegal")
    return False


def _is_side(said: str, where: Where, form: SheetForm, notes: Notes) -> bool:
    if said in ("", form.side):
        return True
    if said in form.sides:
        message = f"a sheet of {said}, wanted is one of {form.side}"
        notes.add(where, message, f"write side: {form.side} if it is yours", kind="illegal")
    else:
        notes.unknown(where, "no side", said, form.sides)
    return False


def _check_exchange(said: str, where: Where, form: SheetForm, notes: Notes) -> None:
    """A sheet for another exchange is not accepted; what else is wrong with it is told all the same."""
    if not said:
        return
    if not re.fullmatch("[0-9]{1,9}", said):
        hint = f"write exchange: {form.exchange}"
        notes.add(where, f"exchange: read {quoted(said)}, wanted a whole number", hint)
    elif int(said) != form.exchange:
        age = "an old sheet" if int(said) < form.exchange else "a sheet before its time"
        message = f"{age}, for exchange {int(said)}; due is exchange {form.exchange}"
        notes.add(where, message, "pbem draft writes the one that is due", kind="illegal")
