"""The schema beside a draft: it takes what check takes, offers what counts now, and takes no slip of the pen."""

from __future__ import annotations

import re
from collections.abc import Iterator
from errno import ENOSPC
from pathlib import Path
from typing import Any

import pytest
from folk import Folk

from pbem.app.moment_schemas import lay_draft, schema_of
from pbem.app.name_patterns import any_spelling, one_name, several_names
from pbem.app.seats import draft_sheet, read_own
from pbem.book import writing
from pbem.model.names import resolve_name
from pbem.model.yamltext import plain, read
from pbem.office.game import Game
from pbem.office.knowing import knowledge
from pbem.office.rulesets import ruleset
from pbem.office.sheetnames import sheet_name

jsonschema = pytest.importorskip("jsonschema")
SYSTEMS = (
    "ford", "ardennes-offensive", "bulge", "wwii-commander", "battles-for-the-ardennes", "enemy-action-ardennes",
)  # fmt: skip
ENOUGH = {"ford": 8, "enemy-action-ardennes": 7, "battles-for-the-ardennes": 5}
"""Exchanges until every part has been written."""
SLIPS = {
    "ford": (
        "march: [{1 Fot: 0403}]", "combat: [{attack: 0503, with: [1 Fost]}]", "combat: [{atack: 0503}]",
    ),
    "ardennes-offensive": ("movement: [{26/13SS: 0905}]", "combat: [{attack: 1812, with: [2SSS a]}]"),
    "bulge": ("movement: [{1SZ: 0601}]", "after: [{attack: 9999, with: [1]}]", "marsh: none"),
    "wwii-commander": ("turns: [{activate: Eupem}]", "turns: [{activate: Eupen, move: [{1SS Pzz: Spa}]}]"),
    "battles-for-the-ardennes": ("movement: [{1SS-PX: to A0101}]", "combat: [{attack: A9999, with: [1-16]}]"),
    "enemy-action-ardennes": ("impulses: [{play: 53, move: [{23.9Q: 0605}]}]", "standing: {loses: ask}"),
}  # fmt: skip


def faults(schema: Any, text: str) -> list[str]:
    node, problems = read(text, "sheet")
    assert node is not None, problems
    found = jsonschema.Draft202012Validator(schema).iter_errors(plain(node))
    return [f"{list(fault.path)}: {fault.message[:160]}" for fault in found]


def moment(game: Game) -> Any:
    known = knowledge(game)
    return schema_of(game, known.view, known.due, "sheet")


def uncommented(draft: str) -> str:
    """The draft with every line given that it offers, and no headings with nothing under them."""
    lines = [re.sub(r"^#(?=  )", "", line) for line in draft.splitlines() if not line.startswith("#   ")]
    lines = [line for line in lines if not line.startswith("# ")]
    kept = [
        line for at, line in enumerate(lines)
        if not line.split("#")[0].rstrip().endswith(":") or (at + 1 < len(lines) and lines[at + 1].startswith(" "))
    ]  # fmt: skip
    return "\n".join(kept) + "\n"


def each_line(draft: str) -> Iterator[str]:
    """The sheet with one line of those that the draft offers, for each of them."""
    head = "".join(f"{line}\n" for line in draft.splitlines()[:4] if re.match(r"game|exchange|side", line))
    part = ""
    for line in draft.splitlines():
        if found := re.match(r"([a-z-]+):\s*(#.*)?$", line):
            part = found[1]
        elif (found := re.match(r"#?(  .*)$", line)) and part and not line.startswith("#   "):
            yield f"{head}{part}:\n{found[1]}\n"


def shorter(text: str, names: tuple[str, ...], kind: str) -> str:
    """Names as a hurried player writes them, where that is clear."""

    def short(found: re.Match[str]) -> str:
        for tried in (found[0].lower(), found[0][:-1], found[0].replace(" ", "")):
            if tried and resolve_name(tried, names, kind) == found[0]:
                return tried
        return found[0]

    known = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True) if not name.isdecimal())
    return re.sub(rf"(?<![\w.])(?:{known})(?![\w.])", short, text) if known else text


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_drafts_offer_and_check_accepts_fits_and_slips_do_not(tmp_path: Path, system: str) -> None:
    folk = Folk(tmp_path, ruleset(system), "referee").found()
    seen = 0
    for _ in range(ENOUGH.get(system, 4)):
        if folk.seats["referee"].course.result is not None:
            break
        for seat in folk.writers():
            game = folk.seats[seat]
            if seat == "referee":
                continue
            schema, draft = moment(game), draft_sheet(game)
            assert not faults(schema, draft), draft
            for one in each_line(draft):
                if read_own(game, one, "sheet")[0] is not None:
                    assert not faults(schema, one), one
                    seen += 1
            sheet = folk.sheet_of(seat)
            assert not faults(schema, sheet), sheet
            names = game.rules.spec.names()
            hurried = shorter(sheet, names[game.rules.spec.piece], game.rules.spec.piece)
            if read_own(game, hurried, "sheet")[0] is not None:
                assert not faults(schema, hurried), hurried
        folk.play_exchange()
    assert seen > 5
    game = next(folk.seats[seat] for seat in folk.writers() if seat != "referee")
    head = f"game: {game.charter.name}\nexchange: {game.course.open_number}\nside: {game.seat}\n"
    schema = moment(game)
    assert not faults(schema, head)
    for slip in SLIPS[system]:
        assert faults(schema, f"{head}{slip}\n"), slip


def test_the_schema_of_a_draft_offers_the_units_that_may_move_and_where_to(tmp_path: Path) -> None:
    folk = Folk(tmp_path, ruleset("ford"), "referee").found()
    while "march" not in draft_sheet(folk.seats[folk.writers()[0]]):
        folk.play_exchange()
    game = folk.seats[folk.writers()[0]]
    line = moment(game)["$defs"]["line MarchLine"]
    short = next(
        form for form in line["anyOf"] if any("examples" in one for one in form.get("properties", {}).values())
    )
    own = {name for name, unit in game.whole(game.course.number).position.table.units.items() if unit.side == game.seat}
    offered = {name for name, one in short["properties"].items() if "examples" in one and name not in ("if", "unless")}
    assert offered
    assert offered <= own
    assert all(one["examples"] for name, one in short["properties"].items() if name in offered)


def _under(form: Any) -> dict[str, Any]:
    return dict(form.get("properties", {}))


def test_a_draft_names_its_schema_and_old_ones_go(tmp_path: Path) -> None:
    folk = Folk(tmp_path, ruleset("ford"), "referee").found()
    game = folk.seats["blue"]
    first, standing = lay_draft(game, "sheet"), lay_draft(game, "standing")
    assert _schema_named(first).is_file()
    assert _schema_named(standing).is_file()
    folk.play_exchange()
    while "blue" not in folk.writers():
        folk.play_exchange()
    second = lay_draft(folk.seats["blue"], "sheet")
    assert set((game.folder.path / ".schema").iterdir()) == {_schema_named(second), _schema_named(standing)}
    assert _schema_named(first) != _schema_named(second)


def _schema_named(draft: Path) -> Path:
    said = "# yaml-language-server: $schema="
    first = draft.read_text(encoding="utf-8").splitlines()[0]
    assert first.startswith(said)
    return draft.parent / first.removeprefix(said)


def test_attack_a_disk_that_is_full_leaves_no_half_draft(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = Folk(tmp_path, ruleset("ford"), "referee").found().seats["blue"]
    lay_draft(game, "sheet").write_text("orders that took an evening", encoding="utf-8")
    before = sorted(path.name for path in game.folder.path.iterdir())

    def full(step: str, path: Path) -> None:
        if path.name == sheet_name(game):
            raise OSError(ENOSPC, f"{step}: no space left on device")

    monkeypatch.setattr(writing, "watch", full)
    with pytest.raises(OSError, match="no space"):
        lay_draft(game, "sheet")
    assert (game.folder.path / sheet_name(game)).read_text(encoding="utf-8") == "orders that took an evening"
    assert sorted(path.name for path in game.folder.path.iterdir()) == before


def test_standing_orders_know_their_topics(tmp_path: Path) -> None:
    folk = Folk(tmp_path, ruleset("ford"), "referee").found()
    game = folk.seats["blue"]
    known = knowledge(game)
    schema = schema_of(game, known.view, known.due, "standing")
    head = f"game: {game.charter.name}\nside: blue\nstanding:\n"
    assert not faults(schema, f"{head}  retreat: toward 0103\n  retreat from 0303: ask\n")
    assert faults(schema, f"{head}  retrete: ask\n")


@pytest.mark.parametrize("name", ["1 Foot", "1 foot", "1 FOOT", "1 Fo", "1Foot", "1-foot", "US-1 Foot"])
def test_spellings_that_are_taken(name: str) -> None:
    assert re.search(one_name(["1 Foot", "2 Horse"]), name)


@pytest.mark.parametrize("name", ["1 Fot", "3 Foot", "11 Foot", "Foott", "", "0"])
def test_spellings_that_are_not(name: str) -> None:
    assert not re.search(one_name(["1 Foot", "2 Horse"]), name)


def test_names_joined_and_words_of_the_form() -> None:
    assert re.search(several_names(["1 Foot", "2 Foot"]), "1 Foot + 2 Foot")
    assert not re.search(several_names(["1 Foot", "2 Foot"]), "1 Foot + 3 Foot")
    assert re.search(any_spelling("hold back"), "Hold-Back")
    assert not re.search(any_spelling("hold back"), "holdback")
