"""The door for a ruleset's words: stories, documents, pictures and drafts."""

from __future__ import annotations

from pbem.model import document, picture
from pbem.model.detail import Detail, Extra, said
from pbem.model.entry import Entry, Roll
from pbem.model.hand import CardFace, CardUse, HandOfCards
from pbem.model.onward import Leg, Onward, Stride, Strikes
from pbem.model.recount import ChitByChit, HitByHit, Ranked, Recount, Term
from pbem.model.wording import Chapter, Choice, DraftLine, Luck, QueryAnswer, Story, Wording

__all__ = [
    "CardFace",
    "CardUse",
    "Chapter",
    "ChitByChit",
    "Choice",
    "Detail",
    "DraftLine",
    "Entry",
    "Extra",
    "HandOfCards",
    "HitByHit",
    "Leg",
    "Luck",
    "Onward",
    "QueryAnswer",
    "Ranked",
    "Recount",
    "Roll",
    "Story",
    "Stride",
    "Strikes",
    "Term",
    "Wording",
    "document",
    "picture",
    "said",
]
