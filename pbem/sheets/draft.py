"""The sheet that is sent out with a report: header filled in, what may be ordered as comments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from pbem.model.printable import printable
from pbem.model.wording import DraftLine
from pbem.sheets.form import SheetForm
from pbem.sheets.spacing import scalar

COMMENTS_AT = 32  # the column of a comment, counted from 0, if the line leaves room
GAP = 3  # blanks before it if not
NO_COMMENTS: Mapping[str, str] = MappingProxyType({})


def draft(
    form: SheetForm,
    parts: Sequence[tuple[str, Sequence[DraftLine]]],
    comments: Mapping[str, str] = NO_COMMENTS,
    *,
    standing: Sequence[DraftLine] = (),
    schema: str = "",
) -> str:
    """A sheet ready to edit.  `comments` go by the header's keys and the parts' names.

    Texts are what may stand after a dash (`print_line`), several lines of it if need be; those of `standing`
    are whole lines.  Taking away a # gives the order.
    """
    lines = [f"# yaml-language-server: $schema={printable(schema)}"] if schema else []
    header = {"game": form.game, "exchange": str(form.exchange), "side": form.side}
    lines += _aligned([(f"{key}: {scalar(value)}", comments.get(key, "")) for key, value in header.items()])
    for name, offered in parts:
        lines += _aligned([(f"{name}:", comments.get(name, ""))])
        part = form.part(name)
        dash = "  - " if part is not None and not part.single else "  "
        lines += _aligned([_line(line, dash) for line in offered])
    if standing:
        lines += _aligned([("standing:", comments.get("standing", ""))])
        lines += _aligned([_line(line, "  ") for line in standing])
    return "".join(f"{line}\n" for line in lines)


def _line(line: DraftLine, dash: str) -> tuple[str, str]:
    """An order, behind a # if it is only offered, and its comment."""
    if not line.text:
        return "", line.comment
    first, *rest = line.text.rstrip().split("\n")
    sign = "" if line.live else "#"
    return "\n".join([f"{sign}{dash}{first}", *(f"{sign}{' ' * len(dash)}{more}" for more in rest)]), line.comment


def _aligned(lines: Sequence[tuple[str, str]]) -> list[str]:
    """Texts with their comments under each other; a comment goes behind the first line of its text."""
    widths = [len(text.split("\n")[0]) for text, comment in lines if comment]
    column = max([COMMENTS_AT, *(width + GAP for width in widths if width >= COMMENTS_AT)])
    return [one for text, comment in lines for one in _commented(text, printable(comment), column)]


def _commented(text: str, comment: str, column: int) -> list[str]:
    first, *rest = text.split("\n")
    if not comment:
        return [first, *rest] if text else []
    return [f"{first:<{column}}# {comment}" if text else f"#   {comment}", *rest]
