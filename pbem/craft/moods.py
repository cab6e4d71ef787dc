"""Moods of a quick bot: what it likes a little more or less than usual, so that it thinks of other sheets."""

from __future__ import annotations

from pbem.model.chooser import Chooser, Whims
from pbem.model.records import frozen


@frozen
class Mood:
    """How a bot departs from its usual judgement; the same words, the same liking."""

    seed: int = 0
    spread: int = 0
    """So much more or less it likes a thing at most."""
    bold: int = 0
    """So much more an attack seems to promise."""

    def about(self, piece: str, place: str = "") -> int:
        """What the piece likes the place for beyond its worth: most pieces are as usual, some are not."""
        if not self.spread or Whims(self.seed, piece).number(3):
            return 0
        return Whims(self.seed, piece, place).number(2 * self.spread + 1) - self.spread

    def liking(self, *words: str) -> int:
        """What is liked of a plan as a whole."""
        return Whims(self.seed, *words).number(2 * self.spread + 1) - self.spread


EVEN = Mood()
"""As usual."""


def some_mood(chooser: Chooser, spread: int, bold: int) -> Mood:
    """A mood that goes as far as that."""
    return Mood(1 + chooser.number(10**9), 1 + chooser.number(spread), chooser.number(2 * bold + 1) - bold)
