"""Maps of letters: staggered hexes, windows, areas in three columns."""

from __future__ import annotations

import math
from dataclasses import replace

from report_samples import FORCES, area_map, hex_map, hex_spaces

from pbem.model.document import MapBlock
from pbem.model.picture import Battle, Counter, Move, Picture, Space
from pbem.report.columns import table_lines
from pbem.report.drawing.lettermap import draw_letters, map_lines

HEXES = """\
        01    02    03    04    05    06    07    08
 01    .     .     .    (9)    .    (HQ)   .     .
 02       .     .    (x2)   .    (3A)   .    (4R)   .
 03    .     .    Oldb   .     .     .     .     .
 04       .     .    [12]  Ford [14c]   .     .     .
 05    .     .     .    [81]   .    Wall   .     .
 06       ~     ~     .     .     .    [x3]  Sutt   .
 07    ~    [82]   .     .     .     .     .     .
 08       .     .     .     .     .     .     .     .
        (Northerners)  [Southerners]  (x2) two units
        west is left, north is up"""

AREAS = """\
Ashby    S   -      Brome    S  -     Denham   N  -
Flowton  S*  7|1a-  Corton   N  5 6A  Hitcham  N  -
Elmset   S   -      Groton   N  -
Iken     S   2c     Kelsale  N  -
        N Northerners  S Southerners  * contested  - reduced
        west is left, north is up"""


def test_hexes() -> None:
    assert "\n".join(draw_letters(hex_map())) == HEXES


def test_areas() -> None:
    assert "\n".join(draw_letters(area_map())) == AREAS


def test_a_window_shows_the_spaces_named() -> None:
    lines = draw_letters(hex_map(), ("0302", "0303", "0403"))
    assert lines[0].split() == ["03", "04"]
    assert lines[1].split() == ["02", "(x2)"]
    assert lines[2].split() == ["03", "Oldb", "."]


def sheets(west: str, east: str, first: int) -> Picture:
    """Two sheets side by side, the eastern one from the fifth column on, where it begins to count anew."""

    def of_sheet(space: Space) -> Space:
        letter, column = (west, int(space.column)) if int(space.column) < 5 else (east, int(space.column) - 4 + first)
        return replace(space, row=letter + space.row, column=f"{column:02}", label=f"{letter}{space.row}{column:02}")

    spaces = tuple(map(of_sheet, hex_spaces(8, 3)))
    return replace(hex_map(), spaces=spaces, counters=(), battles=(), moves=(), towns=())


def test_joined_sheets_go_by_their_own_numbers() -> None:
    lines = draw_letters(sheets("A", "B", 10))
    assert lines[0].split() == ["01", "02", "03", "04", "11", "12", "13", "14"]
    assert [line.split()[0] for line in lines[1:4]] == ["A01", "A02", "A03"]


def test_where_columns_have_no_one_name_rows_bear_the_number_of_their_first_hex() -> None:
    lines = draw_letters(sheets("A", "B", 0))
    assert [line.split()[0] for line in lines[:3]] == ["A0101", "A0201", "A0301"]


def test_a_large_map_shows_where_the_fighting_is_and_fits_the_page() -> None:
    large = replace(
        hex_map(),
        spaces=hex_spaces(40, 30),
        counters=(Counter("a", "3025", "red", name="Far"), Counter("b", "0101", "red", name="Near")),
        battles=(Battle(next(s.centre for s in hex_spaces(40, 30) if s.id == "3124"), "1"),),
        moves=(),
    )
    text = "\n".join(draw_letters(large))
    assert "(Far)" in text
    assert "(Near)" not in text
    assert text.endswith("not in this part of the map: Near 0101")
    assert max(map(len, text.split("\n"))) <= 76
    assert len(text.split("\n")) <= 19


def test_the_map_follows_who_moves() -> None:
    spaces = hex_spaces(40, 30)
    at = {space.id: space.centre for space in spaces}
    units = tuple(Counter(str(n), "0101", "red", name=f"Rest{n}") for n in range(3))
    moves = (Move("red", (at["3021"], at["3124"])), Move("red", (at["3022"], at["3125"])))
    lines = draw_letters(replace(hex_map(), spaces=spaces, counters=units, battles=(), moves=moves))
    assert "31" in lines[0].split()


def test_two_parts_of_the_same_columns_are_one_that_shows_no_line_twice() -> None:
    """Fights far apart: all lines from the one to the other, or two parts with a gap between them.  The second has
    the columns of the first where they show it as well as others."""
    spaces = hex_spaces(20, 40)
    at = {space.id: space.centre for space in spaces}
    for other, gaps in (("0520", 0), ("0538", 1), ("0719", 0)):
        battles = (Battle(at["0503"]), Battle(at["0505"]), Battle(at[other]))
        lines = draw_letters(replace(hex_map(), spaces=spaces, counters=(), battles=battles, moves=()))
        rows = [line.split()[0] for line in lines if line[:5].strip()]
        assert rows == sorted(set(rows))
        assert lines.count("") == gaps
        assert len(rows) > 14


def test_a_column_that_can_break_at_blanks_gives_way_before_a_name_is_cut() -> None:
    rows = [("Oberwampach", "1 2 3 4 5 6"), ("Ham", "12 Armoured")]
    lines = table_lines(["", ""], rows, ["left", "left"], 22)
    assert lines[0].startswith("Oberwampach  1 2 3")
    assert max(map(len, lines)) <= 22


def test_of_many_units_elsewhere_some_are_named_and_all_are_counted() -> None:
    spaces = hex_spaces(40, 30)
    units = tuple(Counter(str(n), "0101", "red", name=f"{n} Infantry Division") for n in range(40))
    battle = Battle(next(space.centre for space in spaces if space.id == "3124"))
    units += tuple(Counter(f"x{n}", "3124", "red", name="Here") for n in range(40))
    lines = draw_letters(replace(hex_map(), spaces=spaces, counters=units, battles=(battle,), moves=()))
    assert lines[-1].endswith("... (40 in all)")
    assert max(map(len, lines)) <= 76


def test_a_battle_draws_more_eyes_than_a_few_units() -> None:
    spaces = hex_spaces(40, 30)
    units = tuple(Counter(str(n), "0101", "red", name="Rest") for n in range(4))
    battle = Battle(next(space.centre for space in spaces if space.id == "3124"))
    lines = draw_letters(replace(hex_map(), spaces=spaces, counters=units, battles=(battle,), moves=()))
    assert "(x4)" not in "\n".join(lines)
    assert " ".join(" ".join(lines[-2:]).split()).endswith("Rest 0101, Rest 0101, Rest 0101, Rest 0101")
    assert "31" in lines[0].split()


def test_both_sides_in_one_hex() -> None:
    both = (Counter("a", "0101", "red", name="A"), Counter("b", "0101", "green", name="B"))
    assert "1|1" in draw_letters(replace(hex_map(), counters=both))[1]


def test_columns_that_stagger_instead_of_rows() -> None:
    """Hexes with a flat top: two lines to a row, the columns half a row apart."""
    spaces = tuple(
        Space(f"{c}{r}", (c * 1.5, (r + 0.5 * (c % 2)) * math.sqrt(3)), column=str(c), row=str(r))
        for c in range(3)
        for r in range(2)
    )
    lines = draw_letters(Picture("T", spaces, math.sqrt(3), forces=FORCES))
    assert lines[0].split() == ["0", "1", "2"]
    assert [line.count(".") for line in lines[1:5]] == [2, 1, 2, 1]


def test_letters_made_elsewhere_are_printed_as_they_are() -> None:
    assert map_lines(MapBlock(hex_map(), letters="a\tb\n c\n\n")) == ["a    b", " c"]


def test_no_space_no_map() -> None:
    assert draw_letters(hex_map(), ("nowhere",)) == []
