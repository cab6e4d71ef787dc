"""How the form of an order says what is wrong with the words it was given."""

from __future__ import annotations

from pydantic_core import PydanticCustomError

from pbem.model.problem import Kind

MISREAD = "misread"


def misread(message: str, hint: str = "", *, kind: Kind = "invalid", case: str = "") -> PydanticCustomError:
    """To be raised in a validator of an Order: becomes a Problem at the place of the words.

    A plain ValueError does the same, without hint and case.
    """
    told = {"message": message, "hint": hint, "kind": kind, "case": case}
    return PydanticCustomError(MISREAD, "{message}", told)
