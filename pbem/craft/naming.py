"""Names in the words of standing orders and conditions: read as on a sheet, shortened or with a near miss told."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pbem.model.gaps import kinds
from pbem.model.names import resolve_name
from pbem.model.problem import Problem
from pbem.model.records import frozen

NUMBER = "number"
"""The kind of gap that holds a whole number; no ruleset lists those."""
FEW = 12
"""So many names of a kind are all listed, where none of them is meant."""

Caught = dict[str, str | tuple[str, ...]]
"""What the gaps of a pattern hold, by their names: full names."""


def as_written(kind: str, text: str) -> str:
    """For games whose names have no other spellings."""
    return text


@frozen(slots=False)
class Names:
    """The names that words may hold, by kind: `RULESET.names`.  A gap of another kind holds any words."""

    known: Callable[[], Mapping[str, Sequence[str]]]
    spelled: Callable[[str, str], str] = as_written
    """`spelled(kind, text)`: the name that another spelling means, before it is looked up."""

    def read(self, pattern: str, caught: Mapping[str, str]) -> Caught | Problem:
        """What was caught by the gaps of a pattern, as full names; or the first that is none."""
        found: Caught = {}
        for gap, (kind, several) in kinds(pattern).items():
            names = [self.name(kind, word) for word in (caught[gap].split() if several else [caught[gap]])]
            for name in names:
                if isinstance(name, Problem):
                    return name
            full = tuple(name for name in names if isinstance(name, str))
            found[gap] = full if several else full[0]
        return found

    def name(self, kind: str, text: str) -> str | Problem:
        """One name in full, or what is wrong with it."""
        if kind == NUMBER:
            return text if text.removeprefix("-").isdecimal() else _wrong(f'no number "{text}"')
        known = self.known().get(kind)
        if known is None:
            return text
        found = resolve_name(self.spelled(kind, text), tuple(known), kind)
        if isinstance(found, Problem) and not found.hint and len(known) <= FEW:
            return _wrong(found.message, f"one of {', '.join(known)}")
        return found


def _wrong(message: str, hint: str = "") -> Problem:
    return Problem(kind="invalid", case="sheet", message=message, hint=hint)
