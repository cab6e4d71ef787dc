"""Numbers with what they count, so that nobody reads of "1 points"."""

from __future__ import annotations


def many(number: int, thing: str, things: str = "") -> str:
    """0 points, 1 point, 2 points; 1 hex, 2 hexes."""
    return f"{number} {thing}" if number == 1 else f"{number} {things or thing + 's'}"


def counted(number: int, thing: str, things: str = "") -> str:
    """no problem, 1 problem, 2 problems."""
    return many(number, thing, things) if number else f"no {thing}"


def how_many(number: int, thing: str, none: str = "") -> str:
    """No battles.  One battle.  3 battles."""
    return {0: none or f"No {thing}s", 1: f"One {thing}"}.get(number, f"{number} {thing}s")
