"""The rooms of a ruleset: modules that every game has, and what is found in each under the same name."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

ROOMS = {
    "board": {"sides": "SIDES", "names": "names", "spellings": "spellings", "ground": "ground", "shelf": "DATA"},
    "events": {"events": "ALL"},
    "sequence": {"steps": "STEPS", "turn": "turn", "set_up": "set_up"},
    "standing": {"topics": "TOPICS"},
    "conditions": {"conditions": "CONDITIONS"},
    "queries": {"queries": "QUERIES"},
    "wording": {"wording": "WORDING"},
    "proposals": {"propose": "propose", "imagine": "imagine", "mentions": "quiet"},
    "bot": {"bots": "BOTS", "mentor": "MENTOR", "ideas": "ideas"},
    "worth": {
        "value": "worth",
        "losses": "losses",
        "horizon": "HORIZON",
        "glance": "GLANCE",
        "ponders": "PONDERS",
    },
}
"""Module by module: what `Ruleset` asks for, and what it is called there."""


def rooms_of(package: str) -> dict[str, Any]:
    """All that is found in the rooms of a package: `Ruleset(name="ridge", ..., **rooms_of(__name__))`.

    What has no room of that name, or goes by another name there, is given beside it.
    """
    found: dict[str, Any] = {"folder": str(Path(import_module(package).__file__ or "").parent)}
    for room, roles in ROOMS.items():
        if find_spec(f"{package}.{room}"):
            here = vars(import_module(f"{package}.{room}"))
            found |= {role: here[name] for role, name in roles.items() if name in here}
    return found
