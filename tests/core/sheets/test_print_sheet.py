"""What is printed back reads as the same sheet, whatever stands in it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from sheet_samples import ASKED, LOSSES, RETREAT, Air, Attack, Move, Turn

from pbem.model.problem import Where
from pbem.model.sheet import Order, Part, Plan, Sheet, StandingOrder
from pbem.model.yamltext import ODD
from pbem.sheets import PartForm, print_line, print_sheet, read_sheet


class Say(Order, subject="who", body="words", word="cry"):
    """Any words to anybody: the hardest thing to print."""

    who: str = ""
    words: str | tuple[str, ...] = ""
    cry: str = ""
    marks: dict[str, int] = {}  # noqa: RUF012
    loud: bool = False


FORM = replace(ASKED, parts=(*ASKED.parts, PartForm("talk", Say)))
PARTS = {part.name: part for part in FORM.parts}


def readable(text: str) -> bool:
    return not ODD.search(text)


TEXTS = st.text(st.characters(codec="utf-8"), max_size=12).filter(readable) | st.sampled_from(
    ["no", "0312", "12:30", "~", "a: b", "a #b", "- a", "A + B", "if", "who", "who x", "none", "as written",
     "[x]", "'", '"', "\n", " a ", "a  b", "ask", "null", "!x", "&x", "*x", "...", "---", "=", "<<", "x:", "?"]
)  # fmt: skip
CONDITIONS = st.sampled_from(["0906 cleared", "1/5 cleared", "hand has 61"])
UNITS = st.sampled_from(FORM.names["unit"])
HEXES = st.sampled_from(FORM.names["hex"])
TOWNS = st.sampled_from(FORM.names["town"])


def tuples(of: st.SearchStrategy[Any], least: int = 0, most: int = 3) -> st.SearchStrategy[Any]:
    return st.lists(of, min_size=least, max_size=most).map(tuple)


def orders(kind: type[Order], **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Orders of one kind, with conditions, and alternatives that may have some themselves."""
    conditions = {"if_": tuples(CONDITIONS, most=2), "unless": tuples(CONDITIONS, most=2)}
    fields |= conditions
    last = st.builds(kind, **fields)
    other = last | st.builds(kind, **fields, else_=last)
    return last | st.builds(kind, **fields, else_=other)


MOVES = orders(Move, unit=UNITS, path=tuples(HEXES), hold_back=st.booleans())
ATTACKS = orders(
    Attack,
    attack=HEXES | tuples(HEXES, 1),
    with_=tuples(UNITS),
    min=st.sampled_from(["1-1", "2-1"]),
    support=st.integers(0, 3),
    then=TEXTS,
)
TURNS = orders(
    Turn,
    says=st.sampled_from([None, "pass"]),
    activate=st.none() | TOWNS,
    move=tuples(MOVES, most=2),
    fight=tuples(TOWNS),
    attacks=tuples(ATTACKS, most=2),
)
AIR = orders(Air, missions=tuples(st.sampled_from(["support", "cap"])))
TALK = orders(
    Say,
    who=TEXTS,
    words=TEXTS | tuples(TEXTS),
    cry=TEXTS,
    marks=st.dictionaries(TEXTS, st.integers(-9, 9), max_size=2),
    loud=st.booleans(),
)
STOPS = st.builds(Order, if_=tuples(CONDITIONS, 1))
SETTINGS = st.fixed_dictionaries(
    {
        "if_impossible": st.sampled_from(["skip", "ask"]),
        "if_stopped": st.sampled_from(["go on", "ask"]),
        "after_each": st.sampled_from(["go on", "ask"]),
    }
)
WISHES = st.sampled_from(["stand", "ask"]) | tuples(HEXES)


@st.composite
def sheets(draw: st.DrawFn) -> Sheet:
    """Sheets with any of the parts; a plan has the settings of its part."""
    settings = {name: draw(SETTINGS) for name in PARTS}
    lines = {"air": tuples(AIR, most=1), "movement": tuples(MOVES), "combat": tuples(ATTACKS)}
    lines |= {"turns": tuples(TURNS, most=2), "talk": tuples(TALK)}
    parts = {name: Part(name, draw(some), **settings[name]) for name, some in lines.items() if draw(st.booleans())}
    if draw(st.booleans()):
        parts["movement"] = Part("movement", as_written=True, **settings["movement"])
    if draw(st.booleans()):
        parts["combat"] = Part("combat", later=True, **settings["combat"])
    planned = st.tuples(st.just(False), TURNS) | st.tuples(st.just(True), STOPS)
    ahead = draw(st.none() | tuples(planned))
    plans = ahead and tuple(Plan(Part("turns", (line,), **settings["turns"]), stop) for stop, line in ahead)
    answers: dict[Any, Any] = {}
    if draw(st.booleans()):
        answers[RETREAT.key] = draw(st.sampled_from(RETREAT.options))
    if draw(st.booleans()):
        answers[LOSSES.key] = draw(st.sampled_from([("1/5",), ("HQ", "2/5")]))
    standing = [StandingOrder("retreat", draw(WISHES)), StandingOrder("retreat", draw(WISHES), ("0905", "0906"))]
    return Sheet("red", "kh7f", 4, parts, plans, answers, draw(st.sampled_from([None, (), tuple(standing)])))


def placeless(sheet: Sheet | None) -> Any:
    """A sheet without the places of its lines."""
    if sheet is None:
        return None
    parts = {name: replace(part, lines=tuple(map(bare, part.lines))) for name, part in sheet.parts.items()}
    ahead = sheet.ahead and tuple(
        replace(plan, part=replace(plan.part, lines=(bare(plan.line),))) for plan in sheet.ahead
    )
    standing = sheet.standing and tuple(replace(order, at=Where()) for order in sheet.standing)
    return replace(sheet, parts=parts, ahead=ahead, standing=standing)


def bare(order: Order) -> Order:
    update: dict[str, Any] = {"at": Where()}
    for name in type(order).model_fields:
        value = getattr(order, name)
        if isinstance(value, Order):
            update[name] = bare(value)
        elif isinstance(value, tuple) and value and isinstance(value[0], Order):
            update[name] = tuple(map(bare, value))
    return order.model_copy(update=update)


@given(sheets())
def test_a_printed_sheet_reads_as_the_same_sheet(sheet: Sheet) -> None:
    printed = print_sheet(sheet, FORM)
    read, problems = read_sheet(printed, FORM, "")
    assert [problem for problem in problems if problem.kind != "doubtful"] == [], printed
    assert placeless(read) == placeless(sheet), printed
    assert read is not None
    assert print_sheet(read, FORM) == printed


@given(MOVES | ATTACKS)
def test_a_line_on_one_line_may_stand_after_a_dash(order: Order) -> None:
    part = "movement" if isinstance(order, Move) else "combat"
    text = f"game: kh7f\nexchange: 4\nside: red\n{part}:\n  - {print_line(order)}\n"
    read, problems = read_sheet(text, FORM, "")
    assert read is not None, problems
    assert [bare(line) for line in read.parts[part].lines] == [bare(order)]


def test_lines_are_printed_as_people_write_them() -> None:
    sheet = Sheet(
        "red",
        "kh7f",
        4,
        {
            "combat": Part("combat", (Attack(attack="0906", with_=("12 VG",)),), after_each="ask"),
            "movement": Part(
                "movement",
                (
                    Move(unit="HQ", path=()),
                    Move(
                        unit="1/5",
                        path=("0905", "0906"),
                        if_=("0906 cleared",),
                        else_=Move(unit="1/5", path=("0905",)),
                    ),
                ),
            ),
            "air": Part("air", (Air(),)),
            "turns": Part("turns"),
        },
        standing=(StandingOrder("immunity", "waive at 7-1", ("0906",)),),
    )
    assert print_sheet(sheet, FORM) == (
        "game: kh7f\n"
        "exchange: 4\n"
        "side: red\n"
        "air: []\n"
        "movement:\n"
        "  - HQ: hold\n"
        "  - if: 0906 cleared\n"
        "    1/5: 0905 0906\n"
        "    else: 0905\n"
        "combat:\n"
        "  - {attack: 0906, with: [12 VG]}\n"
        "turns: none\n"
        "after-each: {combat: ask}\n"
        "standing:\n"
        "  immunity at 0906: waive at 7-1\n"
    )


def test_an_alternative_with_an_alternative_is_printed_whole() -> None:
    other = Move(unit="HQ", path=("0905",), else_=Move(unit="HQ", path=()))
    order = Move(unit="HQ", path=("0906",), if_=("0906 cleared",), else_=other)
    assert print_line(order) == "{if: 0906 cleared, HQ: 0906, else: {HQ: 0905, else: hold}}"
