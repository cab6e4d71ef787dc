"""What `pbem games` says: the systems there are, and of one all that one may choose when a game is offered."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import Any

WIDTH, NAME = 80, 16


def games_table(found: Sequence[dict[str, Any]]) -> list[str]:
    """The table of experience: system, scenarios, weakest data, shares."""
    lines = [f"{'system':26} {'scenarios':22} {'weakest data':20} certain inferred rebuilt"]
    for game in found:
        if "broken" in game:
            lines.append(f"{game['system']:26} BROKEN  {game['broken']}")
            continue
        names = ", ".join(scenario["name"] for scenario in game["scenarios"])
        names = names if len(names) <= 22 else f"{len(game['scenarios'])} scenarios"
        shares = game["shares"]
        lines.append(
            f"{game['system']:26} {names:22} {game['weakest']:20} "
            f"{shares['certain']:7} {shares['inferred']:8} {shares['reconstructed']:5} %"
        )
    return lines


def game_lines(found: dict[str, Any]) -> list[str]:
    """A system with its sides, scenarios, options, bots and windows."""
    shares = found["shares"]
    sure = f"{shares['certain']} % certain, {shares['inferred']} % inferred, {shares['reconstructed']} % rebuilt"
    return [
        f"{found['title']}  {found['system']}, version {found['version']}, cases {found['mark']}",
        *_told("sides", ", ".join(found["sides"]) + (", and a referee" if found["needs_referee"] else "")),
        *_told("bots", ", ".join(found["bots"]) or "none"),
        *_told("data", sure),
        *_told("windows", ", ".join(found["windows"])),
        *_listed("scenarios", [(one["name"], f"{one['title']}: {one['words']}") for one in found["scenarios"]]),
        *_listed("options", [(one["name"], _option(one)) for one in found["options"]]),
    ]


def _option(one: dict[str, Any]) -> str:
    choices = ", ".join(f"{said} (usual)" if said == one["default"] else said for said in one["choices"])
    return f"{choices}: {one['words']} ({one['case']})"


def _listed(title: str, entries: Sequence[tuple[str, str]]) -> list[str]:
    return [title, *(line for name, words in entries for line in _told(f"  {name}", words))] if entries else []


def _told(name: str, words: str) -> list[str]:
    """Words beside a name, in lines that a terminal shows whole."""
    return wrap(words, WIDTH, initial_indent=f"{name:{NAME}} ", subsequent_indent=" " * (NAME + 1))
