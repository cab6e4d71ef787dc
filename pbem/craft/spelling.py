"""How lines of sheets may be written: words with single blanks, lists without brackets, names by other spellings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pbem.ruleset import AfterValidator, BeforeValidator, Order, misread


def tidy(words: Any) -> str:
    """Words with single blanks, from a text or a list of them."""
    told = ", ".join(map(str, words)) if isinstance(words, list | tuple) else str(words)
    said = ", ".join(" ".join(part.split()) for part in told.split(",") if part.strip())
    if not said and told.strip():
        raise misread(f'no words: "{told.strip()}"')
    return said


def several(said: Any) -> Any:
    """One name is a list of one, commas part names; `none` and an empty text are none."""
    if not isinstance(said, str):
        return said
    return () if said.strip() in ("", "none") else tuple(word.strip() for word in said.split(","))


LISTED = BeforeValidator(several)
"""`Annotated[tuple[Hex, ...], LISTED]`: names that may stand without brackets."""


def spelled_by(called: Callable[[str], str]) -> BeforeValidator:
    """A name that other spellings may stand for: `called(text)` gives the name that is meant."""
    return BeforeValidator(lambda text: called(text) if isinstance(text, str) else text)


def one_of(what: str, known: Callable[[], Sequence[str]]) -> AfterValidator:
    """A word of a list that the data have; empty: nothing is said."""

    def judged(word: str) -> str:
        if word and word not in known():
            raise misread(f'no {what} "{word}"', f"one of {', '.join(known())}")
        return word

    return AfterValidator(judged)


def unconditional(line: Order, name: str) -> None:
    """Where nobody would look at a condition none is taken."""
    if line.if_ or line.unless or line.else_ is not None:
        raise misread(f"{name}: a condition cannot stand here", "write it before the whole line")
