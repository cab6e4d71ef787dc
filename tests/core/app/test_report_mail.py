"""A report mail says what happened and what is owed; what a side alone may know stays in its box."""

from __future__ import annotations

from pathlib import Path

from folk import Folk

from pbem.app.adjudicating import adjudicate
from pbem.app.ordering import sign
from pbem.app.reportmail import letter
from pbem.app.reports import told
from pbem.office.rulesets import ruleset
from pbem.post.letters import letters


def test_a_report_mail_tells_its_reader_and_keeps_his_secrets_sealed(tmp_path: Path) -> None:
    folk = Folk(tmp_path, ruleset("ford"), "referee").found()
    referee = folk.seats["referee"]
    referee.letters = letter
    plots = {"blue": "plot: {objective: Alder}", "red": "plot: {mine: north ford}"}
    for seat, plot in plots.items():
        text = f"game: {referee.charter.name}\nexchange: 1\nside: {seat}\n{plot}\n"
        made = sign(folk.seats[seat], text, final=True).mail
        assert made
        folk.carry([made])
    mails = {mail.to[0]: mail.text for mail in adjudicate(referee, folk.now).mails}
    above = {seat: text[: text.index("-----BEGIN PBEM")] for seat, text in mails.items()}
    for seat, secret in (("blue", "Alder"), ("red", "north ford")):
        assert "THE FORD" in above[seat]
        assert "What you alone may know is sealed below" in above[seat]
        assert not [line for line in above[seat].split("\n") if secret in line and "objective" in line.lower()]
        assert "mine" not in above[seat].lower()
    due = referee.course.next.seats
    assert "You owe orders until" in above[due[0]]
    (idle,) = [seat for seat in plots if seat not in due] or [due[-1]]
    assert "You owe" in above[idle]


def test_a_post_in_a_forum_brings_its_signed_documents_folded_away(tmp_path: Path) -> None:
    folk = Folk(tmp_path, ruleset("ford"), "referee").found()
    folk.play_exchange()
    referee = folk.seats["referee"]
    post = told(referee, "", "bbcode")
    assert isinstance(post, str)
    assert post.rstrip().endswith("[/code][/spoiler]")
    (found,) = letters(post.encode(), "post")
    assert len(found.blocks) == len(referee.course.pages[1].documents)
    assert all(one.whole for one in found.blocks)
