"""Whole games: bots to the last game-turn, random players under every option, and what neither side may see.

PBEM_BA_GAMES=300 plays so many random games over all scenarios and options.
"""

from __future__ import annotations

import os
from datetime import UTC, datetime
from typing import Any

import pytest

from pbem.app.founding import new_draft
from pbem.engine.advance import Bookmark, Intake, Terms, advance, begin
from pbem.model.chooser import Whims
from pbem.model.decision import Decision
from pbem.model.entry import Entry, told_to
from pbem.model.errors import Refused
from pbem.model.position import Position, View
from pbem.model.sheet import Part, Sheet
from pbem.play.faces import NumberedFaces
from pbem.play.selfplay import random_game
from pbem.ruleset import Setup
from pbem_rules.battles_for_the_ardennes import RULESET
from pbem_rules.battles_for_the_ardennes.board import SCENARIOS
from pbem_rules.battles_for_the_ardennes.proposals import random_targets
from pbem_rules.battles_for_the_ardennes.s16_dumps import sites

GAMES = int(os.environ.get("PBEM_BA_GAMES", "2"))
ALL = {
    "greif": "yes", "16.46": "yes", "16.47": "yes", "dumps": "yes", "16.55": "yes", "16.56": "yes", "16.57": "yes",
    "intensive": "yes", "16.69": "yes", "saturation": "yes", "16.78": "yes", "var_end": "even",
}  # fmt: skip


def bot(view: View, asked: Any, situation: object) -> Any:
    pick = RULESET.bots["simple"](view, asked.decision, Whims("bot", *asked.decision.key))
    assert asked.wrong(pick) is None, f"{asked.decision.topic}: {asked.wrong(pick)}"
    return pick


@pytest.mark.parametrize(
    ("scenario", "options"),
    [("celles", {}), ("clervaux", ALL)]
    + [pytest.param(name, ALL if number % 2 else {}, marks=pytest.mark.slow) for number, name in enumerate(SCENARIOS)],
)
def test_bots_play_to_the_end_and_every_line_they_write_is_lawful(scenario: str, options: dict[str, str]) -> None:
    terms = Terms(RULESET, {}, {"german": bot, "allied": bot})
    start = begin(RULESET, RULESET.set_up(Setup(scenario=scenario, options=options)))
    now = advance(terms, start, {}, Intake(), NumberedFaces(1), 1, ())
    entries = [entry.event for stretch in now.stretches for entry in stretch.told.entries]
    assert now.position.table.phase == "over", [decision.topic for decision in now.decisions]
    names = [type(event).__name__ for event in entries]
    assert names.count("AttackResolved") > 5
    refused = [event for event in entries if type(event).__name__ == "NotCarriedOut"]
    assert len(refused) <= len(entries) // 50, refused[:3]


@pytest.mark.parametrize("seed", range(1, GAMES + 1))
def test_random_games_with_all_variants_at_once_or_some_of_them(seed: int) -> None:
    short = ("celles", "clervaux") if len(SCENARIOS) > GAMES else SCENARIOS
    scenario = short[seed % len(short)]
    whims = Whims("options", seed)
    some = {option.name: whims.one(option.choices) for option in RULESET.options}
    random_game(RULESET, Setup(scenario=scenario, options=ALL if seed % 2 else some), seed)


def test_a_game_that_hides_nothing_is_played_without_secrets() -> None:
    """Two players alone: nothing in such a game looks into a secret."""
    setup = Setup(scenario="celles", options={"greif": "no", "intensive": "yes", "saturation": "yes"})
    spec = RULESET.for_game(setup)
    assert not spec.secrets
    random_game(spec, setup, 4)
    for name in SCENARIOS:
        hidden = Setup(scenario=name, options={"greif": "yes"})
        assert bool(RULESET.for_game(hidden).secrets) == (the_year(name) == 1944)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_two_players_alone_may_play_every_scenario_and_are_told_when_a_referee_is_needed(scenario: str) -> None:
    """16.4, 16.5 and the plans hide something, and none of the other variants does."""
    open_to_all = {name: choice for name, choice in ALL.items() if name not in ("greif", "dumps")}
    offered(scenario, {**open_to_all, "plans": "historical"})
    for hiding in ({"greif": "yes"}, {"dumps": "yes"}, {}):
        options = {**hiding, "plans": "historical"} if hiding else {"plans": "secret"}
        hides = the_year(scenario) == 1944 if hiding else scenario == "1944-campaign"
        if hides:
            with pytest.raises(Refused, match="hidden parts, which need a referee"):
                offered(scenario, options)
        else:
            offered(scenario, options)
        offered(scenario, options, mode="referee")


def offered(scenario: str, options: dict[str, str], mode: str = "alone") -> None:
    now = datetime(2025, 11, 4, 9, tzinfo=UTC)
    new_draft(RULESET, scenario=scenario, mode=mode, entropy=bytes, now=now, options=options)


def the_year(scenario: str) -> int:
    year: int = RULESET.set_up(Setup(scenario=scenario)).table.form.year
    return year


# What the other side has sealed


@pytest.mark.case("BA", "16.41", "16.51")
@pytest.mark.parametrize("number", range(8 if GAMES < 20 else GAMES))
def test_moving_what_is_sealed_off_all_paths_changes_nothing_for_the_other_side(number: int) -> None:
    """The same movement with targets and dumps elsewhere: the same entries, the same questions, for both."""
    side, foe = (("allied", "german"), ("german", "allied"))[number % 2]
    options = {"greif": "yes", "dumps": "yes", "16.46": "yes" if number % 4 < 2 else "no"}
    position = RULESET.set_up(Setup(scenario=("st-vith", "angriefen", "clervaux")[number % 3], options=options))
    table, whims = position.table, Whims("sealed", number)
    table.turn, table.side, table.phase = 3 + whims.number(5), side, "movement"
    position.secrets["german"].targets, position.secrets["allied"].dumps = {}, {}
    trodden = {hex for entry in played(position, side, number) for hex in getattr(entry.event, "path", ())}
    trodden |= {getattr(entry.event, "hex", "") for entry in played(position, side, number)}  # where somebody came on
    trodden |= {unit.hex for unit in table.units.values()}
    shown = []
    for change in range(2):
        moved = Whims("moved", number, change)
        if foe == "german":
            targets = random_targets(table, moved, sorted(trodden))
            position.secrets["german"].targets = targets
            assert not targets.keys() & trodden
        else:
            free = [hex for hex in sites(table) if hex not in trodden]
            position.secrets["allied"].dumps = {hex: 1 + moved.number(9) for hex in moved.some(free, min(3, len(free)))}
        shown.append((told_to(side, played(position, side, number)), looks(position, side)))
    assert shown[0] == shown[1]


def played(position: Position, side: str, number: int) -> list[Entry]:
    """The movement step as random players order it, the rest of the step's questions passing in silence."""
    view = View(side, position.table, position.secrets[side])
    decision = Decision(("x", side, "movement"), "base.movement", side, "movement", "movement", "part")
    lines = RULESET.propose(view, decision, Whims("lines", number)) if RULESET.propose else ()
    sheet = Sheet(side, parts={"movement": Part("movement", lines, if_stopped="ask")})
    start = Bookmark("movement", RULESET.turn(position.table), position)
    terms = Terms(RULESET, {})
    now = advance(terms, start, {}, Intake({side: sheet}), NumberedFaces(number), 1, (), last_step="movement")
    return [entry for stretch in now.stretches for entry in stretch.told.entries]


def looks(position: Position, side: str) -> tuple[Any, ...]:
    """What a side is shown of a position: its draft, its page, its words, its queries."""
    view, words = View(side, position.table, position.secrets[side]), RULESET.wording
    assert words is not None
    assert words.draft is not None
    assert words.choices is not None
    due = (Decision(("x", side, "movement"), "base.movement", side, "movement", "movement", "part"),)
    unit = next(unit.id for unit in position.table.units.values() if unit.side == side and unit.hex)
    moves, supply = RULESET.queries["moves"](view, unit), RULESET.queries["supply"](view, unit)
    return (
        words.draft(view, due),
        words.choices(view)[:100],
        words.secrets(view),
        words.victory(position.table),
        moves,
        supply,
    )
