"""A report mail says what happened and what is owed; what a side alone may know stays in its box."""

from __future__ import annotations

from email import message_from_bytes, policy
from pathlib import Path
from typing import Any

import pytest
from folk import Folk

from pbem.app.adjudicating import adjudicate
from pbem.app.ordering import sign
from pbem.app.receiving import receive
from pbem.app.reportmail import cover
from pbem.app.reports import told
from pbem.app.seats import read_own
from pbem.office.mails import read_mail
from pbem.office.rulesets import ruleset
from pbem.post.letters import letters


def test_a_report_mail_tells_its_reader_and_keeps_his_secrets_sealed(tmp_path: Path) -> None:
    folk = Folk(tmp_path, ruleset("ford"), "referee").found()
    referee = folk.seats["referee"]
    referee.letters = cover
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


SYSTEMS = (
    "ford", "ardennes-offensive", "bulge", "wwii-commander", "battles-for-the-ardennes", "enemy-action-ardennes",
)  # fmt: skip


def eml(path: Path) -> Any:
    return message_from_bytes(path.read_bytes(), policy=policy.default)


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_report_mail_brings_page_draft_and_deadline_made_from_what_everybody_may_know(
    tmp_path: Path, system: str
) -> None:
    folk = Folk(tmp_path, ruleset(system), "referee").found()
    referee = folk.seats["referee"]
    referee.letters = cover
    for _ in range(2):
        folk.play_exchange()
    assert not referee.notes
    number = referee.course.number
    for seat in referee.charter.players:
        mail = read_mail(referee.folder.sent / f"{number:02}-report-{seat}.txt")
        assert mail is not None
        owes = seat in referee.course.next.seats
        sheet = f"{seat}-{number + 1:02}.yaml"
        wanted = {f"{referee.charter.name}-{number:02}.html", *((sheet, "due.ics") if owes else ())}
        assert {*mail.files} == wanted
        if owes:
            draft = mail.files[sheet].decode()
            _, problems, _ = read_own(folk.seats[seat], draft, sheet)
            assert {one.kind for one in problems} <= {"doubtful"}
            assert f"exchange: {number + 1}" in draft
        found = eml(referee.folder.sent / f"{mail.name}.eml")
        attached = {part.get_filename(): part.get_content() for part in found.iter_attachments()}
        assert {*attached} == wanted | {f"{mail.name}.pbem"}
        assert found["X-Unsent"] == "1"
        assert found["Subject"].startswith(f"[{referee.charter.name} {number + 1} {seat}]")


def test_the_page_of_a_mail_tells_no_secret_of_its_reader(tmp_path: Path) -> None:
    """Two games that differ in what red alone may know: his mail brings the same files, byte for byte."""
    brought = []
    for mine in ("north ford", "south ford"):
        folk = Folk(tmp_path / mine, ruleset("ford"), "referee").found()
        referee = folk.seats["referee"]
        referee.letters = cover
        for seat, plot in (("blue", "objective: Alder"), ("red", f"mine: {mine}")):
            text = f"game: {referee.charter.name}\nexchange: 1\nside: {seat}\nplot: {{{plot}}}\n"
            made = sign(folk.seats[seat], text, final=True).mail
            assert made
            folk.carry([made])
        mails = {mail.to[0]: mail for mail in adjudicate(referee, folk.now).mails}
        brought.append({**mails["red"].files, **mails["blue"].files})
    one, other = brought
    assert {*one} == {*other}
    for name in one:
        assert _unheaded(one[name]) == _unheaded(other[name])


def _unheaded(page: bytes) -> list[str]:
    """Without the head, which is a digest of everything."""
    return [line for line in page.decode().split("\n") if "head " not in line and "pbem dice explain" not in line]


@pytest.mark.parametrize(("attach", "sign_of"), [("html", "<!doctype html"), ("none", "")])
def test_a_charter_says_what_goes_with_a_report_mail(tmp_path: Path, attach: str, sign_of: str) -> None:
    folk = Folk(tmp_path, ruleset("ford"), "referee", terms={"attach": attach}).found()
    referee = folk.seats["referee"]
    referee.letters = cover
    folk.play_exchange()
    pages = [*referee.folder.sent.glob("01-report-*/*.html")]
    assert len(pages) == (2 if sign_of else 0)
    for one in pages:
        text = one.read_text(encoding="utf-8").lower()
        assert text.startswith(sign_of)
        assert "composer" not in text
    assert [*referee.folder.sent.glob("01-report-*/*.yaml")]


def test_what_went_with_old_reports_is_forgotten_and_their_mails_stay(tmp_path: Path) -> None:
    folk = Folk(tmp_path, ruleset("ford"), "referee").found()
    referee = folk.seats["referee"]
    referee.letters = cover
    for _ in range(3):
        folk.play_exchange()
    sent = referee.folder.sent
    assert not (sent / "01-report-blue").exists()
    assert (sent / "02-report-blue").is_dir()
    old = eml(sent / "01-report-blue.eml")
    assert [part.get_filename() for part in old.iter_attachments()] == ["01-report-blue.pbem"]
    mail = read_mail(sent / "01-report-blue.txt")
    assert mail is not None
    assert mail.text in old.get_body().get_content().replace("\r\n", "\n")


def test_every_mail_lies_ready_for_a_mail_program_for_each_of_its_readers_alone(tmp_path: Path) -> None:
    folk = Folk(tmp_path, ruleset("ford"), "referee").found()
    for seat, game in folk.seats.items():
        game.address = lambda other, seat=seat: f"{other}@{seat}.example.org"
    folk.play_exchange()
    for seat, game in folk.seats.items():
        mails = [one for path in sorted(game.folder.sent.glob("*.txt")) if (one := read_mail(path)) is not None]
        assert mails
        for one in mails:
            for other, name in one.drafts.items():
                found = eml(game.folder.sent / name)
                assert found["Subject"].startswith(f"[{game.charter.name}")
                assert found["X-PBEM"] == one.kind
                if one.kind not in ("draft", "entry", "charter"):
                    assert found["To"] == f"{other}@{seat}.example.org"


def test_an_answer_names_the_letter_that_it_answers(tmp_path: Path) -> None:
    folk = Folk(tmp_path, ruleset("ford"), "referee").found()
    made = sign(folk.seats["blue"], folk.sheet_of("blue")).mail
    assert made
    letter = f"From: b@example.org\nMessage-ID: <one@example.org>\nSubject: x\n\n{made.text}"
    got = receive(folk.seats["referee"], [("mail", letter.encode())], folk.now)
    assert [(one.kind, one.answers) for one in got.mails] == [("receipt", "<one@example.org>")]
    folk.carry([made])
    red = folk.seats["red"]
    head = f"game: {red.charter.name}\nexchange: 1\nside: red\n"
    other = next(one for one in ("north ford", "south ford") if one not in folk.sheet_of("red"))
    early = sign(red, f"{head}plot: {{mine: {other}}}\n").mail
    assert early
    folk.play_exchange()
    late = f"From: r@example.org\nMessage-ID: <no\n b@example.org> <late@example.org>\nSubject: x\n\n{early.text}"
    got = receive(folk.seats["referee"], [("mail", late.encode())], folk.now)
    assert [(one.kind, one.answers) for one in got.mails] == [("bounce", "<late@example.org>")]


def test_no_sentence_of_a_mail_is_broken_by_a_mail_program(tmp_path: Path) -> None:
    folk = Folk(tmp_path, ruleset("ford"), "referee").found()
    folk.seats["referee"].letters = cover
    folk.play_exchange()
    mails = [read_mail(path) for game in folk.seats.values() for path in game.folder.sent.glob("*.txt")]
    assert mails
    for mail in mails:
        assert mail is not None
        assert max(map(len, mail.text.split("\n"))) <= 78, mail.name


def test_a_report_that_comes_again_brings_nothing_new(tmp_path: Path) -> None:
    folk = Folk(tmp_path, ruleset("ford"), "referee").found()
    folk.play_exchange()
    report_mail = (folk.root / "referee" / "sent" / "01-report-blue.txt").read_bytes()
    got = receive(folk.seats["blue"], [("again", report_mail)], folk.now)
    assert not got.taken
    assert got.known


def test_what_goes_wrong_in_a_draft_holds_no_report_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*about: Any, **more: Any) -> str:
        raise AttributeError("'NoneType' object has no attribute 'hand'")

    monkeypatch.setattr("pbem.app.reportmail.draft_from", fails)
    folk = Folk(tmp_path, ruleset("ford"), "referee").found()
    referee = folk.seats["referee"]
    referee.letters = cover
    folk.play_exchange()
    due = referee.course.next.seats[0]
    mail = read_mail(referee.folder.sent / f"01-report-{due}.txt")
    assert mail is not None
    assert "THE FORD" in mail.text
    assert not mail.files
    assert [note for note in referee.notes if "'hand'" in note]
