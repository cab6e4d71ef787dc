"""What is printed: the wrecks, the cards of a deck, the chits of the cup."""

from __future__ import annotations

from pathlib import Path

from pbem.kit.data import DataFile
from pbem.kit.shelf import Shelf

FOLDER = Path(__file__).parent


class Wreck(DataFile):
    depth: int
    worth: int
    at: tuple[int, int]


class Bay(DataFile):
    wrecks: dict[str, Wreck]


class CardKind(DataFile):
    copies: int
    lift: int


class Deck(DataFile):
    cards: dict[str, CardKind]


class ChitKind(DataFile):
    copies: int
    coins: int


class Cup(DataFile):
    chits: dict[str, ChitKind]


DATA = Shelf(FOLDER / "data", {"bay.yaml": Bay, "deck.yaml": Deck, "cup.yaml": Cup})

the_bay = DATA.file(Bay, "bay.yaml")
the_deck = DATA.file(Deck, "deck.yaml")
the_cup = DATA.file(Cup, "cup.yaml")


def numbered(name: str, copies: int) -> list[str]:
    return [f"{name} {copy}" for copy in range(1, copies + 1)]


@DATA.cached
def lifts() -> dict[str, int]:
    """2.1 Every card of a deck with its lift."""
    return {card: kind.lift for name, kind in the_deck().cards.items() for card in numbered(name, kind.copies)}


@DATA.cached
def coins() -> dict[str, int]:
    """5.4 Every chit of the cup with its coins."""
    return {chit: kind.coins for name, kind in the_cup().chits.items() for chit in numbered(name, kind.copies)}


def cards_that_lift() -> tuple[str, ...]:
    return tuple(card for card, lift in lifts().items() if lift)


def knives() -> tuple[str, ...]:
    return tuple(card for card, lift in lifts().items() if not lift)


def is_squall(chit: str) -> bool:
    return chit.startswith("Squall")
