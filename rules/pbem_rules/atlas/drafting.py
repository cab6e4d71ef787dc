"""The draft of one game's map: the geography on its grid, and over it what is known better."""

from __future__ import annotations

from functools import cached_property

from pbem_rules.atlas.forms import GameSheet, Overrides
from pbem_rules.atlas.gazetteer import Gazetteer
from pbem_rules.atlas.ground import Survey
from pbem_rules.atlas.paper import Paper
from pbem_rules.atlas.roadworks import Roadworks
from pbem_rules.atlas.sides import Sides
from pbem_rules.atlas.waters import Waters


class MapDraft:
    """All parts of one map, each made on those before it."""

    def __init__(self, sheet: GameSheet, known: Overrides, gazetteer: Gazetteer) -> None:
        self.paper = Paper(sheet, known, gazetteer)
        self.sides = Sides(self.paper)
        self.waters = Waters(self.paper, self.sides)
        self.roadworks = Roadworks(self.paper, self.waters)

    @cached_property
    def terrain(self) -> dict[str, str]:
        """The ground of every hex."""
        paper = self.paper
        survey = Survey(paper.gazetteer, paper.plane)
        known = paper.known.ground.terrain()
        return {
            hex: known.get(hex) or survey.terrain(hex, paper.sheet.terrain, paper.sheet.default)
            for hex in paper.grid.all()
        }
