"""Much work of one kind: what died is done again, nothing is lost and nothing counted twice."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from functools import partial
from multiprocessing import active_children
from pathlib import Path

import pytest

from pbem.app.labour import Lost, Means, each
from pbem.app.ledger import Ledger, read_ledger
from pbem.app.program import program_of
from pbem.app.series import Matches, matches_of, play_matches
from pbem.book.lock import Busy
from pbem.model.errors import Refused
from pbem.office.rulesets import ruleset
from pbem.play.match import Match
from tests.core.app.chores import dies_once, double, double_or_die

DATED = {"data": "a6", "program": "now"}
TITLE = {"system": "ford", "version": "1", **DATED}


def no_news() -> None:
    """Nobody watches."""


@pytest.mark.parametrize("jobs", [1, 2])
def test_every_item_once(jobs):
    assert sorted(each(double, range(20), Means(jobs))) == [(number, 2 * number) for number in range(20)]


def test_only_what_kills_its_process_is_lost():
    found = list(each(double_or_die, range(12), Means(2)))
    assert sorted(item for item, _ in found) == list(range(12))
    assert [item for item, result in found if isinstance(result, Lost)] == [5]


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_processes_killed_while_a_game_is_written_take_no_game_with_them():
    """The pool is gone when the next item comes to it: that item is done all the same."""
    found = []
    for pair in each(double, range(20), Means(2)):
        found.append(pair)
        if len(found) == 3:
            for process in active_children():
                process.kill()
                process.join()
            time.sleep(0.3)
    assert sorted(found) == [(number, 2 * number) for number in range(20)]


def test_a_process_that_died_once_costs_nothing(tmp_path):
    found = dict(each(partial(dies_once, str(tmp_path)), range(12), Means(2)))
    assert found == {number: 2 * number for number in range(12)}


def as_told(seed):
    """A game played again that comes out as it did."""
    return {"seed": seed, "winner": "red"}


def test_a_ledger_goes_on_where_it_was_cut_off(tmp_path):
    path = tmp_path / "games.jsonl"
    with Ledger(path, TITLE, as_told) as first:
        first.add({"seed": 1, "winner": "red"})
        first.add({"seed": 1, "winner": "blue"})
    with path.open("a") as file:
        file.write('{"seed": 2, "win')
    with Ledger(path, TITLE, as_told) as again:
        assert again.found == {1: {"seed": 1, "winner": "red"}}
        again.add({"seed": 2, "winner": "red"})
    assert [json.loads(line) for line in path.read_text().splitlines()][1:] == [*again.found.values()]


def test_a_ledger_of_other_games_is_refused(tmp_path):
    Ledger(tmp_path / "games.jsonl", TITLE, as_told).__exit__(None, None, None)
    with pytest.raises(Refused, match="of other games: system"):
        Ledger(tmp_path / "games.jsonl", {**TITLE, "system": "bulge"}, as_told)
    with pytest.raises(Refused, match="of other games: version"):
        Ledger(tmp_path / "games.jsonl", {**TITLE, "version": "2"}, as_told)


@pytest.mark.parametrize(
    "content", [b'{"a": "note of one line without an end"}', b"a,b\n1,2\n3,4", b"\n", b"\x00\xff", b'{"system":"bulge"']
)
def test_a_file_of_something_else_stays_as_it_was(tmp_path, content):
    """Whoever names the wrong file loses nothing of it."""
    path = tmp_path / "note.txt"
    path.write_bytes(content)
    with pytest.raises(Refused, match=r"note\.txt:1: this is no line"):
        Ledger(path, TITLE, as_told)
    assert path.read_bytes() == content


def test_a_ledger_of_other_games_keeps_its_last_line_though_it_was_cut_off(tmp_path):
    path = tmp_path / "games.jsonl"
    Ledger(path, TITLE, as_told).__exit__(None, None, None)
    with path.open("a") as file:
        file.write('{"seed": 2, "win')
    before = path.read_bytes()
    with pytest.raises(Refused, match="of other games: system") as refused:
        Ledger(path, {**TITLE, "system": "bulge"}, as_told)
    assert refused.value.hint == 'another file, or its system: "ford"'
    assert path.read_bytes() == before


@pytest.mark.parametrize("size", [0, 1, 30])
def test_a_ledger_cut_off_in_its_first_line_is_begun_again(tmp_path, size):
    path = tmp_path / "games.jsonl"
    Ledger(path, TITLE, as_told).__exit__(None, None, None)
    whole = path.read_bytes()
    path.write_bytes(whole[:size])
    Ledger(path, TITLE, as_told).__exit__(None, None, None)
    assert path.read_bytes() == whole


def test_two_files_put_together_count_a_seed_once_and_never_two_games_of_it(tmp_path):
    path = tmp_path / "games.jsonl"
    with Ledger(path, TITLE, as_told) as first:
        first.add(as_told(1))
    with path.open("a") as file:
        file.write('{"seed":1,"winner":"red","seconds":0.5}\n')
    with Ledger(path, TITLE, as_told) as same:
        assert len(same.found) == 1
    with path.open("a") as file:
        file.write('{"seed":1,"winner":"blue"}\n')
    with pytest.raises(Refused, match=r"seed 1 stands in games\.jsonl twice"):
        Ledger(path, TITLE, as_told)


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="devices")
def test_a_device_is_no_file_for_games():
    with pytest.raises(Refused, match="/dev/null is no file"):
        Ledger(Path("/dev/null"), TITLE, as_told)


@pytest.mark.parametrize("line", ["no json", "[]", '{"winner": "red"}'])
def test_a_ledger_that_is_none_is_refused(tmp_path, line):
    path = tmp_path / "games.jsonl"
    Ledger(path, TITLE, as_told).__exit__(None, None, None)
    with path.open("a") as file:
        file.write(f"{line}\n")
    with pytest.raises(Refused, match=":2: this is no line"):
        Ledger(path, TITLE, as_told)


def test_two_runs_that_write_one_ledger(tmp_path):
    """The second is refused while the first is at work, and goes on with its games afterwards."""
    path = tmp_path / "games.jsonl"
    with Ledger(path, TITLE, as_told) as first:
        with pytest.raises(Busy, match=r"another run writes in games\.jsonl"):
            Ledger(path, TITLE, as_told)
        first.add(as_told(1))
    with Ledger(path, TITLE, as_told) as second:
        assert set(second.found) == {1}


@pytest.mark.parametrize("other", [{"program": "later"}, {"data": "b7"}], ids=["code", "data"])
def test_games_of_two_programs_that_play_otherwise_are_not_mixed(tmp_path, other):
    """A ledger goes on under other code or data only if its first and its last game come out again."""
    path, later = tmp_path / "games.jsonl", {**TITLE, **other}
    with Ledger(path, TITLE, as_told) as first:
        for seed in (1, 2, 3):
            first.add({**as_told(seed), "seconds": 0.5})
    with pytest.raises(Refused, match="other bots or other rules: seed 3 comes out otherwise"):
        Ledger(path, later, lambda seed: {"seed": seed, "winner": "blue" if seed == 3 else "red"})
    replayed: list[int] = []
    with Ledger(path, later, lambda seed: replayed.append(seed) or as_told(seed)) as second:
        assert set(second.found) == {1, 2, 3}
    assert replayed == [1, 3]
    with Ledger(path, later, as_told):
        assert read_ledger(path).programs == [DATED, {**DATED, **other}]
    with Ledger(path, TITLE, lambda seed: pytest.fail("the program that began it is known")) as back:
        assert len(back.found) == 3


def test_games_on_a_pack_of_ones_own_are_not_mixed_with_others(tmp_path):
    """Whatever comes out: a pack is what is played, not by which program."""
    files = (("map.yaml", b"one"),)
    plain = Matches("ford", Match("crossing", {}, {}))
    own = replace(plain, data=files).title()
    assert "data" not in own
    with Ledger(tmp_path / "games.jsonl", plain.title(), as_told):
        pass
    with pytest.raises(Refused, match="of other games: pack"):
        Ledger(tmp_path / "games.jsonl", own, as_told)
    Ledger(tmp_path / "own.jsonl", own, as_told).__exit__(None, None, None)
    with pytest.raises(Refused, match="of other games: pack"):
        Ledger(tmp_path / "own.jsonl", replace(plain, data=(("map.yaml", b"two"),)).title(), as_told)


def test_a_program_is_another_when_its_rules_or_bots_are(tmp_path):
    folder = tmp_path / "rules"
    folder.mkdir()
    (folder / "bot.py").write_text("GOOD_ODDS = 2\n")
    spec = replace(ruleset("ford"), folder=str(folder))
    before = program_of(spec)
    assert program_of(spec) == before
    (folder / "bot.py").write_text("GOOD_ODDS = 3\n")
    assert program_of(spec) != before


def test_games_between_bots_are_the_same_however_they_are_played(tmp_path):
    matches = matches_of("ford", "", {}, {"turns": "4"})
    alone = play_matches(matches, range(1, 5), Means(), None, no_news)
    resume = tmp_path / "games.jsonl"
    half = play_matches(matches, range(1, 3), Means(), resume, no_news)
    whole = play_matches(matches, range(1, 5), Means(2), resume, no_news)
    timeless = [[{**game, "seconds": 0} for game in games] for games in (alone, half, whole)]
    assert timeless[0] == timeless[2]
    assert timeless[0][:2] == timeless[1]
    assert len(resume.read_text().splitlines()) == 5


@pytest.mark.parametrize(
    "edited", [{"winner": ["red"]}, {"victor": "red"}, {"points": {"Red": "x"}}, {"seconds": "long"}, {"failure": 3}]
)
def test_a_line_that_somebody_edited_is_told(tmp_path, edited):
    resume = tmp_path / "games.jsonl"
    matches = matches_of("ford", "", {}, {"turns": "4"})
    play_matches(matches, range(1, 3), Means(), resume, no_news)
    title, first, second = resume.read_text().splitlines()
    resume.write_text(f"{title}\n{first}\n{json.dumps(json.loads(second) | edited)}\n")
    with pytest.raises(Refused, match=r"the line of seed 2 in games\.jsonl is no game"):
        play_matches(matches, range(1, 3), Means(), resume, no_news)


@pytest.mark.parametrize("trouble", [OSError("no space left"), MemoryError()], ids=["disk", "memory"])
def test_a_game_that_the_machine_broke_off_is_told_and_played_by_the_next_run(tmp_path, monkeypatch, trouble):
    """It is not written down as if the rules had failed."""
    resume = tmp_path / "games.jsonl"
    matches = matches_of("ford", "", {}, {"turns": "4"})
    with monkeypatch.context() as now:
        now.setattr("pbem.app.series.play_match", lambda spec, match, seed: raising(trouble))
        (lost,) = play_matches(matches, [1], Means(), resume, no_news)
    assert type(trouble).__name__ in lost["failure"]
    assert read_ledger(resume).games == []
    (game,) = play_matches(matches, [1], Means(), resume, no_news)
    assert "failure" not in game


def raising(error):
    raise error


def test_a_game_that_the_rules_broke_off_is_kept(tmp_path, monkeypatch):
    monkeypatch.setattr("pbem.app.series.play_match", lambda spec, match, seed: raising(KeyError("a rule")))
    resume = tmp_path / "games.jsonl"
    (game,) = play_matches(matches_of("ford", "", {}, {}), [1], Means(), resume, no_news)
    assert read_ledger(resume).games == [game] == [{"seed": 1, "failure": "KeyError: 'a rule'"}]


def test_a_disk_that_is_full_names_the_file_and_costs_no_game_that_stands_there(tmp_path, monkeypatch):
    resume = tmp_path / "games.jsonl"
    with Ledger(resume, TITLE, as_told) as ledger:
        ledger.add(as_told(1))
        with monkeypatch.context() as full:
            full.setattr("os.fsync", lambda handle: raising(OSError(28, "No space left on device")))
            with pytest.raises(OSError, match="No space left") as error:
                ledger.add(as_told(2))
        assert error.value.filename == str(resume)
    with Ledger(resume, TITLE, as_told) as again:
        assert 1 in again.found


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_a_run_that_is_killed_leaves_no_process_behind_and_goes_on(tmp_path):
    """Its workers go with it, and with them its hold on the file; what is finished stands there, once."""
    resume = tmp_path / "games.jsonl"
    words = ["selfplay", "ford", "--bots", "red=steady", "--option", "turns=4", "--jobs", "2", "--games", "5000"]
    run = subprocess.Popen(
        [sys.executable, "-m", "pbem", *words, "--resume", str(resume)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    while not resume.exists() or resume.read_bytes().count(b"\n") < 4:
        assert run.poll() is None
        time.sleep(0.05)
    run.kill()
    run.wait()
    for _ in range(200):
        try:
            matches = matches_of("ford", "", {"red": "steady"}, {"turns": "4"})
            games = play_matches(matches, range(1, 4), Means(), resume, no_news)
            break
        except Busy:
            time.sleep(0.05)
    else:
        raise AssertionError("a process of the run that was killed still holds the file")
    assert [game["seed"] for game in games] == [1, 2, 3]
    assert len({game["seed"] for game in read_ledger(resume).games}) == len(read_ledger(resume).games) >= 3


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_ctrl_c_ends_a_run_at_once(tmp_path):
    """A terminal sends it to all processes; none of them begins what was laid out for it.

    Who runs the tests may have it ignored, and a process has that from its parent.
    """
    words = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
        "from functools import partial; from pbem.app.labour import Means, each; from tests.core.app.chores import rest"
    )
    run = subprocess.Popen(
        [sys.executable, "-c", f"{words}; list(each(partial(rest, {str(tmp_path)!r}), range(9), Means(2)))"],
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        while len(list(tmp_path.iterdir())) < 2:
            assert run.poll() is None
            time.sleep(0.05)
        os.killpg(run.pid, signal.SIGINT)
        run.wait(timeout=20)
    finally:
        run.kill()
    assert len(list(tmp_path.iterdir())) == 2
