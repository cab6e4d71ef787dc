"""Names as people may write them, as regular expressions of JSON Schema: shortened, in any case, with other marks.

A pattern takes whatever `resolve_name` can make a name of, and a little more; a slip of the pen it does not take.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from pbem.model.names import pieces

BETWEEN = r"[^0-9A-Za-z\u00c0-\u024f]*"
"""Between the pieces of a name stands any mark, or none."""
ARMY = r"(?:[A-Z]{2}-)?"
Tree = dict[str, Any]


def one_name(names: Iterable[str]) -> str:
    """A text that can stand for one of these names."""
    return f"^{ARMY}{BETWEEN}{_any_of(names)}{BETWEEN}$"


def several_names(names: Iterable[str]) -> str:
    """Names before a colon: one, or several joined by +."""
    name = f"{ARMY}{BETWEEN}{_any_of(names)}{BETWEEN}"
    return f"^{name}(?:\\+{name})*$"


def any_spelling(words: str) -> str:
    """A word of the form, which may be written with blanks, dashes or underscores, large or small."""
    return f"^{'[ _-]+'.join(map(_caseless, re.split('[ _-]+', words)))}$"


def _any_of(names: Iterable[str]) -> str:
    """Any run of the pieces of a name, one after the other, as an expression that says each beginning once."""
    tree: Tree = {}
    for name in names:
        found = pieces(name)
        for start in range(len(found)):
            at = tree
            for piece in found[start:]:
                at = at.setdefault(piece, {})
    return _written(tree)


def _written(tree: Tree) -> str:
    """The expression of a tree, whose branches may all be left early; what goes on alike is said once."""
    by_rest: dict[str, list[str]] = {}
    for piece, rest in tree.items():
        by_rest.setdefault(f"(?:{BETWEEN}{_written(rest)})?" if rest else "", []).append(piece)
    options = [f"{_pieces(sorted(some))}{rest}" for rest, some in by_rest.items()]
    return options[0] if len(options) == 1 else f"(?:{'|'.join(options)})"


def _pieces(some: list[str]) -> str:
    options = [one if one.isdecimal() else _shortened(one) for one in some]
    return options[0] if len(options) == 1 else f"(?:{'|'.join(options)})"


def _shortened(word: str) -> str:
    """A word or its beginning."""
    first, rest = word[0], ""
    for sign in reversed(word[1:]):
        rest = f"(?:{_caseless(sign)}{rest})?"
    return _caseless(first) + rest


def _caseless(text: str) -> str:
    return "".join(
        f"[{s.upper()}{s}]" if len(s.upper()) == 1 and s.upper() != s else re.escape(s) for s in text.lower()
    )
