"""Where the action is: which spaces count, the windows upon them, what is asked for, what is left out."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.sax.saxutils import unescape

import pytest
from report_samples import FORCES, area_map, hex_map, hex_spaces
from sheets_of_paper import pages

from pbem.kit.keeper import nobody, use
from pbem.model.document import Document, MapBlock
from pbem.model.picture import Battle, Counter, Force, Picture, PrintedMap, Town
from pbem.office.cache import Cache
from pbem.report import render, render_map, typst
from pbem.report.drawing import action, panels
from pbem.report.drawing.clearance import within
from pbem.report.drawing.fitting import map_box
from pbem.report.drawing.labels import Label
from pbem.report.drawing.lettermap import draw_letters
from pbem.report.drawing.svg import Leaves, _drawn, draw, leaves
from pbem.report.typst import render_pdf, typst_source
from pbem.report.typstmap import country_source, map_source

LARGE = replace(hex_map(), spaces=hex_spaces(40, 60), counters=(), battles=(), moves=())
AT = LARGE.centres


def unit(name: str, space: str, force: str) -> Counter:
    return Counter(name, space, force, name=name)


def fronts(*where: tuple[str, str]) -> Picture:
    """Pairs of enemies face to face, and some units far behind."""
    pairs = [
        unit(f"{force}{n}", space, force)
        for n, pair in enumerate(where)
        for force, space in zip("rg", pair, strict=True)
    ]
    rear = [unit(f"rear{n}", f"40{n:02d}", "r") for n in range(50, 55)]
    forces = (Force("r", "Red", "field-grey", "()"), Force("g", "Green", "olive"))
    return replace(LARGE, forces=forces, counters=(*pairs, *rear))


def test_units_that_face_the_enemy_count_and_who_reads_counts_more() -> None:
    shown = fronts(("0303", "0304"))
    assert action.weights(shown) == {"0303": action.ENEMY, "0304": action.ENEMY}
    assert action.weights(replace(shown, reader="r")) == {"0303": action.OWN, "0304": action.ENEMY}


def test_nations_of_one_side_do_not_face_each_other() -> None:
    forces = (*FORCES, Force("blue", "Others", "blue", side="green"))
    both = (unit("a", "0303", "green"), unit("b", "0304", "blue"))
    allied = replace(LARGE, forces=forces, counters=(*both, unit("far", "2050", "red")))
    assert set(action.weights(allied).values()) == {1}
    strangers = replace(allied, forces=(*FORCES, Force("blue", "Others", "blue")))
    assert action.weights(strangers) == {"0303": action.ENEMY, "0304": action.ENEMY}


def test_markers_are_no_enemies_and_battles_count() -> None:
    marked = replace(fronts(), counters=(unit("a", "0303", "r"), replace(unit("b", "0304", "g"), branch="marker")))
    assert action.weights(replace(marked, battles=(Battle(AT["2020"]),))) == {"2020": action.BATTLE}


def test_armies_far_apart_show_those_of_who_reads() -> None:
    apart = replace(fronts(), counters=(unit("a", "0303", "r"), unit("b", "3950", "g")))
    assert set(action.weights(replace(apart, reader="g"))) == {"3950"}
    assert set(action.weights(apart)) == {"0303", "3950"}


def test_windows_show_the_fullest_part_first_and_nearly_all() -> None:
    """A long front takes several windows, none larger than a screen; what is far behind is in none."""
    shown = fronts(*((f"{10 + n // 3}{n:02d}", f"{11 + n // 3}{n:02d}") for n in range(5, 45, 2)))
    found = action.windows(shown)
    assert 3 <= len(found) <= 6
    for window in found:
        assert window.box[2] - window.box[0] <= action.SCREEN[0] * shown.pace + 0.01
        assert window.box[3] - window.box[1] <= action.SCREEN[1] * shown.pace + 0.01
    rest = action.left_out(shown, [window.box for window in found])
    assert {one.id for one in rest} >= {f"rear{n}" for n in range(50, 55)}
    assert len(rest) <= 5 + 4
    assert len(found[0].spaces) == max(len(window.spaces) for window in found)


def test_a_map_no_larger_than_a_screen_needs_no_window() -> None:
    assert action.windows(hex_map()) == ()
    assert action.front(hex_map()) is None
    assert "data-windows" not in draw(hex_map())


def test_a_window_does_not_reach_beyond_the_map() -> None:
    limits, (window,) = map_box(LARGE), action.windows(fronts(("0101", "0102")))
    assert window.box[:2] == limits[:2]


def test_what_is_asked_for_is_shown_as_far_as_the_map_goes() -> None:
    left, top, right, _ = map_box(LARGE)
    asked = replace(fronts(("0303", "0304")), part=(left - 9, top - 9, left + 9, top + 9))
    (window,) = action.windows(asked)
    assert window.box == action.front(asked) == (left, top, left + 9, top + 9)
    assert right > left + 9


def test_a_drawing_of_a_part_says_where_it_lies_in_the_whole() -> None:
    part = str(render_map(fronts(("0303", "0304"), ("0405", "0406")), "svg"))
    assert part.count('class="pm-inset"') == 1
    assert "0303" in part
    assert "3959" not in part
    whole = str(render_map(fronts(("0303", "0304")), "svg", whole=True))
    assert "pm-inset" not in whole
    assert "3959" in whole


def test_a_drawing_can_be_larger() -> None:
    small, large = (str(render_map(hex_map(), "svg", scale=scale)) for scale in (1, 2))
    assert float(large.split('width="')[1].split('"')[0]) == 2 * float(small.split('width="')[1].split('"')[0])
    assert large.split("viewBox")[1].split('"')[1] == small.split("viewBox")[1].split('"')[1]


# --- paper ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("picture", [fronts(*((f"10{n:02d}", f"11{n:02d}") for n in range(5, 45, 2))), area_map()])
def test_parts_on_paper_can_be_read_and_fit_it(picture: Picture) -> None:
    boxes = panels.panels_of(replace(picture, part=None))
    for box in boxes:
        wide, high = panels.printed_size(picture, box)
        assert wide <= panels.UTMOST + 0.5
        assert high <= panels.HIGHEST + 0.5
        assert wide / (box[2] - box[0]) * picture.pace * 0.58 >= panels.SMALLEST - 0.01
    assert [box[1] for box in boxes] == sorted(box[1] for box in boxes)


def test_a_front_longer_than_a_sheet_is_cut_into_parts_of_like_size() -> None:
    """Not into a full sheet and a sliver; a part that stands alone is not moved."""
    for end in (29, 37, 45):
        shown = fronts(*((f"10{n:02d}", f"11{n:02d}") for n in range(5, end, 2)))
        boxes = panels.panels_of(shown)
        heights, widths = [box[3] - box[1] for box in boxes], [box[2] - box[0] for box in boxes]
        assert len(boxes) == len(action.windows(shown, action.PAPER)) > 1
        assert max(max(sizes) - min(sizes) for sizes in (heights, widths)) < 2.5 * shown.pace


def test_paper_has_the_parts_then_the_whole_and_names_who_is_on_none() -> None:
    shown = fronts(*((f"10{n:02d}", f"11{n:02d}") for n in range(5, 45, 2)))
    sheets: dict[str, str] = {}
    source = typst_source(Document("T", (MapBlock(shown),)), sheets)
    count = len(panels.panels_of(shown))
    assert count > 1
    assert source.count('part("map-1.pdf", ') == count
    assert list(sheets) == ["map-1.pdf"]  # drawn once
    assert source.count("whole(") == 2
    assert f"The map, part 1 of {count}: " in source
    assert "not in this part of the map: rear50 4050" in source
    small = typst_source(Document("T", (MapBlock(hex_map()),)))
    assert small.count('part("map-1.pdf"') == 0
    assert small.count('drawn("map-1.pdf"') == 1


def test_what_is_said_after_the_whole_map_stands_on_its_sheet() -> None:
    shown = fronts(*((f"10{n:02d}", f"11{n:02d}") for n in range(5, 45, 2)))
    printed = render_pdf(Document("T", (MapBlock(shown), "said afterwards")))
    assert pages(printed) == len(panels.panels_of(shown)) + 1


def test_a_low_part_shows_more_until_its_sheet_is_full() -> None:
    shown = fronts(*((f"{n}20", f"{n}21") for n in range(10, 18)))
    ((window,), (box,)) = action.windows(shown, action.PAPER), panels.panels_of(shown)
    assert window.box[3] - window.box[1] < 0.6 * (box[3] - box[1])
    assert panels.printed_size(shown, box)[1] > 0.9 * panels.HIGHEST
    assert all(within(box, shown.centres[one.space]) for one in shown.counters[:16])


def test_paper_says_what_lies_in_stacks_the_top_first() -> None:
    """Whose counters hide each other; a single one, a marker and what no part shows are not among them."""
    here = (unit("a", "1005", "r"), unit("b", "1005", "r"), unit("c", "1006", "g"))
    marked = (
        *here,
        replace(unit("m", "1006", "g"), branch="marker"),
        replace(here[1], id="d", name="d", strength="4-6"),
    )
    far = (unit("e", "4050", "r"), unit("f", "4050", "r"))
    shown = replace(fronts(), counters=(*marked, *far))
    boxes = panels.panels_of(shown)
    assert panels.stacked(shown, boxes) == "stacks, the top first: 1005 d 4-6, b, a"
    assert panels.stacked(shown, ()).endswith("1005 d 4-6, b, a; 4050 f, e")
    assert panels.stacked(replace(shown, counters=here[1:]), boxes) == ""
    report = Document("T", (MapBlock(shown),))
    assert "1005 d 4-6, b, a" in typst_source(report)
    assert ">stacks, the top first: 1005 d 4-6, b, a</p>" in str(render(report, "html"))


def test_a_narrow_part_takes_the_width_of_its_sheet() -> None:
    shown = fronts(*((f"20{n:02d}", f"21{n:02d}") for n in (20, 22, 24, 26, 28)))
    (box,) = panels.panels_of(shown)
    wide, high = panels.printed_size(shown, box)
    assert wide / high >= panels.WIDEST / panels.HIGHEST - 0.01
    (narrow,) = (window.box for window in action.windows(shown, action.PAPER))
    assert box[0] < narrow[0]
    assert narrow[2] < box[2]


def test_on_paper_each_hex_has_its_number_in_its_place() -> None:
    """Rows of numbers are one line of text as long as the hexes go on; the drawings around it hold no number more."""
    drawn = leaves(hex_map())
    known = {label.words for label in drawn.numbers}
    assert {words.rstrip("°") for words in known} == {space.label for space in hex_map().spaces}
    pattern = r"^#numbers\(([\d.]+)pt, [\d.]+pt, ([\d.]+)pt, \"(\S+?)\", \"(.*?)\"\)$"
    written = re.findall(pattern, country_source(drawn), re.MULTILINE)
    places = {word: float(x) + float(pace) * n for x, pace, _, words in written for n, word in enumerate(words.split())}
    assert places == pytest.approx({label.words: label.at[0] for label in drawn.numbers}, abs=0.5)
    assert len(written) < len(known) / 3
    assert 'class="pm-number"' not in drawn.below + drawn.above


def test_on_paper_each_town_has_its_name_and_worth_where_the_drawing_has_them() -> None:
    towns = (*hex_map().towns, Town("Liege", hex_map().centres["0404"], 4, "0404", worth="3"), Town('Quo"te', (9, 9)))
    picture = replace(hex_map(), towns=towns)
    drawn, on_screen = leaves(picture), draw(picture)
    groups = re.findall(r'<g class="pm-name( pm-heading)?" font-size="([\d.]+)">(.*?)</g>', on_screen, re.DOTALL)
    spots = [
        (bool(bold), float(size), float(x), float(y), unescape(name, {"&quot;": '"'}), worth)
        for bold, size, names in groups
        for x, y, name, worth in re.findall(
            r'<text x="([-\d.]+)" y="([-\d.]+)">(.*?)(?: <tspan class="pm-worth">(.*?)</tspan>)?</text>', names
        )
    ]
    told = re.findall(r'^#named\(([\d.]+)pt, "(bold|regular)", (.*)\)$', map_source(drawn, "country.pdf"), re.MULTILINE)
    names = [
        (weight == "bold", float(size), float(x), float(y), name.replace("\\", ""), worth)
        for size, weight, listed in told
        for x, y, name, worth in re.findall(r'\(([-\d.]+)pt, ([-\d.]+)pt, "((?:\\.|[^"])*)", "(.*?)"\)', listed)
    ]
    assert {"Liege", 'Quo"te'} < {one[4] for one in names}
    for one, spot in zip(names, spots, strict=True):
        assert (one[0], *one[4:]) == (spot[0], *spot[4:])
        assert one[1:4] == pytest.approx(spot[1:4], abs=0.1)
    assert not any(f">{one[4]}<" in drawn.below + drawn.above for one in names)


def test_a_country_is_set_once_while_its_game_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With units that come and go, and the same bytes whether it was kept or not; another country is set anew."""
    pytest.importorskip("typst")
    empty = replace(hex_map(), counters=())
    country = (empty.spaces, empty.terrains, empty.lines, empty.edges, empty.towns)
    printed = replace(empty, printed=PrintedMap("a-map", b"1" * 32, *country))
    shown = [replace(printed, title=str(number), counters=hex_map().counters[:number]) for number in (0, 1)]
    other = replace(shown[1], spaces=(replace(printed.spaces[0], terrain="woods"), *printed.spaces[1:]))

    def sheet(picture: Picture) -> bytes:
        return typst.render_pdf(Document(title="t", blocks=(MapBlock(picture),)))

    alone, cache = [sheet(one) for one in (*shown, other)], Cache(tmp_path)
    sources: list[str] = []
    usual = typst.compiled

    def compiled(source: str, *how: Any, **files: Any) -> bytes:
        sources.append(source)
        return usual(source, *how, **files)

    monkeypatch.setattr(typst, "compiled", compiled)
    use(lambda: cache)
    try:
        assert [sheet(one) for one in (*shown, other)] == alone
    finally:
        use(nobody)
    countries = [source for source in sources if "\n#numbers(" in source]
    assert len(countries) == 2


def test_a_gap_or_a_number_of_another_length_begins_a_line_of_its_own() -> None:
    at = {"0101": 0.0, "0201": 100.0, "0301": 200.0, "0501": 400.0, "0601°": 500.0, "0701": 600.0}
    drawn = Leaves(
        "<svg/>", 90.0, tuple(Label(words, (x, 50.0)) for words, x in at.items()), "<svg/>", (), (700.0, 100.0)
    )
    assert re.findall(r'"([^"]*)"\)$', country_source(drawn), re.MULTILINE)[-4:] == [
        "0101 0201 0301",
        "0501",
        "0601°",
        "0701",
    ]


# --- letters -------------------------------------------------------------------------------------------


def test_letters_show_two_parts_rather_than_cut_a_front() -> None:
    lines = draw_letters(fronts(*((f"10{n:02d}", f"11{n:02d}") for n in (5, 7, 9, 30, 32, 34))))
    assert lines.count("") == 1
    heads = [line.split() for line in lines if line.split()[:1] and line.split()[0].isdigit() and "." not in line]
    assert len(heads) == 2
    assert "rear50 4050" in " ".join(lines)
    assert max(map(len, lines)) <= 76


def test_letters_show_one_part_where_little_is_elsewhere() -> None:
    near = [(f"10{n:02d}", f"11{n:02d}") for n in range(5, 17)]
    assert "" not in draw_letters(fronts(*near, ("1050", "1150")))


def test_who_reads_decides_on_the_windows_alone_so_the_drawing_is_made_once() -> None:
    shown = replace(fronts(("0303", "0304"), ("3050", "3051")), title="one drawing for all")
    _drawn.cache_clear()
    public, red = (draw(replace(shown, reader=reader), embedded=True) for reader in ("", "r"))
    assert _drawn.cache_info().misses == 1
    assert public.partition("<title")[2] == red.partition("<title")[2]
    moved = replace(shown, counters=shown.counters[1:])
    assert draw(moved, embedded=True) != public
