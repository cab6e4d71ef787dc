"""The three families of exceptions.  Players' mistakes are none of them: those are Problems."""

from __future__ import annotations


class RulesBug(Exception):
    """A ruleset or the engine broke one of the engine's promises.  Never a player's fault."""


class Tampered(Exception):
    """Bytes that should be trusted do not verify."""


class Refused(Exception):
    """What was asked for cannot be done here and now; the message says why, the hint what to do."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class Stale(Refused):
    """A recorded answer or draw is no longer lawful: versions must be settled before the game goes on."""
