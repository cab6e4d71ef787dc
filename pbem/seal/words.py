"""A head in words, for subject lines and for the telephone: eleven bits a word.

Four words are a label against mix-ups and no proof, since two records that share them are found in seconds.
By voice, compare twelve.
"""

from __future__ import annotations

from pbem.seal.wordlist import WORDS

BITS = 11
LABEL = 4
BY_VOICE = 12


def label(head: bytes, count: int = LABEL) -> str:
    """The first words of a head, joined by hyphens."""
    bits = int.from_bytes(head, "big")
    width = len(head) * 8
    if count * BITS > width:
        raise ValueError(f"{len(head)} bytes do not give {count} words")
    picks = (bits >> (width - BITS * place) & (len(WORDS) - 1) for place in range(1, count + 1))
    return "-".join(WORDS[pick] for pick in picks)
