"""The paper a map is drawn on: one game's grid, its places, and the country put to both."""

from __future__ import annotations

from functools import cached_property

from pbem.kit.hexes import HexGrid
from pbem_rules.atlas.forms import GameSheet, Overrides
from pbem_rules.atlas.gazetteer import Gazetteer
from pbem_rules.atlas.plane import Plane


class Paper:
    """What every part of a map starts from."""

    def __init__(self, sheet: GameSheet, known: Overrides, gazetteer: Gazetteer) -> None:
        self.sheet = sheet
        self.known = known
        self.gazetteer = gazetteer
        self.grid: HexGrid = sheet.grid.grid()

    @cached_property
    def places(self) -> dict[str, str]:
        """The hex of every place the game shows and the map holds."""
        flat = Plane(self.grid, self.sheet.fit.fit())
        found = {}
        for place in self.sheet.places:
            hex = self.known.pins.get(place) or flat.hex_of(self.gazetteer.at(place))
            if hex is not None:
                found[place] = self.grid.proper(hex)
        return found

    @cached_property
    def plane(self) -> Plane:
        """The plane with every place in the middle of its hex."""
        pins = [(self.gazetteer.at(place), hex) for place, hex in self.places.items()]
        return Plane(self.grid, self.sheet.fit.fit(), pins)
