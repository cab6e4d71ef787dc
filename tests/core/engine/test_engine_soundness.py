"""A ruleset judges itself when it is loaded: each fault is named."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from tiny import BOX, Box, Hand, Line, Said, Table, TurnBegan, position, tiny, topic

from pbem.engine.soundness import unsound
from pbem.model.wording import Wording
from pbem.ruleset import Condition, Field, OnlyTold, Option, Order, PartSpec, Ruleset, Scenario, Umpire, event


def step(table: Table, umpire: Umpire) -> None:
    """Nothing happens."""


WORDING: Any = Wording.__new__(Wording)
SOUND = tiny(step, wording=WORDING, propose=lambda view, decision, chooser: ())


class At(Order):
    """A line with a place of its own, which its place in the sheet would overlay."""

    at: str = ""  # type: ignore[assignment]


class Unless(Order):
    """A line with a field of its own under a name that every line has."""

    mood: str = Field("", alias="unless")


class NoBody(Order, body="way"):
    """A short form whose field is not there."""


class Bare:
    """No event at all."""

    def apply(self, table: Table) -> None: ...


@event(says="{who} speaks")
class Mute(OnlyTold):
    """Its sentence names a field that it has not."""


def part(**more: Any) -> dict[str, Any]:
    return {"parts": (PartSpec(**{"name": "moves", "order": Line, **more}),)}


OPTION = Option(name="bridges", choices=("one", "two"), default="one", case="1", words="")


def test_a_sound_one_has_no_faults() -> None:
    assert unsound(SOUND) == ()


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"name": "My Game"}, "name 'My Game'"),
        ({"mark": "ti"}, "mark 'ti'"),
        ({"version": "1.2"}, "version '1.2'"),
        ({"version": "2", "judges": ("2",)}, "judges version 2, which is none before 2"),
        ({"folder": "/nowhere"}, "no cases.yaml in /nowhere"),
        ({"sides": ()}, "no side"),
        ({"sides": ("blue", "blue")}, "side 'blue' twice"),
        ({"secrets": {"green": Hand}, "imagine": lambda view, chooser: position()}, "secrets of 'green'"),
        ({"secrets": {BOX: Box}}, "imagine is not there"),
        ({"events": (Said, Said)}, "event 'Said' twice"),
        ({"events": (Said, Bare)}, "event Bare: not made by @event"),
        ({"events": (Said, Mute)}, "event Mute says {who}, and has no such field"),
        ({"reveals": (TurnBegan,), "events": (Said,)}, "reveals TurnBegan, which is not among the events"),
        ({"first": "nowhere"}, "begins with 'nowhere'"),
        ({"steps": {"step": step, "a/b": step}}, "step 'a/b' holds a slash"),
        ({"scenarios": ()}, "no scenario"),
        ({"scenarios": (Scenario(name="a", title="", words=""),) * 2}, "scenario 'a' twice"),
        ({"options": (replace(OPTION, default="three"),)}, "option bridges: the default 'three' is no choice"),
        ({"options": (OPTION, OPTION)}, "option 'bridges' twice"),
        (part(name="standing"), "part 'standing': sheets keep that word"),
        (part(name="if-stopped"), "part 'if-stopped': sheets keep that word"),
        (part(order=At), "part moves: a field 'at', which every line has already"),
        (part(order=Unless), "part moves: a field 'unless', which every line has already"),
        (part(order=NoBody), "part moves: body 'way' is no field"),
        (part(order=Table), "part moves: its order is no Order"),
        (part(serves="until used"), "part moves: answers and serves='until used' belong together"),
        ({"parts": SOUND.parts * 2}, "part 'moves' twice"),
        ({"topics": (topic("way"), topic("way"))}, "topic 'way' twice"),
        ({"topics": (topic("fire at will"),)}, "'at' stands between a topic and its place"),
        ({"conditions": (Condition("{piece} here", bool),) * 2}, "condition '{piece} here' twice"),
        ({"wording": None}, "no wording"),
        ({"propose": None}, "no propose"),
        ({"queries": {"moves": "none"}}, "moves cannot be called"),
        ({"mentor": "veteran"}, "the mentor 'veteran' is no bot"),
    ],
)
def test_every_fault_is_named(changes: dict[str, Any], told: str) -> None:
    assert any(told in fault for fault in unsound(replace(SOUND, **changes)))


def test_an_event_that_nobody_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("cases.yaml", "rulings.yaml"):
        (tmp_path / name).write_text("")
    code = (
        "from pbem.ruleset import event\n"
        "@event\nclass Forgotten:\n    words: str\n    def apply(self, table): ...\n"
        "@event\nclass Listed:\n    words: str\n    def apply(self, table): ...\n"
    )
    module = ModuleType("somegame_events")
    module.__file__ = str(tmp_path / "events.py")
    monkeypatch.setitem(sys.modules, "somegame_events", module)
    exec(code, module.__dict__)
    spec: Ruleset = replace(SOUND, folder=str(tmp_path), events=(*SOUND.events, module.Listed))
    assert unsound(spec) == ("event Forgotten of somegame_events is not among the events",)
