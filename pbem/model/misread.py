"""How the form of an order says what is wrong with the words it was given."""

from __future__ import annotations

from pbem.model.problem import Kind


class Misread(ValueError):
    """What is wrong with words, and what to write instead."""

    def __init__(self, message: str, hint: str, kind: Kind, case: str) -> None:
        super().__init__(message)
        self.hint, self.kind, self.case = hint, kind, case


def misread(message: str, hint: str = "", *, kind: Kind = "invalid", case: str = "") -> Misread:
    """To be raised in a validator of an Order: becomes a Problem at the place of the words.

    A plain ValueError does the same, without hint and case.
    """
    return Misread(message, hint, kind, case)
