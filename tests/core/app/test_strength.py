"""The tables of the READMEs tell the games that the ledgers hold, and no others."""

from __future__ import annotations

import importlib.util
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pbem.app.ledger import Read
from pbem.office.rulesets import ruleset

ROOT = Path(__file__).parents[3]


def _bench() -> Any:
    spec = importlib.util.spec_from_file_location("bench_strength", ROOT / "bench" / "strength.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["bench_strength"] = module
    spec.loader.exec_module(module)
    return module


bench = _bench()


def test_every_readme_tells_the_games_of_the_ledgers(capsys):
    assert bench.main("--check") == 0, capsys.readouterr().out


@pytest.mark.parametrize("path", sorted(bench.LEDGERS.glob("*.jsonl")), ids=lambda path: path.stem)
def test_a_ledger_is_named_after_what_is_played(path):
    """The command in the README goes on with the file that it was made from, and each seed stands in it once."""
    read = bench.read_ledger(path)
    assert bench.command(read).endswith(f"--resume bench/ledgers/{path.name}")
    assert len({game["seed"] for game in read.games}) == len(read.games)
    assert not [game for game in read.games if "failure" in game]


def a_ledger(blue, red, winners):
    """Games of The Ford between two bots, won by these."""
    title = {"system": "ford", "scenario": "crossing", "options": {}, "bots": {"blue": blue, "red": red}}
    plain = {"last_turn": "turn 6 dusk", "points": {"Blue": 2}, "losses": {"red": 3}, "sheets": 14, "seconds": 0.5}
    return Read([title, *({"seed": seed, "winner": winner, **plain} for seed, winner in enumerate(winners, 1))])


@pytest.mark.parametrize(("mentor", "by_it"), [("veteran", "1 of 3"), ("nobody", "?"), ("", "has none")])
def test_a_row_counts_who_won(monkeypatch, mentor, by_it):
    """By the thinker, by its mentor alone, and by the quick bot, each in the same place."""
    monkeypatch.setattr(bench, "ruleset", lambda name: replace(ruleset(name), mentor=mentor))
    usual = a_ledger("steady", "steady", ["red", "red"])
    veterans = a_ledger("veteran", "steady", ["blue", "red", "red"])
    read = a_ledger("thinker 30", "steady", ["blue", "blue", "draw", "red"])
    *_, row = bench.strength([usual, veterans, read])
    assert row == f"| ford crossing | blue | 30 | 4 | 2 of 4, 1 drawn | 15 to 85 | {by_it} | 0 of 2 | 0.5 |"
    assert "| thinker 30 | steady | 4 | 2, 1, 1 | turn 6 dusk 4 | Blue 2.0 | 0.0, 3.0 | 14.0 | 0.5 |" in [
        *bench.balance([usual, read])
    ]


def test_a_game_that_was_played_twice_counts_once():
    read = a_ledger("steady", "steady", ["red", "red"])
    read.games.append({**read.games[0], "winner": "blue"})
    assert bench.won("red", bench.games_of(read)) == "2 of 2"


def test_games_on_another_board_have_a_table_a_file_and_a_row_of_their_own():
    """What is chosen as usual is not told; what is not, in the heading, the command and the name of the file."""
    usual = a_ledger("steady", "steady", ["red"])
    other = a_ledger("steady", "steady", ["blue"])
    other.title["options"] = {"turns": "4"}
    thinks = a_ledger("thinker 30", "steady", ["blue"])
    thinks.title["options"] = {"turns": "4"}
    told = [*bench.balance([usual, other])]
    assert [line for line in told if line.startswith("`crossing")] == ["`crossing`:", "`crossing`, turns=4:"]
    assert '--option "turns=4" --bots' in bench.command(other)
    assert bench.command(other).endswith("ledgers/ford-crossing-4-steady-steady.jsonl")
    *_, row = bench.strength([usual, other, thinks])
    assert row.startswith("| ford crossing turns=4 | blue | 30 | 1 | 1 of 1 |")
    assert "| 1 of 1 | 0.5 |" in row
