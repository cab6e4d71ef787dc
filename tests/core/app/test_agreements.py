"""Undo, rejudge, end, new keys: what all agree on."""

from __future__ import annotations

import dataclasses
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from duel import RULESET, Piste
from folk import Folk, plain_report
from known_keys import known_key
from whole_books import is_whole

from pbem.app.adjudicating import adjudicate
from pbem.app.agreements import agree, end, rejudge, undo
from pbem.app.audits import audit, envelopes_in
from pbem.app.ending import open_hidden
from pbem.app.history import log
from pbem.app.new_keys import offer_keys, rekey, sign_substitute
from pbem.app.ordering import sign
from pbem.engine.spec import RulesetSpec, Step
from pbem.engine.umpire import Umpire
from pbem.model.digest import digest
from pbem.model.errors import Refused
from pbem.office.game import Game
from pbem.office.knowing import knowledge
from pbem.office.proposals import proposals
from pbem.seal.keys import Identity
from pbem_rules.ford import RULESET as FORD


@pytest.mark.parametrize("mode", ["alone", "referee", "mutual"])
def test_undo_goes_on_from_a_record_with_new_dice(tmp_path: Path, mode: str) -> None:
    folk = Folk(tmp_path, RULESET, mode).found()
    for _ in range(4):
        folk.play_exchange()
    north = folk.seats["north"]
    seeds = dict(north.course.seeds)
    state = north.state(2)
    folk.carry(undo(north, 2, "the wrong file", folk.now))
    assert north.course.number == 4
    for seat in folk.seats:
        if seat != "north":
            folk.carry(agree(folk.seats[seat], folk.now))
    assert {game.course.number for game in folk.seats.values()} == {5}
    assert north.state(north.course.resume) == state
    assert north.course.seeds[5] == seeds[4]
    folk.play_exchange()
    assert north.course.seeds[6] not in seeds.values()
    assert [line.number for line in log(north) if line.set_aside] == [3, 4]
    folk.play()
    assert is_whole(folk)


def test_an_agreement_without_all_signatures_does_nothing(tmp_path: Path) -> None:
    folk = Folk(tmp_path, RULESET, "referee").found()
    for _ in range(3):
        folk.play_exchange()
    folk.carry(undo(folk.seats["north"], 1, "why not", folk.now))
    folk.carry(agree(folk.seats["south"], folk.now))
    assert {game.course.number for game in folk.seats.values()} == {3}
    (proposal,) = proposals(folk.seats["referee"])
    assert proposal.waiting == ("referee",)
    folk.play_exchange()  # the referee has not signed, and goes on
    assert is_whole(folk)
    with pytest.raises(Refused, match="no proposals"):
        agree(folk.seats["referee"], folk.now)


def test_a_referees_proposal_binds_nobody_and_he_signs_last(tmp_path: Path) -> None:
    folk = Folk(tmp_path, RULESET, "referee").found()
    folk.play_exchange()
    referee = folk.seats["referee"]
    folk.carry(undo(referee, 0, "a slip", folk.now))
    with pytest.raises(Refused, match="a referee signs last; waiting for north and south"):
        agree(referee, folk.now)
    folk.carry(agree(folk.seats["north"], folk.now))
    for seat in folk.writers():
        signed = sign(folk.seats[seat], folk.sheet_of(seat))
        assert signed.mail
        folk.carry([signed.mail])
    folk.now += timedelta(hours=3)
    folk.carry(adjudicate(referee, folk.now).mails)
    assert {game.course.number for game in folk.seats.values()} == {2}
    with pytest.raises(Refused, match="no proposals"):
        agree(folk.seats["south"], folk.now)
    assert "agreement-north-1.pbem" in referee.course.pages[2].documents, "what came of nothing stands in the folder"
    assert is_whole(folk)


def test_orders_with_a_higher_revision_revoke_a_consent(tmp_path: Path) -> None:
    folk = Folk(tmp_path, RULESET, "referee").found()
    folk.play_exchange()
    referee, seat = folk.seats["referee"], folk.writers()[0]
    folk.carry(undo(referee, 0, "a slip", folk.now))
    for one in ("north", "south"):
        folk.carry(agree(folk.seats[one], folk.now))
    signed = sign(folk.seats[seat], folk.sheet_of(seat))
    assert signed.envelope.header.revision == 2
    assert signed.mail
    folk.carry([signed.mail])
    with pytest.raises(Refused, match=f"a referee signs last; waiting for {seat}"):
        agree(referee, folk.now)


def test_between_two_alone_who_consents_signs_nothing_else_until_it_lapses(tmp_path: Path) -> None:
    folk = Folk(tmp_path, RULESET, "alone").found()
    folk.play_exchange()
    seat = folk.writers()[0]
    undo(folk.seats[seat], 0, "a slip", folk.now)
    with pytest.raises(Refused, match="signed an agreement"):
        sign(folk.seats[seat], folk.sheet_of(seat), clock=folk.now)
    assert sign(folk.seats[seat], folk.sheet_of(seat), clock=folk.now + timedelta(days=8))


def test_going_on_from_the_last_record_begins_an_exchange_anew(tmp_path: Path) -> None:
    folk = Folk(tmp_path, RULESET, "mutual").found()
    folk.play_exchange()
    folk.carry(undo(folk.seats["north"], 1, "my secrets are gone", folk.now))
    for seat in ("south", "referee"):
        folk.carry(agree(folk.seats[seat], folk.now))
    north = folk.seats["north"]
    assert (north.course.number, north.course.resume) == (2, 1)
    folk.play()
    assert is_whole(folk)


def noting(step: Step, seen: list[bool], table: Any, umpire: Umpire) -> str | None:
    """A step that notes which version of the rules it is played by."""
    seen.append(umpire.since("2"))
    return step(table, umpire)


def install(folk: Folk, spec: RulesetSpec) -> None:
    for game in folk.seats.values():
        game.rulesets = lambda name: spec
        game.__dict__.pop("rules", None)


@pytest.mark.parametrize(("mode", "spec"), [("alone", RULESET), ("referee", RULESET), ("referee", FORD)])
def test_rejudge_keeps_orders_and_seed_and_names_a_version(tmp_path: Path, mode: str, spec: RulesetSpec) -> None:
    folk = Folk(tmp_path, spec, mode, seed=2).found()
    for _ in range(3):
        folk.play_exchange()
    seen: list[bool] = []
    steps = {name: partial(noting, step, seen) for name, step in spec.steps.items()}
    better = dataclasses.replace(spec, version="2", steps=steps)
    install(folk, better)
    first = next(seat for seat in folk.seats if seat != "referee")
    judge = folk.seats["referee" if mode == "referee" else first]
    with pytest.raises(Refused, match="the game is judged by"):
        adjudicate(judge, folk.now)
    assert not audit(folk.root / first, rulesets=lambda name: better).ok
    better = dataclasses.replace(better, judges=("1",))
    install(folk, better)
    folk.spec = better
    seen.clear()
    folk.play_exchange()
    assert seen
    assert not any(seen), "a game goes on by the rules that it began with"
    seen.clear()
    folk.carry(rejudge(judge, 2, "a rule was read wrongly", folk.now))
    for seat in folk.seats:  # in charter order: a referee last
        if folk.seats[seat] is not judge or mode == "referee":
            folk.carry(agree(folk.seats[seat], folk.now))
    assert {game.course.number for game in folk.seats.values()} == {5}
    page = judge.course.pages[5]
    assert page.outcome is not None
    assert page.outcome.versions.version == "2"
    old = judge.course.pages[2].outcome
    assert old is not None
    assert page.outcome.dice == old.dice
    assert all(seen)
    folk.play_exchange()
    folk.play()
    assert is_whole(dataclasses.replace(folk, spec=better))
    if mode == "referee":
        folk.carry(open_hidden(folk.seats["referee"]))
        assert is_whole(dataclasses.replace(folk, spec=better))


def test_a_game_can_be_ended_by_agreement(tmp_path: Path) -> None:
    folk = Folk(tmp_path, FORD, "referee").found()
    for _ in range(4):
        folk.play_exchange()
    folk.carry(end(folk.seats["red"], "blue", "red gives up", folk.now))
    folk.carry(agree(folk.seats["blue"], folk.now))
    folk.carry(agree(folk.seats["referee"], folk.now))
    result = folk.seats["blue"].course.result
    assert result is not None
    assert result.winner == "blue"
    folk.carry(open_hidden(folk.seats["referee"]))
    assert is_whole(folk)


def new_key(folk: Folk, seat: str) -> Identity:
    return known_key(digest("test/new", seat, folk.seed))


@pytest.mark.parametrize("mode", ["alone", "referee", "mutual"])
def test_new_keys_count_at_once_and_the_chain_from_the_next_exchange(tmp_path: Path, mode: str) -> None:
    folk = Folk(tmp_path, RULESET, mode).found()
    folk.play_exchange()
    game = folk.seats["south"]
    old = game.identity
    folk.carry(rekey(game, new_key(folk, "south")))
    game.identity = new_key(folk, "south")
    folk.play_exchange()
    assert game.course.keys["south"].key == new_key(folk, "south").public
    folk.play()
    assert is_whole(folk)
    assert old is not None
    assert game.course.keys["south"].key != old.public


def test_a_substitute_comes_by_the_word_of_all_others(tmp_path: Path) -> None:
    folk = Folk(tmp_path, FORD, "referee", terms={"substitutes": True}).found()
    while "red" in folk.writers():
        folk.play_exchange()
    import shutil

    gone = folk.seats.pop("red")
    shutil.copytree(tmp_path / "blue" / "book", tmp_path / "newcomer" / "book")
    shutil.copy(gone.folder.seat, tmp_path / "newcomer" / "seat.json")
    newcomer = Game.open(
        tmp_path / "newcomer", tmp_path / "home-newcomer", identity=new_key(folk, "red"),
        rulesets=lambda name: FORD, reports=plain_report,
    )  # fmt: skip
    offer = offer_keys(newcomer, tmp_path / "home-newcomer", new_key(folk, "red"))
    (envelope,) = envelopes_in(offer.text.encode(), "offer")
    folk.seats["red"] = newcomer
    for seat in ("blue", "referee"):
        folk.carry(sign_substitute(folk.seats[seat], envelope))
    folk.play_exchange()
    number = newcomer.course.number
    assert newcomer.vault.part(number) is not None
    assert newcomer.course.keys["red"].key == new_key(folk, "red").public
    folk.carry(undo(newcomer, number - 1, "a slip", folk.now))
    for seat in ("blue", "referee"):
        folk.carry(agree(folk.seats[seat], folk.now))
    assert newcomer.vault.part(number - 1) == gone.vault.part(number - 1), "what he who is gone knew is the newcomer's"
    assert knowledge(newcomer).view.own is not None
    folk.play()
    folk.carry(open_hidden(folk.seats["referee"]))
    assert is_whole(folk)


def test_state_is_what_the_rules_say(tmp_path: Path) -> None:
    folk = Folk(tmp_path, RULESET, "alone").found()
    folk.play()
    table = folk.seats["north"].whole(folk.seats["north"].course.resume).position.table
    assert isinstance(table, Piste)
    assert table.round == table.rounds + 1
