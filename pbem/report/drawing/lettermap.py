"""A map in letters for plain mails: staggered hexes with bracketed units, or a list of areas."""

from __future__ import annotations

import textwrap
from collections import defaultdict
from collections.abc import Container, Mapping, Sequence
from itertools import pairwise

from pbem.model.document import MapBlock
from pbem.model.picture import Counter, Force, Picture, Space
from pbem.report.additions import units_elsewhere
from pbem.report.clean import clean, clean_lines, display_width
from pbem.report.columns import table_lines
from pbem.report.drawing.action import weights

WIDTH = 76
HALF = 3  # columns of text for half the distance between neighbours in a line
MARGIN = 5  # for the row's number
LINES_SHOWN = 14
MOST_PARTS = 2
FURTHER_PART = 0.15  # of all there is to see, what a second part must show
NEARLY = 0.85
"""So much of what a second part could show it must show to have the columns of the first: then they can be one."""
LEFT_OUT_LINES = 4  # for the names of units that are not shown
_COMPASS = {
    0: "west is left, north is up",
    90: "west is up, north is right",
    180: "west is right, north is down",
    270: "west is down, north is left",
}


def map_lines(map: MapBlock) -> list[str]:
    """The map of letters that a document's map stands for."""
    return clean_lines(map.letters) if map.letters else draw_letters(map.picture)


def draw_letters(picture: Picture, window: Sequence[str] = ()) -> list[str]:
    """The lines of the map; of a map too large, one or two parts where the action is, unless a window is given."""
    wanted = set(window)
    spaces = [space for space in picture.spaces if not wanted or space.id in wanted]
    if not spaces:
        return []
    if not any(space.column or space.row for space in spaces):
        return [*_area_list(picture, spaces), *_key(picture, grid=False)]
    places = _lattice(spaces)
    parts = [places] if wanted else _parts(picture, places)
    drawn = [_grid(picture, spaces, part) for part in parts]
    lines = [line for number, part in enumerate(drawn) for line in ([""] if number else []) + part]
    return [*lines, *_key(picture, grid=True), *_left_out(picture, {name for part in parts for name in part})]


# --- hexes ---------------------------------------------------------------------------------------------

Lattice = Mapping[str, tuple[int, int]]


def _lattice(spaces: Sequence[Space]) -> Lattice:
    """Column and line of each space, counted in half steps from the left and the top."""
    across, down = ([space.centre[axis] for space in spaces] for axis in (0, 1))
    steps = (_step(across), _step(down))
    left, top = min(across), min(down)
    return {s.id: (round((s.centre[0] - left) / steps[0]), round((s.centre[1] - top) / steps[1])) for s in spaces}


def _step(values: Sequence[float]) -> float:
    """The smallest distance between two values that differ by more than a slip of the pen."""
    ordered = sorted(set(values))
    slip = (ordered[-1] - ordered[0]) / 1000
    gaps = [b - a for a, b in pairwise(ordered) if b - a > slip]
    return min(gaps, default=1.0)


def _parts(picture: Picture, places: Lattice) -> list[Lattice]:
    """The part that fits the page and holds most of the action, and a second one if it holds enough of the rest."""
    wide = (WIDTH - MARGIN) // HALF - 1
    columns, lines = (max(place[axis] for place in places.values()) + 1 for axis in (0, 1))
    if columns <= wide and lines <= LINES_SHOWN:
        return [places]
    left = {places[space]: weight for space, weight in weights(picture).items() if space in places}
    total = sum(left.values())
    parts: list[tuple[int, int, int]] = []
    for _ in range(MOST_PARTS):
        x = _best_start([(x, weight) for (x, _), weight in left.items()], wide, columns, [x for x, _, _ in parts])
        inside = {(u, v): weight for (u, v), weight in left.items() if x <= u < x + wide}
        y = _best_start([(v, weight) for (_, v), weight in inside.items()], LINES_SHOWN, lines)
        gain = sum(weight for (_, v), weight in inside.items() if y <= v < y + LINES_SHOWN)
        if parts and gain < FURTHER_PART * total:
            break
        parts.append((x, y, y + LINES_SHOWN))
        left = {(u, v): w for (u, v), w in left.items() if not (x <= u < x + wide and y <= v < y + LINES_SHOWN)}
    ordered = sorted(_joined(parts), key=lambda part: (part[1], part[0]))
    return [_part(places, x, wide, top, end) for x, top, end in ordered]


def _joined(parts: Sequence[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
    """Two parts one of which goes on where the other is are one, which shows no line twice."""
    if len({x for x, _, _ in parts}) > 1 or len(parts) < 2:
        return list(parts)
    (x, top, end), (_, other, last) = sorted(parts)
    return [(x, top, last)] if other <= end else list(parts)


def _part(places: Lattice, left: int, wide: int, top: int, end: int) -> Lattice:
    """What lies in these columns and lines."""
    return {name: (x - left, y - top) for name, (x, y) in places.items() if left <= x < left + wide and top <= y < end}


def _left_out(picture: Picture, shown: Container[str]) -> list[str]:
    """Who stands on the map and not in the parts that are shown."""
    outside = [counter for counter in picture.counters if counter.space not in shown]
    if not outside:
        return []
    units = [f"{clean(counter.name or counter.id)} {clean(counter.space)}" for counter in outside]
    indent = " " * (MARGIN + HALF)
    return textwrap.wrap(
        units_elsewhere(units, len(units)),
        WIDTH,
        initial_indent=indent,
        subsequent_indent=indent,
        max_lines=LEFT_OUT_LINES,
        placeholder=f" ... ({len(outside)} in all)",
    )


def _best_start(weights: Sequence[tuple[int, int]], length: int, end: int, before: Sequence[int] = ()) -> int:
    """Where a stretch of this length holds most; of equal ones the middle one; where one before begins if that is
    nearly as good."""
    starts = range(max(1, end - length + 1))
    sums = [sum(weight for at, weight in weights if start <= at < start + length) for start in starts]
    best = [start for start in starts if sums[start] == max(sums)]
    again = [start for start in before if sums[start] >= NEARLY * max(sums)]
    return again[0] if again else best[len(best) // 2]


def _grid(picture: Picture, spaces: Sequence[Space], places: Lattice) -> list[str]:
    """The header of columns and a line for each row of hexes.

    Where joined sheets meet, a row is called what most of it is; a column may have no one name: then each row bears the
    number of its first hex.
    """
    shown = [space for space in spaces if space.id in places]
    marks = _marks(picture)
    by_line: dict[int, list[Space]] = defaultdict(list)
    for space in shown:
        by_line[places[space.id][1]].append(space)
    of_one_sheet = _of_one_sheet(shown, places)
    lines = [_header(shown, places)] if of_one_sheet and any(space.column for space in shown) else []
    last = ""
    for _, row in sorted(by_line.items()):
        if of_one_sheet:
            name = max(names := sorted(clean(space.row) for space in row), key=names.count)
        else:
            name = clean(min(row, key=lambda space: places[space.id]).label)
        cells = [(places[space.id][0], marks.get(space.id, _ground(picture, space))) for space in row]
        lines.append(_line("" if name == last else name, cells))
        last = name
    return lines


def _of_one_sheet(shown: Sequence[Space], places: Lattice) -> bool:
    """Whether every column has one name, and every name belongs to one column of staggered hexes."""
    columns: dict[str, set[int]] = defaultdict(set)
    for space in shown:
        columns[clean(space.column)].add(places[space.id][0])
    at = [x for xs in columns.values() for x in xs]
    return len(at) == len(set(at)) and all(max(xs) - min(xs) < 2 for xs in columns.values())


def _header(shown: Sequence[Space], places: Lattice) -> str:
    """The columns' names, each above the middle of its staggered hexes."""
    columns: dict[str, list[int]] = defaultdict(list)
    for space in shown:
        columns[clean(space.column)].append(places[space.id][0])
    cells = [((min(xs) + max(xs)) / 2, name) for name, xs in columns.items()]
    return _line("", cells)


def _line(name: str, cells: Sequence[tuple[float, str]]) -> str:
    """The row's name, and each cell's text centred on its place."""
    line = name.rjust(MARGIN - 2)
    for x, text in sorted(cells):
        start = MARGIN + int(x * HALF) + (2 * HALF - display_width(text)) // 2
        line = line.ljust(start) if len(line) <= start else f"{line} "
        line += text
    return line


def _ground(picture: Picture, space: Space) -> str:
    """What an empty hex shows: its town, water, or a dot."""
    for town in picture.towns:
        if town.space == space.id:
            return clean(town.short or town.name[:4])
    looks = {terrain.key: terrain.look for terrain in picture.terrains}
    return "~" if looks.get(space.terrain) == "water" else "."


def _marks(picture: Picture) -> dict[str, str]:
    """What each occupied space shows: one unit's short name, or how many of which side."""
    forces = {force.key: force for force in picture.forces}
    by_space: dict[str, list[Counter]] = defaultdict(list)
    for counter in picture.counters:
        by_space[counter.space].append(counter)
    return {space: _mark(counters, forces) for space, counters in by_space.items()}


def _mark(counters: Sequence[Counter], forces: Mapping[str, Force]) -> str:
    sides = sorted({counter.force for counter in counters})
    brackets = [_brackets(forces, side) for side in sides]
    counts = [sum(counter.force == side for counter in counters) for side in sides]
    if len(sides) > 1:
        return f"{brackets[0][0]}{counts[0]}|{counts[-1]}{brackets[-1][1]}"
    inside = clean(counters[0].short or counters[0].name)[:4] if len(counters) == 1 else f"x{counts[0]}"
    return brackets[0][0] + inside + brackets[0][1]


def _brackets(forces: Mapping[str, Force], side: str) -> str:
    return forces[side].brackets if side in forces else "[]"


# --- areas ---------------------------------------------------------------------------------------------


def _area_list(picture: Picture, spaces: Sequence[Space]) -> list[str]:
    """Name, holder and units of each area: from west to east in three columns, each from the north down."""
    by_space: dict[str, list[Counter]] = defaultdict(list)
    for counter in picture.counters:
        by_space[counter.space].append(counter)
    cells = [_area(picture, space, by_space[space.id]) for space in _in_three_columns(spaces)]
    height = -(-len(cells) // 3)
    padded = cells + [("", "", "")] * (3 * height - len(cells))
    rows = [sum((padded[line + height * column] for column in range(3)), ()) for line in range(height)]
    return table_lines([""] * 9, rows, ["left"] * 9, WIDTH)


def _in_three_columns(spaces: Sequence[Space]) -> list[Space]:
    """All areas, the western third first; inside each third from the top down."""
    across = sorted(spaces, key=lambda space: (space.centre[0], space.centre[1], space.id))
    height = -(-len(across) // 3)
    thirds = [across[start : start + height] for start in range(0, len(across), height)]
    return [space for third in thirds for space in sorted(third, key=lambda s: (s.centre[1], s.id))]


def _area(picture: Picture, space: Space, counters: Sequence[Counter]) -> tuple[str, ...]:
    """An area's cells: name, initial of its holder and a star if contested, units by side."""
    names = {force.key: clean(force.name) for force in picture.forces}
    sides = [force.key for force in picture.forces if any(c.force == force.key for c in counters)]
    holder = names.get(space.control, "")[:1] + ("*" if len(sides) > 1 else "")
    units = "|".join(" ".join(_with_strength(c) for c in counters if c.force == side) for side in sides)
    return clean(space.name or space.label or space.id), holder, units or "-"


def _with_strength(counter: Counter) -> str:
    return clean(counter.short or counter.name) + ("-" if counter.reduced else "")


# --- what the signs mean -------------------------------------------------------------------------------


def _key(picture: Picture, *, grid: bool) -> list[str]:
    """One line below the map: whose brackets are whose, and where north is."""
    if grid:
        signs = [clean(force.brackets[:1] + force.name + force.brackets[1:]) for force in picture.forces]
        first = picture.forces[0].brackets if picture.forces else "[]"
        signs.append(f"{first[0]}x2{first[1]} two units")
    else:
        signs = [f"{clean(force.name)[:1]} {clean(force.name)}" for force in picture.forces]
        signs += ["* contested", "- reduced"]
    compass = _COMPASS.get(round(picture.north) % 360, "")
    line = " " * (MARGIN + HALF) + "  ".join(signs)
    if len(line) + len(compass) + 3 > WIDTH:
        return [line, " " * (MARGIN + HALF) + compass] if compass else [line]
    return [line + " " * (WIDTH - len(line) - len(compass)) + compass]
