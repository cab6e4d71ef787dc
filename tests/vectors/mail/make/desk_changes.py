"""Orders that say something else above the block than in it, and what only looks like that."""

from __future__ import annotations

import html
from collections.abc import Callable

from desk_ways import COMMENTS, OTHER, Sent, Way, page, quoted, raw, wrapped

CHANGES: dict[str, Way] = {}


def change(name: str, why: str, comes_to: str, edit: Callable[[str], str], how: Callable[[Sent], bytes]) -> None:
    def make(sent: Sent) -> bytes:
        edited = edit(sent.text)
        assert edited != sent.text, name
        return how(Sent(sent.holds, sent.sender, sent.to, sent.subject, edited))

    CHANGES[name] = Way(name, why, make, {"open": comes_to, "commented": comes_to})


def plain(sent: Sent) -> bytes:
    return raw(sent, sent.text)


def in_quotes(sent: Sent) -> bytes:
    return raw(sent, quoted(sent.text, "> "))


def in_html(sent: Sent) -> bytes:
    return raw(sent, page(f"<pre>{html.escape(sent.text, quote=False)}</pre>"), "text/html; charset=utf-8")


def in_short_lines(sent: Sent) -> bytes:
    return raw(sent, wrapped(sent.text, 60))


def put(old: str, new: str) -> Callable[[str], str]:
    return lambda text: text.replace(old, new, 1)


PLACE = put("352VG: Vianden", "352VG: Bitburg")
change("another-place", "one unit is sent elsewhere", OTHER.format(line=6), PLACE, plain)
change("another-place-quoted", "the same, in a reply", OTHER.format(line=6), PLACE, in_quotes)
change("another-place-html", "the same, in HTML", OTHER.format(line=6), PLACE, in_html)
change("another-place-wrapped", "the same, in lines cut at 60", OTHER.format(line=6), PLACE, in_short_lines)
change("a-digit", "one digit of a unit's name", OTHER.format(line=8), put("326VG: Losheim", "328VG: Losheim"), plain)
change("another-side", "the side", OTHER.format(line=3), put("side: german", "side: allied"), plain)
change("a-line-left-out", "an order is gone", OTHER.format(line=9), put("  - activate: Trier\n", ""), plain)
change(
    "a-line-put-in", "an order too many", OTHER.format(line=10),
    put("  - activate: Trier\n", "  - activate: Trier\n    move: [{2Pz: Trier}]\n"), plain,
)  # fmt: skip
change(
    "an-order-made-a-comment", "a # before an order takes it away", OTHER.format(line=9),
    put("  - activate: Trier", "  # - activate: Trier"), plain,
)  # fmt: skip
change(
    "an-order-made-a-comment-in-a-list", "a # within a list takes the rest of it away", OTHER.format(line=6),
    put("Vianden}, {352VG", "Vianden}, #{352VG"), plain,
)  # fmt: skip
change(
    "a-comment-put-in", "a player wrote a comment above his orders, after he had signed them", COMMENTS,
    put("turns:", "# Good luck, Bert! My plan – well, you'll see…\nturns:"), plain,
)  # fmt: skip
change(
    "a-comment-put-in-beside", "a comment behind an order", COMMENTS,
    put("  - activate: Trier", "  - activate: Trier   # as ever"), plain,
)  # fmt: skip
