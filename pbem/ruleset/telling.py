"""The door for a ruleset's words: stories, documents, pictures and drafts."""

from __future__ import annotations

from pbem.model import document, picture
from pbem.model.entry import Entry, Roll
from pbem.model.hand import CardFace, CardUse, Detail, Extra, HandOfCards
from pbem.model.wording import Addition, Chapter, Choice, DraftLine, Going, Luck, QueryAnswer, Story, Wording

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
    "Going",
    "HandOfCards",
    "Luck",
    "QueryAnswer",
    "Roll",
    "Story",
    "Wording",
    "document",
    "picture",
]
