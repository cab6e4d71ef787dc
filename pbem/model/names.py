"""Names as players write them: the one that is meant, more than one, or one that is nearly right.

A name falls into pieces, runs of letters and runs of digits: 2/116Pz is 2, 116, Pz.  Players may leave pieces
out and shorten words (`Lehr` for Pz Lehr, `bast` for Bastogne), but never digits: 39 is not 394/99.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from pbem.model.marks import AfterValidator, Way
from pbem.model.misread import misread
from pbem.model.problem import Problem
from pbem.model.records import mutable

if TYPE_CHECKING:
    from pydantic import ValidationInfo

LONGEST = 60  # longer texts are nobody's name; nothing is compared with them
MOST_LISTED = 6
JOINED = re.compile(r"\s*[-\u2010-\u2015,;:>+&|]+\s*")
CLOSE = 0.66  # one letter of three may be wrong
MOST_UNKNOWN = 50  # the search for what may be meant takes its time; after so many it is given up


@mutable
class Reading:
    """The context in which a sheet's orders are validated: the names known, and how many were not."""

    names: Mapping[str, Sequence[str]]
    unknown: int = 0


def resolve_name(text: str, names: Sequence[str], kind: str) -> str | Problem:
    """The name that is meant: exactly this one, else the only one that it can stand for."""
    if text in names:
        return text
    wanted = pieces(text) if len(text) <= LONGEST else ()
    same = [name for name in names if wanted and pieces(name) == wanted]
    meant = same or [name for name in names if wanted and _stands_for(wanted, pieces(name))]
    if len(meant) == 1:
        return meant[0]
    if meant:
        message = f'{kind} "{text}" is {_one_of(meant)}'
        return Problem(kind="ambiguous", case="sheet", message=message, hint="write the whole name")
    return _unknown(text, names, kind)


def did_you_mean(text: str, names: Iterable[str]) -> str:
    """The hint for a name that nobody knows: the known one that is nearest, or nothing."""
    found = nearest(text, names)
    return f"did you mean {found}?" if found else ""


def nearest(text: str, names: Iterable[str]) -> str | None:
    """The known name that is a slip of the pen away from this one."""
    from difflib import get_close_matches

    if not 0 < len(text) <= LONGEST:
        return None
    folded = {name.casefold(): name for name in names if abs(len(name) - len(text)) <= 3}
    found = get_close_matches(text.casefold(), folded, n=1, cutoff=CLOSE)
    return folded[found[0]] if found else None


class NameMark(AfterValidator):
    """The mark of a field that holds a name of a kind."""

    def __init__(self, kind: str) -> None:
        super().__init__(partial(_full_name, kind))
        self.kind = kind

    def real(self) -> Any:
        from pydantic import AfterValidator

        return AfterValidator(*self.said)

    def around(self, way: Way) -> Way:
        """What the program wrote has whole names."""
        return way


def named(kind: str) -> NameMark:
    """Marks a field of an order that holds a name: `attack: Annotated[str, named("hex")]`.

    Read from a sheet, the text becomes the full name, or a problem.  Read from anywhere else it stays.
    """
    return NameMark(kind)


def kind_of_names(metadata: Iterable[object]) -> str:
    """The kind of names that a field of an order holds, by what stands in its annotation; empty: none."""
    return next((one.kind for one in metadata if isinstance(one, NameMark)), "")


def _full_name(kind: str, text: str, info: ValidationInfo) -> str:
    reading: Reading | None = info.context
    if reading is None or kind not in reading.names:
        return text
    names = reading.names[kind]
    if reading.unknown < MOST_UNKNOWN:
        found = resolve_name(text, names, kind)
    else:
        found = text if text in names else _no_such(text, kind)
    if isinstance(found, Problem):
        reading.unknown += 1
        raise misread(found.message, found.hint, kind=found.kind)
    return found


def _unknown(text: str, names: Sequence[str], kind: str) -> Problem:
    full = text.zfill(len(names[0])) if names and text.isdecimal() else text
    if full != text and full in names:
        return Problem(
            kind="invalid",
            case="sheet",
            message=f'{kind} "{text}" has {_digits(len(text))}',
            hint=f"write {_digits(len(full))}, did you mean {full}?",
        )
    return _no_such(text, kind, did_you_mean(text, names) or _in_one_word(text, names))


def _in_one_word(text: str, names: Collection[str]) -> str:
    """The hint for several names that were joined by other signs than a blank or a comma: 0403-0404."""
    parts = JOINED.split(text) if len(text) <= LONGEST else []
    if len(parts) < 2 or not all(part in names for part in parts):
        return ""
    sign = ", " if any(blank in text for blank in " \t") else " "
    return f"these are {len(parts)}, write {sign.join(parts)}"


def _no_such(text: str, kind: str, hint: str = "") -> Problem:
    short = text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."
    return Problem(kind="invalid", case="sheet", message=f'no {kind} "{short}"', hint=hint)


@lru_cache(maxsize=4096)
def pieces(name: str) -> tuple[str, ...]:
    """The runs of letters and of digits that a name is made of, in small letters."""
    return tuple(re.findall(r"\d+|[^\W\d_]+", name.casefold()))


def _stands_for(wanted: tuple[str, ...], name: tuple[str, ...]) -> bool:
    """Whether these pieces stand in the name, one after the other; words may be shortened."""
    return any(all(map(_abbreviates, wanted, name[start:])) for start in range(len(name) - len(wanted) + 1))


def _abbreviates(piece: str, whole: str) -> bool:
    return piece == whole or (not piece.isdecimal() and whole.startswith(piece))


def _one_of(names: Sequence[str]) -> str:
    shown = list(names[:MOST_LISTED])
    if len(names) > MOST_LISTED:
        return f"{', '.join(shown)} or another"
    return f"{', '.join(shown[:-1])} or {shown[-1]}"


def _digits(count: int) -> str:
    words = ("no digits", "one digit", "two digits", "three digits", "four digits", "five digits")
    return words[count] if count < len(words) else f"{count} digits"
