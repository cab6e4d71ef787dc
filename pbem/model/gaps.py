"""Words with gaps: `{hex} held by {side}`.  A gap is called after the kind of thing that fills it.

Two gaps of one kind are numbered, `{hex}-{hex2}`; dots say that there may be several, `away from {hex...}`.
"""

from __future__ import annotations

import re
from functools import lru_cache

GAP = re.compile(r"\{(\w+?)(\d*)(\.\.\.)?\}")


@lru_cache(maxsize=1024)
def expression(pattern: str) -> re.Pattern[str]:
    """The pattern as a regular expression with named groups; blanks match any blanks."""
    parts, end = [], 0
    for gap in GAP.finditer(pattern):
        parts += [_plain(pattern[end : gap.start()]), f"(?P<{gap[1]}{gap[2]}>.+?)"]
        end = gap.end()
    return re.compile("".join([*parts, _plain(pattern[end:])]))


def kinds(pattern: str) -> dict[str, tuple[str, bool]]:
    """The gaps by name: what fills each, and whether there may be several."""
    return {gap[1] + gap[2]: (gap[1], bool(gap[3])) for gap in GAP.finditer(pattern)}


def in_capitals(pattern: str) -> str:
    """The pattern as hints and guides print it: HEX held by SIDE."""
    return GAP.sub(lambda gap: gap[1].upper() + (gap[3] or ""), pattern)


def _plain(words: str) -> str:
    return re.escape(words).replace("\\ ", r"\s+")
