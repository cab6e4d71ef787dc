"""Battles for the Ardennes with a referee: a whole game through seats to its audit, and what the secrets weigh."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from folk import Folk

from pbem.app.audits import audit
from pbem.app.ending import open_hidden
from pbem.model.chooser import Whims
from pbem.model.sheet import Part, Sheet
from pbem.office.knowing import knowledge
from pbem.sheets import print_sheet
from pbem_rules.battles_for_the_ardennes import RULESET
from pbem_rules.battles_for_the_ardennes.battle_events import DumpCaptured, TargetDiscovered

CELLES = replace(RULESET, scenarios=tuple(one for one in RULESET.scenarios if one.name == "celles"))
"""The shortest scenario first: games of `Folk` take it."""
SECRETS = {"greif": "yes", "16.46": "yes", "dumps": "yes", "16.56": "yes", "intensive": "yes", "saturation": "yes"}
TURN = ["air", "bridges", "building", "artillery", "reinforcements", "movement", "combat"]


def bot_sheet(folk: Folk, seat: str) -> str:
    """A player-turn as the game's own bot writes it, its attacks those that it could make before it moves."""
    game, spec = folk.seats[seat], folk.spec
    known = knowledge(game)
    view, number = known.view, game.course.open_number
    picks = {one.key: spec.bots["simple"](view, one, Whims(seat, *one.key)) for one in known.due}
    parts = {pick.name: pick for pick in picks.values() if isinstance(pick, Part)}
    answers = {key: pick for key, pick in picks.items() if not isinstance(pick, Part)}
    due = [one for one in known.due if one.kind == "part" and "again" not in one.facts]
    if due and due[0].topic in TURN:
        for name in TURN[TURN.index(due[0].topic) + 1 :]:
            parts[name] = spec.bots["simple"](view, replace(due[0], topic=name, key=(name,)), Whims(name))
    form = game.rules.form(number, seat, known.due)
    return print_sheet(Sheet(seat, game.charter.name, number, parts, answers=answers), form)


def founded(root: Path, **options: str) -> Folk:
    return Folk(root, CELLES, "referee", terms={"options": {**SECRETS, **options}}).found()


def test_a_game_with_targets_and_dumps_is_played_by_mail_to_its_audit(tmp_path: Path) -> None:
    folk = founded(tmp_path)
    folk.sheet_of = lambda seat: bot_sheet(folk, seat)  # type: ignore[method-assign]
    folk.play()
    audits = [audit(tmp_path / seat, rulesets=lambda name: CELLES) for seat in folk.seats]
    assert all(one.findings.closed["hidden"] for one in audits), "before the opening something stays closed"
    folk.carry(open_hidden(folk.seats["referee"]))
    for seat, game in folk.seats.items():
        found = audit(tmp_path / seat, rulesets=lambda name: CELLES)
        assert found.ok, found.lines()
        assert not found.findings.closed["hidden"] + found.findings.closed["rules"]
        assert game.course.result is not None
    told = [type(entry.event).__name__ for entry in entries(folk)]
    assert told.count("SecretShown") == 2
    assert "AttackResolved" in told


def test_two_players_alone_play_by_mail_with_the_open_variants(tmp_path: Path) -> None:
    """Nobody knows more than the other, so nobody else is needed; the book of each is audited."""
    options = {"intensive": "yes", "saturation": "yes", "var_end": "better"}
    folk = Folk(tmp_path, CELLES, "alone", terms={"options": options}).found()
    folk.sheet_of = lambda seat: bot_sheet(folk, seat)  # type: ignore[method-assign]
    for _ in range(EXCHANGES):
        folk.play_exchange()
    for seat in SIDES:
        found = audit(tmp_path / seat, rulesets=lambda name: CELLES)
        assert found.ok, found.lines()
        assert not found.findings.closed["hidden"]
        assert folk.seats[seat].course.number == EXCHANGES


FAR_BANK, NEXT_TO_IT = "A0104, A0105, A0205, A0306, A0405", "A0601, A0602, A0603, A0604, A0605"
ONE_DUMP, THREE_DUMPS = "A1815: 38", "A1612: 1, A1815: 10, A1421: 27"
"""Where nobody comes in these exchanges."""
EXCHANGES, SIDES = 3, ("german", "allied")


@pytest.mark.parametrize(
    ("reader", "secrets"),
    [
        ("allied", ((FAR_BANK, ONE_DUMP), (NEXT_TO_IT, ONE_DUMP))),
        ("german", ((FAR_BANK, ONE_DUMP), (FAR_BANK, THREE_DUMPS))),
    ],
)
def test_what_the_other_side_seals_weighs_and_looks_the_same_whatever_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reader: str, secrets: tuple[tuple[str, str], ...]
) -> None:
    """Two games with the same keys, chance and sheets: one reader's book and post have the same files and sizes."""
    monkeypatch.setattr("pbem.seal.words.WORDS", [f"w{number:04}" for number in range(2048)])  # all of one length
    seen = []
    for number, (targets, dumps) in enumerate(secrets):
        folk = founded(tmp_path / str(number), **{"16.46": "no"})
        words = {"german": f"secret: {{greif: [{targets}]}}", "allied": f"secret: {{dumps: {{{dumps}}}}}"}
        folk.sheet_of = partial(sealed_first, folk, words)  # type: ignore[method-assign]
        for _ in range(EXCHANGES):
            folk.play_exchange()
        known = knowledge(folk.seats[reader])
        seen.append((post_of(folk, reader), known.view, known.due, entries(folk), folk.now))
    assert seen[0] == seen[1]
    assert not [entry for entry in seen[0][3] if isinstance(entry.event, TargetDiscovered | DumpCaptured)]
    assert len(seen[0][0]) > 10 * EXCHANGES
    assert len(seen[0][3]) > 20 * EXCHANGES


def sealed_first(folk: Folk, words: dict[str, str], seat: str) -> str:
    """The secret that is to be sealed, then what the bot writes."""
    game = folk.seats[seat]
    number = game.course.open_number
    if number > 1:
        return bot_sheet(folk, seat)
    return f"game: {game.charter.name}\nexchange: {number}\nside: {seat}\n{words[seat]}\n"


def post_of(folk: Folk, reader: str) -> list[tuple[str, int]]:
    """All of the book that a seat holds, all the mails that it sent, and all that the referee sent to it."""
    own, referee = folk.root / reader, folk.root / "referee"
    files = [*(own / "book").rglob("*"), *(own / "sent").glob("*.txt"), *(referee / "sent").glob(f"*{reader}*.txt")]
    return [(str(path.relative_to(folk.root)), weight(path)) for path in sorted(files) if path.is_file()]


def weight(path: Path) -> int:
    """Its bytes; a digest in YAML has quotes or has none, as its figures have it."""
    return len(path.read_bytes().replace(b'"', b""))


def entries(folk: Folk) -> list[Any]:
    game = folk.seats["referee"]
    numbers = range(1, game.course.number + 1)
    return [entry for number in numbers for one in game.published(number).chapters for entry in one.entries]
