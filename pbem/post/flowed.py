"""format=flowed undone (RFC 3676): a line that ends in a blank goes on in the next of its quote depth."""

from __future__ import annotations

SIGNATURE = "-- "


def unflow(text: str, delete_space: bool = False) -> str:
    """The text with its paragraphs put together again and its quote marks kept."""
    lines: list[str] = []
    open_depth = -1  # quote depth of the paragraph that goes on, or -1
    for line in text.splitlines():
        depth = len(line) - len(line.lstrip(">"))
        said = line[depth:].removeprefix(" ")
        flows = said.endswith(" ") and said != SIGNATURE
        if flows and delete_space:
            said = said[:-1]
        if depth == open_depth and said != SIGNATURE:
            lines[-1] += said
        else:
            lines.append(f"{'>' * depth} {said}" if depth else said)
        open_depth = depth if flows else -1
    return "\n".join(lines)
