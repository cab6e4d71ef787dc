"""A game against the program, killed, moved, mixed up, doubled: it goes on, or says why not, and no turn is lost."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pbem.app.audits import audit
from pbem.app.solitaire import Sitting, SoloTerms, begin, go_on, table_around, table_of
from pbem.book import writing
from pbem.book.lock import Busy, locked
from pbem.cli.setting import read_sheet_file
from pbem.model.errors import Refused

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
TERMS = SoloTerms(bot="steady")
EVERY, MOST = 6, 400
"""Every so many writes somebody pulls the plug; more writes no command needs."""


def begun(root: Path, said: SoloTerms = TERMS) -> Sitting:
    return begin(root, "ford", said, clock=NOON, entropy=os.urandom)


def plays(root: Path, *, silent: bool = True, clock: datetime = NOON, said: SoloTerms | None = None) -> Sitting:
    return go_on(root, silent=silent, read=read_sheet_file, clock=clock, entropy=os.urandom, said=said)


def says_it_again(root: Path) -> Sitting:
    """What the command line does."""
    return begun(root) if table_of(root) is None else plays(root)


def killed(verb: Callable[[], object], at: int) -> bool:
    """Say the verb in a process of its own, killed at this write; whether it came so far."""
    child = os.fork()
    if child:
        _, status = os.waitpid(child, 0)
        assert os.WIFSIGNALED(status) or status == 0
        return os.WIFSIGNALED(status)
    left = [at]

    def watch(step: str, path: Path) -> None:
        left[0] -= 1
        if not left[0]:
            os.kill(os.getpid(), signal.SIGKILL)

    writing.watch = watch
    try:
        verb()
    except BaseException:
        os._exit(1)
    os._exit(0)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game in its second exchange; whoever changes anything takes a copy."""
    root = tmp_path_factory.mktemp("alone") / "ford"
    begun(root)
    plays(root)
    return root


@pytest.fixture
def game(table: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(table, tmp_path / "ford"))


def test_killed_while_a_game_is_begun(tmp_path: Path) -> None:
    for at in range(1, MOST, EVERY):
        root = tmp_path / f"game {at}"
        if not killed(lambda root=root: begun(root), at):
            break
        assert says_it_again(root).sheet == root / "blue" / "blue-01.yaml", f"after a kill at write {at}"
    assert 1 < at < MOST - EVERY


def test_killed_while_a_turn_is_played(table: Path, tmp_path: Path) -> None:
    """Said again the command ends the same turn, shows its report, and begins no other."""
    for at in range(1, MOST, EVERY):
        root = Path(shutil.copytree(table, tmp_path / f"game {at}"))
        if not killed(lambda root=root: plays(root), at):
            break
        again = plays(root)
        assert again.report, f"after a kill at write {at}"
        assert again.sheet == root / "blue" / "blue-03.yaml", f"after a kill at write {at}"
        assert audit(root / "blue").ok
    assert 1 < at < MOST - EVERY


def test_another_sheet_after_orders_that_were_signed_as_final(game: Path) -> None:
    """A command was broken off while the bot thought, and the sheet changed: what was signed is played, and told."""

    def until_it_resolves() -> None:
        from pbem.app import solitaire

        solitaire.Theatre.resolve = lambda theatre: os.kill(os.getpid(), signal.SIGKILL)  # type: ignore[assignment]
        plays(game)

    assert killed(until_it_resolves, 0)
    sheet = game / "blue" / "blue-02.yaml"
    sheet.write_text(sheet.read_text().replace("#  - 1 Foot:", "   - 1 Foot:"), encoding="utf-8")
    played = plays(game, silent=False)
    assert played.overruled
    assert "1 Foot to" not in played.report
    assert not plays(game).overruled


def test_two_commands_at_once(game: Path) -> None:
    with locked(game / ".table"), pytest.raises(Busy):
        plays(game)
    assert plays(game).report


def test_a_clock_set_forward_and_back(game: Path) -> None:
    plays(game, clock=NOON + timedelta(days=7000))
    assert plays(game, clock=NOON - timedelta(days=7000)).report
    assert audit(game / "blue").ok


def test_a_folder_that_was_moved(game: Path, monkeypatch: pytest.MonkeyPatch, pbem: Callable[..., int]) -> None:
    moved = game.rename(game.with_name("elsewhere"))
    monkeypatch.chdir(moved / "blue")
    assert pbem(["sign", "blue-02.yaml"]) == 0
    assert table_around(Path.cwd()) == moved
    assert table_of(moved / "blue") == moved
    assert plays(moved, silent=False).report


@pytest.fixture
def pbem(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[list[str]], int]:
    from pbem.cli import main

    monkeypatch.setenv("PBEM_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("PBEM_CLOCK", NOON.isoformat())

    def run(args: list[str]) -> int:
        with pytest.raises(SystemExit) as ended:
            main(args)
        return int(ended.value.code or 0)

    return run


def test_the_players_half_of_an_old_backup(table: Path, game: Path) -> None:
    plays(game)
    shutil.rmtree(game / "blue")
    shutil.copytree(table / "blue", game / "blue")
    again = plays(game)
    assert again.report
    assert again.sheet == game / "blue" / "blue-03.yaml"


def test_the_referees_half_of_an_old_backup(table: Path, game: Path) -> None:
    plays(game)
    shutil.rmtree(game / "book")
    shutil.copytree(table / "book", game / "book")
    with pytest.raises(Refused, match="the book of blue is further than that in"):
        plays(game)


def test_old_secrets_put_back(table: Path, game: Path) -> None:
    plays(game)
    shutil.rmtree(game / "secrets")
    shutil.copytree(table / "secrets", game / "secrets")
    with pytest.raises(Refused, match="the whole state after record 2 is not in"):
        plays(game)


def test_a_game_among_other_things(tmp_path: Path) -> None:
    (tmp_path / "notes").write_text("mine", encoding="utf-8")
    with pytest.raises(Refused, match="is not empty"):
        begun(tmp_path)
    assert [one.name for one in tmp_path.iterdir()] == ["notes"]


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (SoloTerms(side="red"), "with side blue, not red"),
        (SoloTerms(bot="thinker"), "with bot steady, not thinker"),
        (SoloTerms(options={"turns": "4"}), "with turns as printed, not 4"),
        (SoloTerms(windows={"cards": "ask"}), "with cards pass, not ask"),
    ],
)
def test_going_on_with_another_game_than_is_meant(table: Path, said: SoloTerms, why: str) -> None:
    with pytest.raises(Refused, match=why):
        plays(table, said=said)


def test_a_die_changed_in_the_book_is_found_at_the_end(tmp_path: Path) -> None:
    root = tmp_path / "ford"
    begun(root, SoloTerms(bot="steady", options={"turns": "4"}))
    plays(root)
    dice = root / "blue" / "book" / "01" / "dice.yaml"
    text = dice.read_text(encoding="utf-8")
    dice.write_text(text.replace("face: ", "face: 1", 1), encoding="utf-8")
    while (sitting := plays(root)).audited is None:
        pass
    assert not sitting.audited.ok
    assert "book/01/dice.yaml" in "\n".join(sitting.audited.lines())


@pytest.mark.parametrize("think", ["nans", "infs", "1e400s", "1e9s", "1000000", "-1s", "0"])
def test_no_time_to_think(tmp_path: Path, think: str) -> None:
    with pytest.raises(Refused, match=r"is no time to think|positions a sheet"):
        begun(tmp_path / "ford", SoloTerms(think=think))
    assert not (tmp_path / "ford").exists()


def test_a_bot_that_does_not_think_is_given_time(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="steady does not think"):
        begun(tmp_path / "ford", SoloTerms(bot="steady", think="5"))
