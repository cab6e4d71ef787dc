"""Nobody learns what is hidden from what is public: not by trying, not by counting."""

from __future__ import annotations

import copy
import json
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from folk import Folk

from pbem.app.adjudicating import adjudicate
from pbem.app.agreements import agree, end
from pbem.app.audits import audit
from pbem.app.ending import open_hidden
from pbem.app.ordering import sign
from pbem.book.page import from_file
from pbem.dice.hidden import part_digest, salt_of
from pbem.model.canonical import canonical
from pbem.model.digest import digest
from pbem.office import recording
from pbem.office.knowing import knowledge
from pbem.seal.envelope import payload_digest
from pbem_rules.ford import RULESET


def public_text(root: Path) -> str:
    """All that a book says, as text."""
    texts = []
    for path in sorted((root / "book").rglob("*")):
        if path.suffix == ".pbem":
            envelope = from_file(path.read_bytes())
            texts += [envelope.header.encode().hex(), envelope.body.decode("utf-8", "replace"), envelope.body.hex()]
        elif path.is_file():
            texts.append(path.read_text(encoding="utf-8"))
    return "\n".join(texts)


def with_mine(part: Any, mine: str) -> Any:
    """The part of red if his mine lay elsewhere."""
    text = canonical(part).decode()
    return json.loads(text.replace('"mine":"bridge"', f'"mine":"{mine}"'))


@pytest.fixture
def folk(tmp_path: Path) -> Folk:
    return Folk(tmp_path, RULESET, "referee").found()


def plotted(folk: Folk, mine: str) -> None:
    for seat, plot in (("red", f"mine: {mine}"), ("blue", "objective: Alder")):
        game = folk.seats[seat]
        made = sign(game, f"game: {game.charter.name}\nexchange: 1\nside: {seat}\nplot: {{{plot}}}\n")
        assert made.mail
        folk.carry([made.mail])
    folk.now += timedelta(hours=2)
    folk.carry(adjudicate(folk.seats["referee"], folk.now).mails)


def test_trying_all_possibilities_finds_no_public_digest(folk: Folk) -> None:
    plotted(folk, "bridge")
    part = folk.seats["red"].vault.part(1)
    assert part["own"]["mine"] == "bridge"
    public = public_text(folk.root / "blue")
    crossings = ["bridge", "north ford", "south ford", "elsewhere"]
    known = {bytes(32), b"", folk.seats["blue"].charter.game, folk.seats["blue"].course.seed}
    for mine in crossings:
        guess = canonical(with_mine(part, mine))
        sheet = f"game: {folk.seats['red'].charter.name}\nexchange: 1\nside: red\nplot: {{mine: {mine}}}\n".encode()
        tries = {digest("pbem/state/1", guess), *(part_digest(salt, guess) for salt in known)}
        for salt in known - {folk.seats["blue"].charter.game, folk.seats["blue"].course.seed}:
            for body in (sheet, guess):
                tries.add(
                    payload_digest(game=folk.seats["red"].charter.game, exchange=1, seat="red", salt=salt, payload=body)
                )
        assert not [one for one in tries if one.hex() in public]
    salted = part_digest(salt_of(folk.seats["referee"].hidden, 1, "red"), canonical(part))
    assert salted.hex() in public, "the test looks in the right place"


def test_no_secret_stands_in_the_book_in_clear(folk: Folk) -> None:
    plotted(folk, "bridge")
    public = public_text(folk.root / "referee")
    for seat, game in folk.seats.items():
        for secret in (game.vault.secrets.chain, game.vault.secrets.sealing, game.hidden):
            assert not secret or secret.hex() not in public, seat
        assert game.vault.chain.link(2).hex() not in public
    for card in ("Powder", "Rope", "Volley", "Steady"):
        assert card not in public
    assert '"mine":"bridge"' not in public
    assert "Alder\n" not in public


def test_what_red_hides_changes_nothing_that_blue_can_see(tmp_path: Path) -> None:
    seen = []
    for mine in ("bridge", "north ford"):
        folk = Folk(tmp_path / mine.replace(" ", "-"), RULESET, "referee").found()
        plotted(folk, mine)
        page = folk.seats["blue"].course.pages[1]
        assert page.outcome is not None
        made, view = page.outcome, knowledge(folk.seats["blue"]).view
        seen.append((made.stretches, made.next, made.dice, sorted(page.documents), view))
    assert seen[0] == seen[1]


def test_each_side_knows_its_own_part_and_no_other(folk: Folk) -> None:
    plotted(folk, "bridge")
    blue, red = knowledge(folk.seats["blue"]), knowledge(folk.seats["red"])
    assert blue.view.own.objective == "Alder"
    assert red.view.own.mine == "bridge"
    assert set(blue.whole.position.secrets) == {"blue"}
    for name, word in (("blue", "mine: bridge"), ("red", "objective: Alder")):
        for path in (folk.root / name).rglob("*"):
            assert not path.is_file() or word.encode() not in path.read_bytes()


def test_secret_files_are_readable_by_their_owner_alone(folk: Folk) -> None:
    plotted(folk, "bridge")
    for seat in folk.seats:
        for path in (folk.root / f"home-{seat}").rglob("*"):
            assert path.stat().st_mode & 0o077 == 0, path


def test_after_the_opening_everything_is_played_again(folk: Folk) -> None:
    folk.play(6)
    folk.carry(end(folk.seats["red"], "", "enough", folk.now))
    folk.carry(agree(folk.seats["blue"], folk.now))
    folk.carry(agree(folk.seats["referee"], folk.now))
    before = audit(folk.root / "blue", rulesets=lambda name: RULESET)
    assert before.findings.closed["hidden"] > 0
    folk.carry(open_hidden(folk.seats["referee"]))
    after = audit(folk.root / "blue", rulesets=lambda name: RULESET)
    assert after.ok
    assert after.findings.closed["hidden"] == 0
    assert after.findings.checked["hidden"] >= before.findings.closed["hidden"]


def test_a_referee_who_misdeals_is_found_at_the_opening(folk: Folk, monkeypatch: pytest.MonkeyPatch) -> None:
    """He gives red another card than was drawn; nobody sees it until everything is opened."""
    honest = recording.judge

    def dishonest(rules: Any, before: Any, inputs: Any) -> Any:
        judged = honest(rules, before, inputs)
        parts = copy.deepcopy(dict(judged.parts))
        parts["red"]["own"]["hand"] = ["Powder 1", "Powder 1"]
        salted = part_digest(salt_of(inputs.hidden, inputs.exchange, "red"), canonical(parts["red"])).hex()
        outcome = replace(judged.outcome, parts={**judged.outcome.parts, "red": salted})
        return replace(judged, parts=parts, outcome=outcome)

    monkeypatch.setattr(recording, "judge", dishonest)
    folk.play_exchange()
    monkeypatch.undo()
    assert folk.seats["red"].vault.part(1)["own"]["hand"] == ["Powder 1", "Powder 1"]
    folk.carry(end(folk.seats["red"], "", "enough", folk.now))
    folk.carry(agree(folk.seats["blue"], folk.now))
    folk.carry(agree(folk.seats["referee"], folk.now))
    assert audit(folk.root / "blue", rulesets=lambda name: RULESET).ok
    folk.carry(open_hidden(folk.seats["referee"]))
    found = audit(folk.root / "blue", rulesets=lambda name: RULESET)
    assert any("red" in str(one) for one in found.findings.breaks if one.level == "hidden")
