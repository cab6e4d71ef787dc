"""Many books in one command: each has its line, and none keeps another from being judged."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path

import pytest

from pbem.app import audits, cases
from pbem.app.audits import audit_many
from pbem.app.labour import Lost, Means, in_order
from pbem.cli.root import run
from pbem.model.errors import Refused
from tests.core.app.chores import double_or_die

BOOKS = Path(__file__).parents[2] / "books" / "0.1.0"
CASES = Path(__file__).parents[2] / "rules" / "ford" / "s08_supply.yaml"
GOOD = [BOOKS / "running" / "red", BOOKS / "agreed"]

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals")


def test_what_was_lost_stands_in_its_place():
    found = list(in_order(double_or_die, range(8), Means(2)))
    assert [one.why if isinstance(one, Lost) else one for one in found] == [
        0, 2, 4, 6, 8, "the process died, and again when it was tried alone", 12, 14
    ]  # fmt: skip


def test_a_book_that_kills_its_judge_keeps_no_other_from_being_judged(tmp_path, monkeypatch):
    judge = audits.audit

    def killed(path: Path, **told: object) -> object:
        if path.name == "agreed":
            os.kill(os.getpid(), signal.SIGKILL)
        return judge(path, **told)

    monkeypatch.setattr(audits, "audit", killed)
    found = dict(audit_many([GOOD[1], GOOD[0], GOOD[1]], tmp_path, Means(2)))
    assert isinstance(found[GOOD[1]], Lost)
    assert found[GOOD[0]].ok


def test_a_book_that_cannot_be_judged_is_told_and_is_not_called_broken(monkeypatch, capsys):
    judge = audits.audit

    def refused(path: Path, **told: object) -> object:
        if path.name == "agreed":
            raise Refused("its rules are not installed")
        return judge(path, **told)

    monkeypatch.setattr(audits, "audit", refused)
    words = ["audit", *(str(book) for book in (GOOD[1], GOOD[0]))]
    with pytest.raises(SystemExit) as ended:
        run(words)
    told = capsys.readouterr().out
    assert ended.value.code == 1
    assert f"?      {GOOD[1]}   not judged: its rules are not installed\nok     {GOOD[0]}" in told
    with pytest.raises(SystemExit) as ended:
        run([*words, "--json"])
    plain = json.loads(capsys.readouterr().out)
    assert ended.value.code == 1
    assert plain[str(GOOD[1])] == {"ok": False, "not_judged": "its rules are not installed"}
    assert plain[str(GOOD[0])]["ok"]


def test_a_case_file_that_kills_its_process_is_told(tmp_path, monkeypatch):
    bad, reading = tmp_path / "bad.yaml", cases.read_cases

    def killed(text: str, name: str) -> object:
        if name == str(bad):
            os.kill(os.getpid(), signal.SIGKILL)
        return reading(text, name)

    monkeypatch.setattr(cases, "read_cases", killed)
    bad.write_text("system: ford\n")
    results, (problem,) = cases.run_files([bad, CASES], Means(2))
    assert results
    assert all(result.passed for result in results)
    assert problem.lines()[0].startswith(f"{bad}: invalid: file: the process died")
