"""Self-play: what breaks is told with the seed that shows it again."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from tiny import Line, Said, Table, TurnBegan, tiny, topic

from pbem.engine.advance import Terms
from pbem.engine.asked import Asked
from pbem.model.chooser import Whims
from pbem.model.outcome import Ending
from pbem.office.rulesets import ruleset
from pbem.play.faces import NumberedFaces
from pbem.play.selfplay import MOST_STOPS_IN_A_STEP, exchanges, random_players, random_windows, self_play, try_game
from pbem.ruleset import Option, PartSpec, Pick, Ruleset, Setup, Umpire, View


def failures(spec: Ruleset, games: int = 12) -> list[dict[str, str | int]]:
    """The failures of some games, each of which its seed shows again, alone."""
    tally = self_play(spec, "only", games, 5)
    assert tally.finished + len(tally.failures) == games
    for failure in tally.failures:
        assert try_game(spec, "only", int(failure["seed"])) == failure
    return tally.failures


def test_a_game_that_ends_is_counted() -> None:
    def step(table: Table, umpire: Umpire) -> str | None:
        umpire.roll("1", "die")
        way = umpire.ask("1", "blue", "way", "?", ["left", "right"])
        umpire.do("1", Said(way))
        umpire.do("9", TurnBegan(table.turn + 1))
        return "step" if table.turn < 4 else None

    def ending(table: Table) -> Ending | None:
        return Ending("blue" if table.said[-1] == "left" else None, "9", "it is over")

    told: list[int] = []
    tally = self_play(tiny(step, ending=ending), "only", 40, 1, progress=lambda: told.append(1))
    assert (tally.finished, tally.failures, len(told)) == (40, [], 40)
    assert tally.rolls == 40 * 3
    assert tally.decisions == 40 * 3
    assert tally.victories.keys() == {"blue", "draw"}
    assert tally.plain()["victories"] == dict(sorted(tally.victories.items()))
    again = self_play(tiny(step, ending=ending), "only", 40, 1)
    assert again.victories == tally.victories


def test_a_crash_is_told_with_its_seed() -> None:
    def step(table: Table, umpire: Umpire) -> None:
        if umpire.roll("1", "die") == 6:
            raise ZeroDivisionError("a crash")

    found = failures(tiny(step), 30)
    assert 0 < len(found) < 30
    assert {failure["failure"] for failure in found} == {
        "RulesBug: turn 1/step, before its first entry: ZeroDivisionError: a crash"
    }


def test_a_dead_end_is_told() -> None:
    def step(table: Table, umpire: Umpire) -> None:
        ways = ["left", "right"][: umpire.roll("1", "die") // 3]
        umpire.ask("1", "blue", "way", "?", ways)

    found = failures(tiny(step), 30)
    assert found
    assert all("no options" in str(failure["failure"]) for failure in found)


def test_a_step_that_never_ends_is_told_whether_it_stops_or_not() -> None:
    def rolling(table: Table, umpire: Umpire) -> None:
        while True:
            umpire.within("again").roll("1", "die")

    def asking(table: Table, umpire: Umpire) -> None:
        while True:
            umpire.within("again").ask("1", "blue", "way", "?", ["left", "right"])

    assert str(failures(tiny(rolling), 1)[0]["failure"]).startswith("Endless: turn 1/rolling does not come to an end")
    assert str(failures(tiny(asking, topics=(topic("way", words=()),)), 1)[0]["failure"]) == (
        f"Endless: turn 1/asking stopped {MOST_STOPS_IN_A_STEP} times"
    )


def test_turns_that_never_end_are_told() -> None:
    def step(table: Table, umpire: Umpire) -> str:
        umpire.do("9", TurnBegan(table.turn + 1))
        return "step"

    assert str(failures(tiny(step), 1)[0]["failure"]).startswith("Endless: ")


def test_options_and_windows_differ_from_game_to_game() -> None:
    seen: set[str] = set()

    def step(table: Table, umpire: Umpire) -> None: ...

    option = Option(name="length", choices=("short", "long"), default="short", case="1", words="")
    window = PartSpec(name="wishes", order=Line, window=True)
    spec = tiny(step, options=(option,), parts=(window,))
    inner = spec.set_up

    def noting(setup: object) -> object:
        seen.add(setup.options["length"])  # type: ignore[attr-defined]
        return inner(setup)  # type: ignore[arg-type]

    self_play(replace(spec, set_up=noting), "only", 20, 1)  # type: ignore[arg-type]
    assert seen == {"short", "long"}
    windows = [random_windows(spec, seed) for seed in range(20)]
    assert {found["wishes"] for found in windows} == {found["way"] for found in windows} == {"pass", "ask"}


def test_the_bot_of_ford_beats_random_players_with_either_side() -> None:
    spec = ruleset("ford")

    def steady(view: View, asked: Asked, situation: object) -> Pick:
        return spec.bots["steady"](view, asked.decision, Whims(1))

    for side in spec.sides:
        won: Counter[str | None] = Counter()
        for seed in range(8):
            terms = Terms(spec, {}, {side: steady})
            *_, last = exchanges(terms, Setup(scenario="crossing"), NumberedFaces(seed), random_players(spec, seed))
            assert last.ending is not None
            won[last.ending.winner] += 1
        assert won[side] >= 6
