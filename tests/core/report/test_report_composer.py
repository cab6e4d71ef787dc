"""The page as a file: complete in itself, allowed by its own policy, holding what it was given and nothing else."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest
from nasty import NASTY, hostile_document, hostile_map
from report_samples import hex_map, report
from test_report_page import digest

from pbem.model.document import Document, MapBlock, Row, Rows, Secret, Section
from pbem.model.onward import Leg, Onward, Stride
from pbem.model.picture import Move
from pbem.model.wording import Choice, QueryAnswer
from pbem.report.drawing.palette import GROUNDS, PAINTS
from pbem.report.webpage import Workplace, render_page
from pbem.report.webpage.cargo import joining, offers_of, supply_of
from pbem.report.webpage.tabs import sorted_under_tabs

CHOICES = (
    Choice("moves", "1A", "0102", "1A: to 0102", "1 of 4, by 0102"),
    Choice("moves", "2A", "0102", "2A: to 0102", "1 of 4, by 0102"),
    Choice("moves", "1A", "0201", "1A: to 0201", "2 of 4"),
    Choice("moves", "2A", "0201", "2A: to 0201", "2 of 4"),
    Choice("combat", "1A", "0203", "{attack: 0203, with: [UNIT]}", "3 to 2", "attack", "0102"),
    Choice("moves", "1A", "0101", "1A: hold", "stays"),
)
SUPPLY = {
    "1A": QueryAnswer(("by 0101 0201",), trace=("0101", "0201")),
    "2A": QueryAnswer(("no line", "enemies about"), cut_off=True),
}
DESK = Workplace(
    side="blue",
    sheet="game: g\nmoves:\n",
    file="blue-04.yaml",
    parts=("plot", "moves", "combat"),
    blocks=("plot",),
    choices=CHOICES,
    supply=SUPPLY,
)
PAGE = render_page(report(), hex_map(), DESK)


GROUND_OR_SIDE = rf"\bpm-(?:(?:tint|ink|dot)-(?:{'|'.join(GROUNDS)})|{'|'.join(PAINTS)})\b(?!-)"


def cargo(page: str) -> dict[str, list[list[str]]]:
    found = re.search(r'<script type="application/json" id="cargo">(.*?)</script>', page, re.S)
    assert found
    read: dict[str, list[list[str]]] = json.loads(found[1])
    return read


def test_the_counters_of_a_friend_are_not_the_enemys() -> None:
    """British lines of supply are an ally's, as is all else that goes by whose a counter is."""
    drawn = hex_map()
    first, second = drawn.forces
    allied = replace(drawn, forces=(first, replace(second, side=first.key)))
    assert {side for _, _, side in cargo(render_page(report(), drawn, DESK))["units"]} == {first.key, second.key}
    assert {side for _, _, side in cargo(render_page(report(), allied, DESK))["units"]} == {first.key}


def test_the_policy_names_the_one_style_and_the_one_script() -> None:
    policy = re.findall(r'Content-Security-Policy" content="([^"]*)"', PAGE)
    styles, scripts = re.findall(r"<style>(.*?)</style>", PAGE, re.S), re.findall(r"<script>(.*?)</script>", PAGE, re.S)
    assert len(policy) == len(styles) == len(scripts) == 1
    assert policy[0].startswith("default-src 'none'; ")
    assert f"style-src {digest(styles[0])}; script-src {digest(scripts[0])};" in policy[0]
    assert "unsafe" not in policy[0]


def test_a_page_has_the_rules_of_the_grounds_and_sides_that_it_shows_and_of_no_others() -> None:
    """A move of nobody's is drawn too; what has no rule would be black on its ground."""
    strange = replace(hex_map(), moves=(*hex_map().moves, Move("nobody", hex_map().moves[0].points)))
    for picture in (hex_map(), strange):
        page = render_page(report(), picture, DESK)
        (style,) = re.findall(r"<style>(.*?)</style>", page, re.S)
        shown, ruled = set(re.findall(GROUND_OR_SIDE, page.replace(style, ""))), set(re.findall(GROUND_OR_SIDE, style))
        assert shown <= ruled
        assert len(shown) > 8
        tones = {name.split("-", 1)[1] for name in shown} & PAINTS.keys()
        looks = {name.split("-", 2)[2] for name in shown if name.count("-") > 1} & GROUNDS.keys()
        assert ruled <= {f"pm-{tone}" for tone in tones} | {
            f"pm-{kind}-{look}" for look in looks for kind in ("tint", "ink", "dot")
        }
        assert set(re.findall(r"var\((--p\d+)\)", style)) == set(re.findall(r"(--p\d+):", style))
    assert "pm-black" in page.split("</style>")[1]


def test_nothing_is_loaded_from_elsewhere() -> None:
    assert set(re.findall(r"https?://[^\"' )<]+", PAGE)) == {"http://www.w3.org/2000/svg"}
    assert not re.search(r"<[^>]*\s(?:src|srcset|action|style|on\w+)=", PAGE.partition("<script>")[0])
    assert not re.search(r"fetch|XMLHttpRequest|WebSocket|eval\(|innerHTML", PAGE)


def test_names_are_unique_and_met() -> None:
    ids = re.findall(r'\sid="([^"]+)"', PAGE)
    assert len(ids) == len(set(ids))
    targets = set(re.findall(r'(?:href="#|labelledby="|aria-controls="|for=")([^"]+)"', PAGE))
    assert targets <= set(ids)
    wanted = set(re.findall(r"byId\('([^']+)'\)", PAGE))
    assert wanted <= set(ids)


def test_what_choices_have_in_common_is_carried_once() -> None:
    """The line before and after the space's name; a reach that two units share."""
    texts = cargo(PAGE)["texts"]
    assert len(texts) == len(set(texts))
    assert [[*offer[:2], *(texts[n] for n in offer[2:])] for offer in cargo(PAGE)["offers"]] == [
        [1, 0, "1A", "move", "", "@: to ", ""],
        [1, 0, "2A", "move", "", "@: to ", ""],
        [2, 1, "1A", "attack", "0102", "{attack: ", ", with: [UNIT]}"],
        [1, 2, "1A", "move", "", "@: hold"],
    ]
    assert cargo(PAGE)["reaches"] == [
        "#0|0102|#1|0201",
        "#2|0203",
        "#3|0101",
    ]
    assert cargo(PAGE)["notes"] == ["1 of 4, by 0102", "2 of 4", "3 to 2", "stays"]
    assert cargo(PAGE)["parts"] == ["plot", "moves", "combat"]
    assert cargo(PAGE)["blocks"] == ["plot"]


def test_a_long_reach_says_each_cost_once() -> None:
    """Spaces of one cost stand together, the cheapest first; a short one stays in the game's own order."""
    spaces = [(f"02{n:02d}", "10 points" if n % 2 else "2 points") for n in range(20)]
    many = [Choice("moves", "1A", space, f"1A: to {space}", note) for space, note in spaces]
    _, _, (reach,), notes = offers_of(many, ["moves"])
    assert notes == ["2 points", "10 points"]
    assert reach.startswith("#0|0200|0202|")
    assert reach.count("#") == 2
    _, _, (short,), _ = offers_of(many[:3], ["moves"])
    assert short == "#0|0200|#1|0201|#0|0202"


def test_the_sheet_on_paper_has_a_line_for_every_unit_that_may_move() -> None:
    """Whether its moves are carried, or the page finds them itself; a part without units has lines to fill in."""
    stride = Stride(steps={"0101": {"0102": 1}, "0102": {"0101": 1}}, rate=2, change=1, toll=1)
    legs = (Leg(part="later", points={"3A": 4}),)
    onward = Onward(legs=legs, strides=(stride,), roads={}, room=2, foe="red", eyes={}, friends=("1A", "3A"))
    desk = replace(DESK, sheet="game: g\nmoves:\nlater:\ncombat:\n", parts=(*DESK.parts, "later"), onward=onward)
    blank = render_page(report(), hex_map(), desk).partition('class="blank"')[2].partition("</section>")[0]
    lines = {part: re.findall("<li><span>(.*?)</span>", rest) for part, rest in re.findall("<h3>(.*?)</h3>(.*)", blank)}
    assert lines == {"moves": ["1A", "2A"], "combat": [""] * 4, "later": ["3A"]}


def test_supply_is_carried_as_spaces() -> None:
    assert cargo(PAGE)["supply"] == [["1A", "", 0, "0101|0201", 0], ["2A", "", 1, "", 1]]
    assert cargo(PAGE)["supplies"] == ["by 0101 0201", "no line"]


def test_what_units_share_of_their_supply_is_carried_once() -> None:
    said = ("0206: supplied, Schleiden", "0207: supplied, Schleiden", "0208: unsupplied")
    carried = supply_of({words[:4]: QueryAnswer((words,)) for words in said})
    assert [one[1:3] for one in carried["supply"]] == [["0206", 0], ["0207", 0], ["0208", 1]]
    assert carried["supplies"] == ["supplied, Schleiden", "unsupplied"]


def test_lines_of_supply_that_run_together_are_carried_once() -> None:
    ways = ("A B C D E", "X B C D E", "C D E", "D E", "", "Y X B C D E", "P Q P R S", "V P R S", "A B C D E")
    lines = [tuple(way.split()) for way in ways]
    carried = [*joining([QueryAnswer((), trace=line) for line in lines])]
    assert [("".join(way), *joined) for way, joined in carried] == [
        ("ABCDE",), ("XB", 0), ("C", 0), ("DE",), ("",), ("YX", 1), ("PQPRS",), ("VPRS",), ("A", 0),
    ]  # fmt: skip
    whole: list[tuple[str, ...]] = []
    for way, joined in carried:  # as the page does
        rest = [line[line.index(way[-1]) + 1 :] for line in map(whole.__getitem__, joined)]
        whole.append((*way, *(space for line in rest for space in line)))
    assert whole == lines


def test_without_supply_its_layer_cannot_be_shown() -> None:
    page = render_page(report(), hex_map(), Workplace(side="blue", sheet="", file="blue-04.yaml"))
    assert '<input type="checkbox" id="supply" disabled>' in page
    assert '<input type="checkbox" id="supply" >' in PAGE


def test_every_block_but_the_map_stands_under_a_tab() -> None:
    due, victory, luck = Row("DUE", "blue"), Row("VICTORY", "2 to 4"), Row("LUCK", "50")
    phase, asked, secret = Section("TURN 1"), Section("QUESTIONS"), Secret("blue")
    document = Document("T", (Rows((due, victory)), MapBlock(hex_map()), phase, secret, asked, Rows((luck,))))
    assert sorted_under_tabs(document) == {
        "short": [Rows((due,)), secret],
        "battles": [phase],
        "victory": [Rows((victory,))],
        "questions": [asked],
        "luck": [Rows((luck,))],
    }


@pytest.mark.parametrize("text", NASTY)
def test_what_is_hostile_stays_text(text: str) -> None:
    choice = Choice("moves", text, text, text, text)
    supply = {text: QueryAnswer((text,), trace=(text,))}
    desk = Workplace(
        side=text, sheet=f"</textarea>{text}", file=text, parts=("moves",), choices=(choice,), supply=supply
    )  # fmt: skip
    page = render_page(hostile_document(text), hostile_map(text), desk)
    assert page.count("</textarea>") == 1
    assert len(re.findall(r"<script[ >]", page)) == 2
    assert not re.search(r"<(?:img|iframe|object|embed|form|meta http-equiv=.refresh)", page)
    before, *rest = [cargo(page)["texts"][n] for n in cargo(page)["offers"][0][5:]]
    assert text in (before, text.join([before, *rest]))
