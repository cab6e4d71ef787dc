"""A real scheduler and real workers: whichever of them dies, or is another than it should be, no result is wrong."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from pbem.app import cluster
from pbem.app.audits import Audited, audit_many
from pbem.app.cases import CaseText, run_files, run_text
from pbem.app.labour import Lost, Means, each
from pbem.app.ledger import read_ledger
from pbem.app.packs import copy_pack, files_of
from pbem.app.series import matches_of, one_match, play_many, play_matches
from pbem.model.errors import Refused
from pbem.office.rulesets import ruleset
from tests.core.app.chores import beside, crash, double, double_slowly, who_kills

ROOT = Path(__file__).parents[3]
CASES = ROOT / "tests" / "rules" / "ford" / "s05_march.yaml"
BOOKS = ROOT / "tests" / "books" / "0.1.0"


def no_news() -> None:
    """Nobody watches."""


class Cluster:
    """A scheduler of this machine, on a free port of the loopback, with its workers."""

    def __init__(self, folder: Path) -> None:
        self.folder, note = folder, folder / "scheduler.json"
        local = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        self.scheduler = self._start("scheduler", *local, "--scheduler-file", str(note))
        self.workers: list[subprocess.Popen[str]] = []
        while not (note.exists() and note.read_text()):
            assert self.scheduler.poll() is None, self.scheduler.stderr and self.scheduler.stderr.read()
            time.sleep(0.05)
        self.address = json.loads(note.read_text())["address"]
        self.means = Means(engine="dask", scheduler=self.address)

    def worker(self, *words: str, path: str = "", threads: int = 1) -> subprocess.Popen[str]:
        """One more.  It begins in a folder of its own; `path`: what it imports first."""
        plain = ("--no-dashboard", "--nthreads", str(threads), "--local-directory", str(self.folder), *words)
        self.workers.append(self._start("worker", self.address, *plain, path=path))
        return self.workers[-1]

    def _start(self, what: str, *words: str, path: str = "") -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.dask_{what}", *words],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE if what == "scheduler" else subprocess.DEVNULL,
            text=True,
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, (path, str(ROOT))))},
            start_new_session=True,
        )

    def end(self) -> None:
        """With all that they have started."""
        for process in (*self.workers, self.scheduler):
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


@pytest.fixture
def alone(tmp_path: Path) -> Iterator[Cluster]:
    """A scheduler without workers."""
    pytest.importorskip("distributed")
    made = Cluster(tmp_path)
    yield made
    made.end()


@pytest.fixture(scope="module")
def lasting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """One worker of four threads, for all that kills nothing."""
    pytest.importorskip("distributed")
    made = Cluster(tmp_path_factory.mktemp("cluster"))
    made.worker("--no-nanny", threads=4)
    yield made
    made.end()


# what dies


def test_a_worker_that_is_killed_loses_and_doubles_nothing(alone: Cluster) -> None:
    first, second = (alone.worker("--no-nanny") for _ in range(2))
    found = []
    for item, result in each(double_slowly, range(300), alone.means):
        found.append((item, result))
        if len(found) == 10:
            first.send_signal(signal.SIGKILL)
    assert sorted(found) == [(number, 2 * number) for number in range(300)]
    assert first.poll() is not None
    assert second.poll() is None


def test_who_stands_beside_a_killer_is_not_lost_with_it(alone: Cluster) -> None:
    """Its worker is started again each time, and each time what waited there died with it."""
    alone.worker()
    found = dict(each(who_kills, range(4), alone.means))
    assert [item for item, result in found.items() if isinstance(result, Lost)] == [0]
    assert {item: result for item, result in found.items() if item} == {1: 2, 2: 4, 3: 6}


def test_all_workers_killed_and_no_other_comes(alone: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it was about to fetch from the last of them is done by nobody: the run ends, and says why."""
    monkeypatch.setattr(cluster, "PATIENCE", "2s")
    monkeypatch.setattr(cluster, "LONELY", 1.0)
    with pytest.raises(Refused, match=f"no worker is at {alone.address}"):
        list(each(double, range(10**6), alone.means))
    worker = alone.worker("--no-nanny")
    monkeypatch.setattr(cluster, "LONELY", 30.0)
    assert list(each(double, [3], alone.means)) == [(3, 6)]
    monkeypatch.setattr(cluster, "LONELY", 1.0)
    found, running = [], each(double_slowly, range(10**6), alone.means)
    with pytest.raises(Refused, match="no worker is at"):  # noqa: PT012
        for item, _ in running:
            found.append(item)
            worker.kill()
    assert len({*found}) == len(found) > 0


def test_the_scheduler_killed_in_mid_run_is_told_and_what_is_finished_stands(alone: Cluster, tmp_path: Path) -> None:
    alone.worker("--no-nanny")
    resume, matches, done = tmp_path / "games.jsonl", matches_of("ford", "", {}, {"turns": "4"}), []

    def one_more() -> None:
        done.append(1)
        if len(done) == 3:
            alone.scheduler.kill()

    with pytest.raises(Refused, match=f"the scheduler at {alone.address} is gone"):
        play_matches(matches, range(1, 10**6), alone.means, resume, one_more)
    read = read_ledger(resume)
    assert read is not None
    assert len({game["seed"] for game in read.games}) == len(read.games) == len(done)


class Hands:
    """A cluster of which only the number of workers is known."""

    def __init__(self) -> None:
        self.workers, self.sent = 0, 0

    def nthreads(self) -> dict[str, int]:
        return {str(number): 4 for number in range(self.workers)}

    def submit(self, *what: object, pure: bool) -> object:
        self.sent += 1
        return object()

    def as_completed(self) -> set[object]:
        return set()


def test_workers_that_come_later_get_work_too() -> None:
    hands = Hands()
    run = cluster._Run(hands, hands, "here", double, cluster._Items(range(100)))
    run.send()
    assert hands.sent == 2
    hands.workers = 10
    run._count()
    run.send()
    assert hands.sent == 20


# who is another than he should be


def test_a_worker_of_another_program_counts_for_nothing(alone: Cluster, tmp_path: Path) -> None:
    other = tmp_path / "other" / "pbem_rules" / "ford"
    shutil.copytree(ruleset("ford").folder, other, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(Path(ruleset("ford").folder).parent / "__init__.py", other.parent)
    with (other / "bot_steady.py").open("a") as bot:
        bot.write("\n# a later one\n")
    alone.worker("--no-nanny", path=str(other.parents[1]))
    resume = tmp_path / "games.jsonl"
    with pytest.raises(Refused, match="has another ford than is installed here"):
        play_matches(matches_of("ford", "", {}, {"turns": "4"}), range(1, 4), alone.means, resume, no_news)
    read = read_ledger(resume)
    assert read is not None
    assert read.games == []


def test_work_that_a_cluster_cannot_do_is_told(lasting: Cluster) -> None:
    with pytest.raises(Refused, match="the cluster cannot do this work: KeyError: 'no 1'") as refused:
        list(each(crash, [1], lasting.means))
    assert "install the same pbem" in refused.value.hint


def test_a_worker_without_what_is_to_be_done_is_told(
    lasting: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "only_here.py").write_text("def double(number):\n    return 2 * number\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    from only_here import double as elsewhere  # type: ignore[import-not-found]

    with pytest.raises(Refused, match="the cluster cannot do this work"):
        list(each(elsewhere, [1], lasting.means))


def test_a_worker_of_many_threads_does_one_thing_at_a_time(lasting: Cluster) -> None:
    """Boards lie in one place of a process: games of two runs would be played on each other's."""
    found = [result for _, result in each(beside, range(24), lasting.means)]
    assert len({process for process, _ in found}) == 1
    assert {others for _, others in found} == {0}


def test_a_pack_of_one_run_does_not_lie_there_for_the_next(tmp_path: Path) -> None:
    """A worker lives on: cases that come after games on somebody's own data are judged by what is printed."""
    pack = tmp_path / "ford"
    copy_pack("ford", pack)
    tables = pack / "tables.yaml"
    tables.write_text(tables.read_text().replace("clear: 2", "clear: 4"))
    own = matches_of("ford", "", {}, {"turns": "4"}, data=files_of("ford", pack))
    cluster._done(partial(one_match, own), [1])
    ((results, _),) = cluster._done(run_text, [CaseText("march", CASES.read_text())]).found
    assert [result.name for result in results if not result.passed] == []


# the same, wherever it is done


def test_a_cluster_plays_the_same_games(lasting: Cluster) -> None:
    matches = matches_of("ford", "", {}, {"turns": "4"})
    there = play_matches(matches, range(1, 4), lasting.means, None, no_news)
    here = play_matches(matches, range(1, 4), Means(), None, no_news)
    assert [{**game, "seconds": 0} for game in there] == [{**game, "seconds": 0} for game in here]
    random = [play_many("ford", "", 3, 1, means).plain() for means in (lasting.means, Means())]
    assert {**random[0], "seconds": 0} == {**random[1], "seconds": 0}


def test_books_and_cases_named_from_here_are_found_there(
    lasting: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The worker stands in another folder, and does not take what lies in its own."""
    bad = tmp_path / "bad.yaml"
    bad.write_text(CASES.read_text().replace("allowance", "patience", 1).replace("0303", "0404", 1))
    monkeypatch.chdir(BOOKS)
    books = [Path(name) for name in ("running/red", "agreed")]
    there, here = (dict(audit_many(books, tmp_path, means)) for means in (lasting.means, Means()))
    for book in books:
        one, other = there[book], here[book]
        assert isinstance(one, Audited)
        assert isinstance(other, Audited)
        assert one.ok
        assert one.lines() == other.lines()
    monkeypatch.chdir(tmp_path)
    files = [Path("bad.yaml"), CASES]
    assert run_files(files, lasting.means) == run_files(files)


def test_a_book_that_a_worker_does_not_see_is_not_called_broken(lasting: Cluster, tmp_path: Path) -> None:
    ((_, found),) = audit_many([tmp_path / "nowhere"], tmp_path, lasting.means)
    assert isinstance(found, Lost)
    assert found.why.startswith("it is not there where it is to be audited")


# addresses


def test_a_cluster_without_an_address_is_refused() -> None:
    with pytest.raises(Refused, match="no scheduler is named"):
        list(each(double, [1], Means(engine="dask")))


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nothing of the kind"])
def test_a_scheduler_that_does_not_answer_is_told(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(cluster, "PATIENCE", "1s")
    with pytest.raises(Refused, match=f"no scheduler answers at {address}"):
        list(each(double, [1], Means(engine="dask", scheduler=address)))
