"""A draft as the text of a map file, value by value with where it comes from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pbem.kit.data import Data, Provenance
from pbem.kit.mapgrid import GridForm, expanded
from rules.atlas.drafting import Draft
from rules.atlas.forms import Shown

WIDTH = 118
SIDE = 1.7320508075688772  # a hex is as many times wider than its side
HEAD = """\
# Made by the atlas from the geography of the Ardennes and this game's overrides.yaml: correct those, not this file,
# unless you put in the map of a printed game you own (docs/your-own-map.md).
# Places after GeoNames (CC BY 4.0, geonames.org); borders after Natural Earth (public domain).
"""
SOURCE = "the atlas: geography laid on the game's grid"


class Writer:
    """Writes one draft."""

    def __init__(self, draft: Draft, words: Data) -> None:
        self._draft = draft
        self._words = words  # the overrides, with the provenance of each

    def text(self) -> str:
        parts = [
            HEAD,
            f"provenance:\n  certainty: reconstructed\n  source: {quoted(SOURCE)}\n",
            f"title: {quoted(self._draft.paper.sheet.title)}\n",
            self._grid(self._draft.paper.sheet.grid),
            f"default: {self._draft.paper.sheet.default}\n",
            self._hexes(),
            self._rivers(),
            self._crossings(),
            self._roads(),
            self._exits(),
            _listed("front", self._draft.sides.front),
            _listed("german", spans(sorted(self._draft.sides.german))),
            self._sets("edges", self._draft.paper.known.edges),
            self._sets("areas", self._draft.paper.known.areas),
            self._borders(),
        ]
        return "".join(parts)

    def _grid(self, grid: GridForm) -> str:
        lines = ["grid:"]
        told = grid.model_dump(by_alias=True, exclude_defaults=True)
        told = {key: value for key, value in told.items() if key not in ("sheets", "missing")}
        for key in ("tops", "digits", "shifted", "toward", "rows-grow", "columns-grow"):
            told.setdefault(key, getattr(grid, key.replace("-", "_")))
        lines += [f"  {key}: {value}" for key, value in sorted(told.items())]
        lines.append("  sheets:")
        for sheet in grid.sheets:
            words = sheet.model_dump(by_alias=True, exclude_defaults=True)
            lines.append("    - {" + ", ".join(f"{key}: {value}" for key, value in words.items()) + "}")
        if grid.missing:
            lines.append(f"  missing: [{', '.join(grid.missing)}]")
        return "\n".join(lines) + "\n"

    # Hexes.

    def _hexes(self) -> str:
        lines = ["hexes:"]
        places = self._places()
        for hex in self._draft.paper.grid.all():
            words = places[hex]
            if words:
                told = dict(words)
                told |= self._provenance(hex, words)
                lines.append(f"  {hex}: {{{', '.join(f'{key}: {value}' for key, value in told.items())}}}")
        return "\n".join(lines) + "\n"

    def _places(self) -> dict[str, dict[str, str]]:
        """What the file says of each hex."""
        draft = self._draft
        places: dict[str, dict[str, str]] = {}
        for hex in draft.paper.grid.all():
            terrain = draft.terrain[hex]
            places[hex] = {} if terrain == draft.paper.sheet.default else {"terrain": terrain}
            if hex in draft.sides.wall:
                places[hex]["west-wall"] = draft.sides.wall[hex]
        for hex, names in self._names().items():
            places[hex] |= names
        for hex, place in draft.paper.known.hexes.items():
            at = places[draft.paper.grid.proper(hex)]
            at |= {key: _word(value) for key, value in place.model_dump(by_alias=True, exclude_defaults=True).items()}
            if place.terrain == draft.paper.sheet.default and place.terrain:
                at["terrain"] = place.terrain
        return places

    def _names(self) -> dict[str, dict[str, str]]:
        """The places of each hex; of several in one hex the greatest gives the name."""
        rank = {"city": 0, "town": 1, "village": 2}
        here: dict[str, list[tuple[int, int, str, Shown]]] = {}
        for place, hex in self._draft.paper.places.items():
            shown = self._draft.paper.sheet.places[place]
            pinned = 0 if place in self._draft.paper.known.pins else 1
            here.setdefault(hex, []).append((rank[shown.kind], pinned, place, shown))
        named: dict[str, dict[str, str]] = {}
        for hex, found in here.items():
            *_, place, shown = min(found, key=lambda one: one[:3])
            named[hex] = {shown.kind: quoted(shown.name or self._draft.paper.gazetteer.towns[place].name)}
        return named

    def _provenance(self, hex: str, words: Mapping[str, str]) -> dict[str, str]:
        """What is said of a hex by the overrides, word by word."""
        told: dict[str, Provenance] = {}
        for said in self._draft.paper.known.hexes:
            if self._draft.paper.grid.proper(said) == hex:
                for key in words:
                    at = ("hexes", said, key)
                    if at in self._words.values:
                        told[key] = self._words.values[at].provenance
        for kind in ("city", "town", "village"):
            for place, pinned in self._draft.paper.places.items():
                pin = self._words.values.get(("pins", place))
                if kind in words and kind not in told and pinned == hex and pin is not None:
                    told[kind] = pin.provenance
        if "west-wall" in words:
            kind = words["west-wall"]
            for (section, *rest), value in self._words.values.items():
                if section == "wall" and rest[:1] == [kind] and value.provenance.certainty != "reconstructed":
                    told.setdefault("west-wall", value.provenance)
        return _said(told)

    # Rivers, crossings, roads.

    def _rivers(self) -> str:
        lines = ["rivers:"]
        for river, courses in self._draft.waters.rivers.items():
            name = self._draft.paper.gazetteer.rivers[river].name
            sides = [side for line in courses for side in line]
            lines.append(f"  {quoted(name)}:")
            lines.append(f"    class: {self._draft.paper.sheet.rivers[river]}")
            lines.append(_listed("    sides", sides).rstrip("\n"))
        return "\n".join(lines) + "\n"

    def _crossings(self) -> str:
        draft = self._draft
        lines = ["bridges:"]
        for side in sorted(draft.roadworks.roads):
            if side in draft.waters.wet:
                words = {"river": quoted(draft.paper.gazetteer.rivers[draft.waters.wet[side]].name)}
                word = draft.paper.known.bridges.get(side)
                if word is not None:
                    words |= {k: quoted(str(v)) for k, v in word.model_dump(exclude_defaults=True).items()}
                words |= self._of("bridges", side)
                lines.append(f"  {side}: {{{', '.join(f'{key}: {value}' for key, value in words.items())}}}")
        fords = ["fords:"]
        for side in sorted(draft.roadworks.fords):
            words = {"river": quoted(draft.paper.gazetteer.rivers[draft.waters.wet[side]].name)} | self._of(
                "fords", side
            )
            fords.append(f"  {side}: {{{', '.join(f'{key}: {value}' for key, value in words.items())}}}")
        return _section(lines) + _section(fords)

    def _of(self, section: str, key: str) -> dict[str, str]:
        """The provenance the overrides give to a whole entry."""
        found = [value.provenance for at, value in self._words.values.items() if at[:2] == (section, key)]
        known = [one for one in found if one.certainty not in (None, "reconstructed")]
        return {"certainty": str(known[0].certainty), "source": quoted(known[0].source)} if known else {}

    def _roads(self) -> str:
        kinds = {
            kind: [side for side, one in self._draft.roadworks.roads.items() if one == kind]
            for kind in ("main", "secondary")
        }
        return "roads:\n" + "".join(_listed(f"  {kind}", sides) for kind, sides in kinds.items() if sides)

    def _exits(self) -> str:
        lines = ["exits:"]
        for hex, word in sorted(self._draft.paper.known.exits.items()):
            words = {"edge": quoted(word.edge)}
            if word.to:
                words["to"] = quoted(word.to)
            if word.worth is not None:
                words["worth"] = str(word.worth)
            told = {
                key: self._words.values[("exits", hex, key)].provenance
                for key in words
                if ("exits", hex, key) in self._words.values
            }
            words |= _said(told)
            lines.append(
                f"  {self._draft.paper.grid.proper(hex)}: {{{', '.join(f'{k}: {v}' for k, v in words.items())}}}"
            )
        return _section(lines)

    def _on_map(self, stretches: tuple[str, ...]) -> Iterable[str]:
        """The same hexes; written anew if a stretch goes beyond the map."""
        grid = self._draft.paper.grid
        if all(grid.contains(hex) for hex in _ends(stretches)):
            return stretches
        return spans(hex for hex in expanded(stretches, grid) if grid.contains(hex))

    def _borders(self) -> str:
        lines = ["borders:"]
        for border in self._draft.sides.borders:
            points = ", ".join(f"{x * SIDE:.2f} {y * SIDE:.2f}" for x, y in border)
            lines.append(f'  - {{points: "{points}"}}')
        return _section(lines)

    def _sets(self, section: str, sets: Mapping[str, tuple[str, ...]]) -> str:
        if not sets:
            return ""
        lines = [f"{section}:\n"]
        for name, hexes in sets.items():
            lines.append(_listed(f"  {quoted(name)}", self._on_map(hexes)))
        sure = {name: self._of(section, name) for name in sets}
        sure = {name: word for name, word in sure.items() if word}
        if sure:
            certainties = ", ".join(f"{quoted(name)}: {word['certainty']}" for name, word in sure.items())
            sources = ", ".join(f"{quoted(name)}: {word['source']}" for name, word in sure.items())
            lines.insert(1, f"  certainty: {{{certainties}}}\n  source: {{{sources}}}\n")
        return "".join(lines)


def _ends(stretches: Iterable[str]) -> Iterable[str]:
    """The hexes that stretches name."""
    return (hex for stretch in stretches for hex in stretch.split("-"))


def spans(hexes: Iterable[str]) -> list[str]:
    """Sorted hexes with stretches of one row written as "0105-0125"."""
    out: list[list[str]] = []
    for hex in hexes:
        if out and hex[:-2] == out[-1][-1][:-2] and int(hex[-2:]) == int(out[-1][-1][-2:]) + 1:
            out[-1].append(hex)
        else:
            out.append([hex])
    return [run[0] if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in out]


def quoted(text: str) -> str:
    """A text as YAML takes it."""
    plain = text and all(c.isalnum() or c in " .-()&/" for c in text) and text[0].isalnum() and text == text.strip()
    return text if plain else '"' + text.replace('"', '\\"') + '"'


def _said(told: Mapping[str, Provenance]) -> dict[str, str]:
    """What a mapping says of its own values, if it is anything better than the header."""
    better = {key: one for key, one in told.items() if one.certainty not in (None, "reconstructed")}
    if not better:
        return {}
    certainty = ", ".join(f"{key}: {one.certainty}" for key, one in better.items())
    source = ", ".join(f"{key}: {quoted(one.source)}" for key, one in better.items())
    return {"certainty": f"{{{certainty}}}", "source": f"{{{source}}}"}


def _word(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return quoted(str(value))


def _listed(key: str, items: Iterable[str]) -> str:
    """A key with a list, wrapped."""
    indent = " " * (len(key) - len(key.lstrip()) + 2)
    lines, line = [], f"{key}: ["
    for n, item in enumerate(words := list(items)):
        piece = item + ("," if n + 1 < len(words) else "")
        if len(line) + len(piece) + 1 > WIDTH:
            lines.append(line.rstrip())
            line = indent
        line += piece + (" " if n + 1 < len(words) else "")
    lines.append(line + "]")
    return "\n".join(lines) + "\n"


def _section(lines: list[str]) -> str:
    return "\n".join(lines) + "\n" if len(lines) > 1 else ""
