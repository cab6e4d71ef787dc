"""Invented maps and reports for the renderers' tests: an 8 by 8 hex map, ten areas, two reports."""

from __future__ import annotations

import math

from pbem.model.document import (
    Cite,
    Code,
    Column,
    DieRef,
    Document,
    Emphasis,
    Flow,
    Item,
    Items,
    LetteredOption,
    MapBlock,
    Paragraph,
    PlaceRef,
    Question,
    Row,
    Rows,
    Rule,
    Secret,
    Section,
    Strong,
    Table,
    UnitRef,
    Verbatim,
)
from pbem.model.picture import (
    Battle,
    Counter,
    Crossing,
    Edge,
    Force,
    Line,
    Move,
    Picture,
    Point,
    Space,
    Terrain,
    Town,
)

FORCES = (Force("red", "Northerners", "field-grey", "()"), Force("green", "Southerners", "olive", "[]"))
TERRAINS = (
    Terrain("c", "Meadow", "clear"),
    Terrain("m", "Orchards", "light-woods"),
    Terrain("w", "Woods", "woods"),
    Terrain("f", "Deep forest", "forest"),
    Terrain("r", "Rough", "rough"),
    Terrain("h", "Hills", "hills"),
    Terrain("b", "Broken", "broken"),
    Terrain("s", "Marsh", "marsh"),
    Terrain("t", "Town", "town"),
    Terrain("y", "City", "city"),
    Terrain("l", "Lake", "water"),
    Terrain("x", "Mixed", "mixed"),
)
GROUND = ("ccmwwfff", "cmmwhhff", "ccttwhrf", "scccwwrr", "sscbbcwr", "llscbcyy", "lccmmccw", "ccmmxxxw")


def corners(centre: Point, size: float) -> tuple[Point, ...]:
    """A hex with a point at the top."""
    turns = [math.radians(60 * n - 90) for n in range(6)]
    return tuple((centre[0] + size * math.cos(turn), centre[1] + size * math.sin(turn)) for turn in turns)


def hex_centre(column: int, row: int) -> Point:
    return ((column + 0.5 * (row % 2)) * math.sqrt(3), row * 1.5)


def hex_id(column: int, row: int) -> str:
    return f"{column + 1:02d}{row + 1:02d}"


def hex_spaces(columns: int = 8, rows: int = 8) -> tuple[Space, ...]:
    return tuple(
        Space(
            hex_id(column, row),
            hex_centre(column, row),
            corners(hex_centre(column, row), 1.0),
            terrain=GROUND[row % 8][column % 8],
            label=hex_id(column, row),
            column=f"{column + 1:02d}",
            row=f"{row + 1:02d}",
            control=("red" if row < 3 else "green") if row != 3 else "",
            rebuilt=(column + row) % 11 == 0,
        )
        for row in range(rows)
        for column in range(columns)
    )


def at(name: str) -> Point:
    return hex_centre(int(name[:2]) - 1, int(name[2:]) - 1)


def through(*names: str) -> tuple[Point, ...]:
    return tuple(at(name) for name in names)


def river_points() -> tuple[Point, ...]:
    """A river along hexsides, from the upper left to the lake."""
    names = ("0102", "0202", "0303", "0304", "0404", "0405", "0306")
    return tuple((x + 0.8, y + 0.5) for x, y in through(*names))


def hex_map() -> Picture:
    """Two armies at a river."""
    wall = corners(at("0602"), 1.0)
    return Picture(
        title="The Meadow River",
        note="Turn 2, morning",
        spaces=hex_spaces(),
        pace=math.sqrt(3),
        terrains=TERRAINS,
        forces=FORCES,
        lines=(
            Line("river", river_points(), "Meadow River"),
            Line("stream", through("0701", "0702", "0703", "0803"), "Mill Brook"),
            Line("main-road", through("0101", "0202", "0203", "0304", "0405", "0506", "0606", "0706", "0806")),
            Line("road", through("0403", "0404", "0505", "0605", "0705", "0706")),
            Line("track", through("0108", "0207", "0307", "0407", "0506")),
            Line("railway", through("0708", "0707", "0706", "0805", "0804")),
            Line("front", through("0104", "0204", "0304", "0403", "0503", "0603", "0703", "0804")),
        ),
        edges=(
            Edge("wall", wall[2], wall[3]),
            Edge("wall", wall[3], wall[4]),
            Edge("ridge", corners(at("0704"), 1.0)[4], corners(at("0704"), 1.0)[5]),
        ),
        crossings=(Crossing("bridge", (4.55, 4.0), 55.0), Crossing("ford", (1.9, 2.2), 70.0)),
        towns=(
            Town("Oldbridge", at("0303"), 3, "0303", "Oldb", "4"),
            Town("Ford End", at("0404"), 2, "0404", "Ford"),
            Town("Great Sutton", at("0706"), 4, "0706", "Sutt", "10"),
            Town("Nettlecombe", at("0207"), 1, "0207", "Nett"),
            Town("Upper Wallop", at("0605"), 2, "0605", "Wall"),
        ),
        counters=(
            Counter("1 Inf", "0302", "red", "infantry", "XX", "6-3", "1 Inf", "1"),
            Counter("2 Inf", "0302", "red", "infantry", "XX", "5-3", "2 Inf", "2", reduced=True),
            Counter("3 Pz", "0502", "red", "armour", "III", "8-5", "3 Arm", "3A"),
            Counter("9 Art", "0401", "red", "artillery", "II", "4-2", "9 Art", "9"),
            Counter("HQ", "0601", "red", "hq", "XXX", "", "I Corps", "HQ"),
            Counter("4 Rec", "0702", "red", "recon", "II", "2-6", "4 Rec", "4R", marks=("out of supply",)),
            Counter("12 Gren", "0304", "green", "infantry", "III", "3-4", "12/3", "12"),
            Counter("14 Cav", "0504", "green", "cavalry", "III", "2-5", "14 Cav", "14c", marks=("dispersed",)),
            Counter("7 Arm", "0606", "green", "mechanized", "X", "5-6", "CCA 7", "7A"),
            Counter("8 Arm", "0606", "green", "mechanized", "X", "5-6", "CCB 7", "8A"),
            Counter("9 Arm", "0606", "green", "armour", "X", "4-6", "CCR 7", "9A"),
            Counter("81 Eng", "0405", "green", "engineer", "II", "1-5", "81 Eng", "81"),
            Counter("82 Abn", "0207", "green", "airborne", "XX", "7-3", "82 Abn", "82"),
        ),
        moves=(
            Move("red", through("0502", "0503"), "attack"),
            Move("red", through("0702", "0703", "0704", "0705"), "move"),
            Move("green", through("0403", "0404", "0405"), "retreat"),
            Move("red", through("0302", "0303"), "advance"),
        ),
        battles=(Battle(at("0303"), "1", "3-1, die 4"), Battle(at("0503"), "2", "1-1, die 5")),
        rebuilt="8 % of the terrain",
    )


AREAS = {
    "Ashby": ((1.2, 1.0), "w"),
    "Brome": ((3.4, 0.8), "c"),
    "Corton": ((5.8, 1.1), "t"),
    "Denham": ((8.1, 0.9), "f"),
    "Elmset": ((1.0, 3.2), "c"),
    "Flowton": ((3.2, 3.0), "m"),
    "Groton": ((5.6, 3.3), "h"),
    "Hitcham": ((8.2, 3.1), "w"),
    "Iken": ((3.0, 5.1), "y"),
    "Kelsale": ((6.4, 5.2), "c"),
}


def box(centre: Point, number: int) -> tuple[Point, ...]:
    """A rough quadrilateral around the centre."""
    lean = 0.1 * (number % 3)
    x, y = centre
    return ((x - 1.05, y - 1.0 + lean), (x + 1.1, y - 1.05), (x + 1.05 - lean, y + 1.0), (x - 1.1 + lean, y + 1.05))


def area_map() -> Picture:
    """Ten areas, two of them circles."""
    spaces = tuple(
        Space(
            name.lower(),
            centre,
            box(centre, number) if number < 8 else (),
            radius=0.0 if number < 8 else 1.0,
            terrain=terrain,
            name=name,
            label=name,
            control="red" if centre[0] > 5 else "green",
        )
        for number, (name, (centre, terrain)) in enumerate(AREAS.items())
    )
    return Picture(
        title="Ten Parishes",
        spaces=spaces,
        pace=2.2,
        terrains=TERRAINS,
        forces=FORCES,
        lines=(Line("major-river", ((4.4, -0.3), (4.5, 1.0), (4.35, 2.2), (4.5, 3.6), (4.6, 6.0)), "Stour"),),
        counters=(
            Counter("5 Inf", "corton", "red", "infantry", "XX", "5", "5 Inf", "5"),
            Counter("6 Arm", "corton", "red", "armour", "XX", "6", "6 Arm", "6A"),
            Counter("1 Abn", "flowton", "green", "airborne", "III", "4", "1 Abn", "1a", reduced=True),
            Counter("7 Inf", "flowton", "red", "infantry", "XX", "4", "7 Inf", "7"),
            Counter("2 Cav", "iken", "green", "cavalry", "III", "2", "2 Cav", "2c"),
        ),
        moves=(Move("red", ((5.8, 1.1), (3.2, 3.0)), "attack"),),
        battles=(Battle((3.2, 3.0), "1"),),
    )


BATTLES = Table(
    columns=(
        Column("#", "right"),
        Column("at"),
        Column("attackers"),
        Column("A:D", "right"),
        Column("odds", "right"),
        Column("die", "right"),
        Column("res"),
        Column(""),
    ),
    rows=(
        (
            "1",
            (PlaceRef("0303"),),
            (UnitRef("1 Inf"), " ", UnitRef("2 Inf")),
            "11:3",
            "3-1",
            "4",
            "Dr1",
            "12/3 to 0304",
        ),
        (
            "2",
            (PlaceRef("0503"),),
            (UnitRef("3 Pz", "3 Arm"),),
            "8:4",
            "2-1",
            "5",
            "Ar2",
            ("wall holds it (", Cite("FO", "11.0"), ")"),
        ),
    ),
    caption="Meadow table",
    notes=(("Rolls: ", DieRef("2/combat/0303"), " to ", DieRef("2/combat/0503"), "."),),
)

QUESTION = Question(
    "Q1",
    ("14 Cav (2) must leave ", PlaceRef("0504"), "; 3 Arm follows"),
    (LetteredOption("a", "0605 town, road, supplied"), LetteredOption("b", "0505 broken, supplied")),
    answer="pbem answer Q1 a",
    deadline="Fri 14 Nov 20:00 UTC",
    silence="a",
    notes=('(your standing orders say "ask" for 0504)',),
)


def report() -> Document:
    """A report with every kind of block."""
    return Document(
        title="THE MEADOW RIVER",
        tags=("game kh7f", "exchange 2", "scenario 1"),
        subtitle="GT1, morning, Northern player-turn",
        audience="for: green, SECRET PARTS",
        lines=("Options: fog 16.4",),
        system="FO",
        blocks=(
            Rows(
                (
                    Row("DUE", "green: Q1 below, by Fri 14 Nov 20:00 UTC"),
                    Row(
                        "SHORT",
                        (
                            "Ten hexes emptied; ",
                            Strong("two southern"),
                            " and two northern regiments destroyed; the river is crossed at Oldbridge.",
                        ),
                    ),
                )
            ),
            MapBlock(hex_map()),
            Section("COMBAT", ("Meadow table (", Cite("FO", "10.3"), "), see ", Cite("AO", "8.2C")), (BATTLES,)),
            Section(
                "MOVEMENT",
                "",
                (
                    Flow(("26/12 0906", "1/1 0905", "1 a 1004", "2/1 1003", "25/12 0904", "12 a 0804", "3/2 2311")),
                    Paragraph(("Nothing ", Emphasis("else"), " moved; type ", Code("pbem moves HEX"), ".")),
                ),
            ),
            Section(
                "BATTLES",
                "in full",
                (
                    Items(
                        (
                            Item(
                                "1",
                                "0303  light woods     12/3 (2, reduced)",
                                (
                                    Rows(
                                        (
                                            Row("defender", "battery 9 3"),
                                            Row("attacker", "1 Inf 6, 2 Inf 5; intensive: 2, die 2, fails"),
                                        )
                                    ),
                                    "die 1: -/2 by Oldbridge",
                                ),
                            ),
                            Item("2a", "0503 not attacked: line 24 asks for 0303 held"),
                        )
                    ),
                ),
            ),
            Secret(
                "green",
                "its digest 77ab 90c3 is in the book",
                (Rows((Row("Petrol", "0 captured"), Row("Scouts", "0914 discovered"))),),
            ),
            Section("QUESTION for green", "", (QUESTION,)),
            Rule(),
            Rows(
                (
                    Row("NEXT", "green-03.yaml (Q1) comes with this mail"),
                    Row("LUCK", "red 12 rolls, 45 of 100 (50 is par)"),
                    Row("BOOK", "copper-otter-mill-ninety     head 9f3c 5a21 77e0 12bd"),
                    Row("CHECK", (Code("pbem audit book"),)),
                )
            ),
            Verbatim(
                "game: kh7f\nexchange: 3\ncombat:\n#  - {attack: 0308, with: [102 ac]}   # 1-2", "The draft begins:"
            ),
        ),
    )
