"""On its way from a mail to an event a sheet is read once, and its line is a typed order from there on."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from folk import Folk

from pbem import sheets
from pbem.app.adjudicating import adjudicate
from pbem.app.ordering import sign
from pbem.app.receiving import receive
from pbem_rules.ford import RULESET as FORD


def test_who_closes_reads_a_sheet_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Taken in, receipted, judged: one reading."""
    folk = Folk(tmp_path, FORD, "referee").found()
    folk.play_exchange()
    referee, signed = folk.seats["referee"], []
    for seat in folk.writers():
        made = sign(folk.seats[seat], folk.sheet_of(seat))
        assert made.mail
        signed.append(made)
    read: list[str] = []
    really = sheets.read_sheet
    monkeypatch.setattr(sheets, "read_sheet", lambda text, *more: read.append(text) or really(text, *more))
    mails = [(made.mail.name, made.mail.text.encode()) for made in signed if made.mail]
    receive(referee, mails, folk.now)
    folk.now += timedelta(hours=2)
    adjudicate(referee, folk.now)
    assert sorted(read) == sorted(made.text for made in signed)
