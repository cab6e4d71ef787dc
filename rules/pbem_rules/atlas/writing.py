"""A draft as the text of a map file, value by value with where it comes from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pbem.kit.data import Data, Provenance
from pbem.kit.mapgrid import expanded
from pbem_rules.atlas.drafting import MapDraft
from pbem_rules.atlas.sources import Sources, told
from pbem_rules.atlas.yamltext import flow, listed, quoted, section, stretches

SIDE = 1.7320508075688772  # a hex is as many times wider than its side
HEAD = """\
# Made by the atlas from the geography of the Ardennes and this game's overrides.yaml: correct those, not this file,
# unless you put in the map of a printed game you own (docs/your-own-map.md).
# Places after GeoNames (CC BY 4.0, geonames.org); borders after Natural Earth (public domain).
provenance:
  certainty: reconstructed
  source: "the atlas: geography laid on the game's grid"
"""
RANKS = ("city", "town", "village")


class Writer:
    """Writes one draft."""

    def __init__(self, draft: MapDraft, words: Data) -> None:
        self._draft = draft
        self._sheet, self._known, self._grid = draft.paper.sheet, draft.paper.known, draft.paper.grid
        self._sources = Sources(words)
        self._said = {self._grid.proper(hex): hex for hex in self._known.hexes}

    def text(self) -> str:
        """The whole file."""
        sides, roadworks = self._draft.sides, self._draft.roadworks
        return "".join(
            [
                HEAD,
                f"title: {quoted(self._sheet.title)}\n",
                self._numbering(),
                f"default: {self._sheet.default}\n",
                section("hexes", {hex: flow(words) for hex in self._grid.all() if (words := self._hex(hex))}),
                self._rivers(),
                section("bridges", {side: self._crossing("bridges", side) for side in roadworks.bridges}),
                section("fords", {side: self._crossing("fords", side) for side in roadworks.fords}),
                self._roads(),
                section("exits", dict(self._exit(hex) for hex in sorted(self._known.exits))),
                listed("front", sides.front),
                listed("german", stretches(sorted(sides.german))),
                self._sets("edges", self._known.edges),
                self._sets("areas", self._known.areas),
                self._borders(),
            ]
        )

    def _numbering(self) -> str:
        grid = self._sheet.grid
        text = section("grid", grid.model_dump(by_alias=True, exclude={"sheets", "missing"}))
        text += "  sheets:\n"
        for sheet in grid.sheets:
            text += f"    - {flow(sheet.model_dump(by_alias=True, exclude_defaults=True))}\n"
        return text + (listed("  missing", grid.missing) if grid.missing else "")

    # Hexes.

    def _hex(self, hex: str) -> dict[str, str]:
        """All that is to be said of a hex; what the overrides say wins."""
        draft, words = self._draft, dict[str, str]()
        if draft.terrain[hex] != self._sheet.default:
            words["terrain"] = draft.terrain[hex]
        if hex in draft.sides.wall:
            words["west-wall"] = draft.sides.wall[hex]
        words |= self._name(hex)
        if hex in self._said:
            place = self._known.hexes[self._said[hex]]
            words |= {
                key: _word(value) for key, value in place.model_dump(by_alias=True, exclude_defaults=True).items()
            }
        return words | told({key: self._source(hex, key, value) for key, value in words.items()})

    def _name(self, hex: str) -> dict[str, str]:
        """The name of a hex; of several places in it the greatest, and first one the overrides put there."""
        here = [place for place, at in self._draft.paper.places.items() if at == hex]
        if not here:
            return {}
        kinds = {place: self._sheet.places[place].kind for place in here}
        place = min(here, key=lambda one: (RANKS.index(kinds[one]), one not in self._known.pins, one))
        name = self._sheet.places[place].name or self._draft.paper.gazetteer.towns[place].name
        return {kinds[place]: quoted(name)}

    def _source(self, hex: str, key: str, value: str) -> Provenance | None:
        """Where a word about a hex comes from, if from the overrides."""
        if hex in self._said and (found := self._sources.of("hexes", self._said[hex], key)):
            return found
        if key == "west-wall":
            return self._wall_source(hex, value)
        if key in RANKS:
            pinned = [place for place, at in self._draft.paper.places.items() if at == hex]
            return next((found for place in pinned if (found := self._sources.of("pins", place))), None)
        return None

    def _wall_source(self, hex: str, state: str) -> Provenance | None:
        wall = self._known.wall.cleared if state == "cleared" else self._known.wall.intact
        places = [n for n, one in enumerate(wall) if self._grid.proper(one) == hex]
        return self._sources.of("wall", state, places[0]) if places else None

    # Rivers, crossings, roads, exits.

    def _rivers(self) -> str:
        text = "rivers:\n"
        for river, lines in self._draft.waters.rivers.items():
            text += f"  {quoted(self._river(river))}:\n    class: {self._sheet.rivers[river]}\n"
            text += listed("    sides", (side for line in lines for side in line))
        return text

    def _river(self, river: str) -> str:
        return self._draft.paper.gazetteer.rivers[river].name

    def _crossing(self, kind: str, side: str) -> str:
        words = {"river": quoted(self._river(self._draft.waters.wet[side]))}
        word = (self._known.bridges if kind == "bridges" else self._known.fords).get(side)
        if word is not None:
            words |= {key: quoted(value) for key, value in word.model_dump(exclude_defaults=True).items()}
        return flow(words | self._sources.of_entry(kind, side))

    def _roads(self) -> str:
        text = "roads:\n"
        for kind in ("main", "secondary"):
            if sides := [side for side, one in self._draft.roadworks.roads.items() if one == kind]:
                text += listed(f"  {kind}", sides)
        return text

    def _exit(self, hex: str) -> tuple[str, str]:
        word = self._known.exits[hex]
        words = {"edge": quoted(word.edge)}
        if word.to:
            words["to"] = quoted(word.to)
        if word.worth is not None:
            words["worth"] = str(word.worth)
        return self._grid.proper(hex), flow(words | told({key: self._sources.of("exits", hex, key) for key in words}))

    # Sets of hexes, borders.

    def _sets(self, name: str, sets: Mapping[str, tuple[str, ...]]) -> str:
        if not sets:
            return ""
        text = section(name, self._sources.of_names(name, sets)) or f"{name}:\n"
        return text + "".join(listed(f"  {quoted(key)}", self._on_map(hexes)) for key, hexes in sets.items())

    def _on_map(self, hexes: tuple[str, ...]) -> Iterable[str]:
        """The same hexes; written anew if a stretch of them goes beyond the map."""
        if all(self._grid.contains(hex) for stretch in hexes for hex in stretch.split("-")):
            return hexes
        return stretches(hex for hex in expanded(hexes, self._grid) if self._grid.contains(hex))

    def _borders(self) -> str:
        lines = [", ".join(f"{x * SIDE:.2f} {y * SIDE:.2f}" for x, y in line) for line in self._draft.sides.borders]
        return "borders:\n" + "".join(f'  - {{points: "{points}"}}\n' for points in lines) if lines else ""


def _word(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return quoted(str(value))
