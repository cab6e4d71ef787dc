"""The door for a ruleset's words: stories, documents, pictures and drafts."""

from __future__ import annotations

from pbem.model import document, picture
from pbem.model.entry import Entry, Roll
from pbem.model.hand import CardFace, CardUse, Detail, Extra, HandOfCards
from pbem.model.wording import Addition, Chapter, Choice, DraftLine, Luck, Onward, QueryAnswer, Story, Wording

__all__ = [
    "Addition",
    "CardFace",
    "CardUse",
    "Chapter",
    "Choice",
    "Detail",
    "DraftLine",
    "Entry",
    "Extra",
    "HandOfCards",
    "Luck",
    "Onward",
    "QueryAnswer",
    "Roll",
    "Story",
    "Wording",
    "document",
    "picture",
]
