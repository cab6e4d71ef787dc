"""9.4 The situations of a combat in words for people: what the chits call `dec 16` is December 16."""

from __future__ import annotations

from collections.abc import Iterable

WORDS = {
    "clear": "clear ground",
    "broken": "broken ground",
    "allied attack": "the Allies attack",
    "5 pz army attack": "5th Panzer Army attacks",
    "flank attack": "attack on a flank",
    "one-hex attack": "attack from one hex",
    "large attack": "large attack",
    "allied airpower": "Allied airpower",
    "german airpower": "German airpower",
    "attacker artillery": "artillery attacks",
    "defender artillery": "artillery defends",
    "combat engineers": "combat engineers attack",
    "attacker elite": "elite troops attack",
    "defender elite": "elite troops defend",
    "attacker green": "green troops attack",
    "defender green": "green troops defend",
    "attacker armor": "armor attacks",
    "defender armor": "armor defends",
    "attacker combined arms": "combined arms attack",
    "defender combined arms": "combined arms defend",
    "defender adjacent": "a friend beside the defender",
    "defender recon": "reconnaissance defends",
    "unsupplied": "defender without supply",
    "ip crossfire": "defender in an improved position",
}  # fmt: skip
DAY = "dec "


def in_words(situation: str) -> str:
    """Ratios, and words that are plain enough, say themselves."""
    if situation.startswith(DAY):
        return f"December {situation.removeprefix(DAY)}"
    return WORDS.get(situation, situation)


def all_in_words(situations: Iterable[str]) -> str:
    """`December 16, forest, the Allies attack`"""
    return ", ".join(in_words(one) for one in sorted(situations))
