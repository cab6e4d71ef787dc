"""The thinker: lawful, the same on every machine, no wiser than a player, and better than the quick bot."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from pbem.engine.advance import Intake, Terms, advance, begin
from pbem.engine.spec import Setup
from pbem.model.chooser import Whims
from pbem.model.errors import Refused
from pbem.model.position import Position, View
from pbem.model.sheet import Part
from pbem.office.rulesets import ruleset
from pbem.play.bots import bot_names, bot_of, quick_bot, read_bot
from pbem.play.faces import NumberedFaces
from pbem.play.match import Match, play_match
from pbem.play.thinker import Futures, Search, Thinker

FORD = replace(ruleset("ford"), mentor="")
OPTIONS = {"turns": "4"}


class Stopped(BaseException):
    """The game has come to the part that is looked at."""


def asked_for(part, turn, entry=None, side="blue", pick=None):
    """How a side is asked for a part in a game of quick bots: view, question, situation, and its bot's answer."""
    seen = []

    def watching(view, asked, situation):
        if asked.decision.topic == part and view.table.turn == turn:
            seen.append((view, asked, situation(), pick and pick(view, asked, situation)))
            raise Stopped
        return quick_bot(FORD, "steady", side, 3)(view, asked, situation)

    foe = next(one for one in FORD.sides if one != side)
    bots = {side: watching, foe: quick_bot(FORD, "steady", foe, 3)}
    start = begin(FORD, FORD.set_up(Setup(scenario="crossing", options=OPTIONS)))
    if entry:
        start = replace(start, entry=entry(start.entry))
    with pytest.raises(Stopped):
        advance(Terms(FORD, bots=bots), start, {}, Intake(), NumberedFaces(3), 1)
    return seen[0]


@pytest.mark.parametrize("part", ["march", "combat"])
def test_it_chooses_the_same_again(part):
    first, again = (asked_for(part, 2, pick=bot_of(FORD, "thinker 60", "blue", "seed"))[3] for _ in range(2))
    assert isinstance(first, Part)
    assert first == again


def test_its_answer_is_lawful():
    _, asked, _, pick = asked_for("march", 2, pick=bot_of(FORD, "thinker 60", "blue", "seed"))
    assert asked.wrong(pick) is None


def other_hidden_things(entry: Position) -> Position:
    """The same to blue: red's hand and mine, and both piles, are others."""
    return FORD.imagine(View("blue", entry.table, entry.secrets["blue"]), Whims("other", 5))


def test_a_thinker_that_peeks():
    """What it cannot see changes nothing of what it does: hands, mine and piles are others, its sheet is the same."""
    thinks = bot_of(FORD, "thinker 60", "blue", "seed")
    view, _, situation, pick = asked_for("march", 1, pick=thinks)
    others, _, others_situation, others_pick = asked_for("march", 1, other_hidden_things, pick=thinks)
    assert view.table == others.table
    assert view.own == others.own
    assert situation == others_situation
    assert set(situation.entry.secrets) == {"blue"}
    assert pick == others_pick


def test_dice_of_the_game_are_not_its_dice():
    """It rolls its own: nothing that it is given could tell it what falls next."""
    assert "dice" not in {*Thinker.__dataclass_fields__, *Futures.__dataclass_fields__}


def test_its_sheet_does_better_in_futures_it_never_saw():
    view, asked, situation, pick = asked_for("march", 3, pick=bot_of(FORD, "thinker 150", "blue", "seed"))
    usual = quick_bot(FORD, "steady", "blue", 3)(view, asked, lambda: situation)
    assert pick != usual
    futures = Futures(Thinker(FORD, "steady", "blue", ("other",), 150), view, asked, situation)
    fresh = range(1000, 1020)
    assert sum(futures.worth(pick, one) for one in fresh) > sum(futures.worth(usual, one) for one in fresh)


class Answered(BaseException):
    """The thinker has answered the question that is looked at."""


def answered(topic, value, options=range(2, 7), ponders=None):
    """What a thinker that goes by this value answers to the first question of a topic, and what was asked."""
    seen = []
    spec = replace(FORD, value=value, ponders=ponders)

    def watching(side, view, asked, situation):
        if asked.decision.topic == topic and len(asked.decision.options) in options:
            seen.append((asked, Thinker(spec, "steady", side, ("seed",), 40).pick(view, asked, situation)))
            raise Answered
        return quick_bot(FORD, "steady", side, 3)(view, asked, situation)

    start = begin(FORD, FORD.set_up(Setup(scenario="crossing", options=OPTIONS)))
    bots = {side: partial(watching, side) for side in FORD.sides}
    with pytest.raises(Answered):
        advance(Terms(FORD, bots=bots), start, {}, Intake(), NumberedFaces(3), 1)
    return seen[0]


def cards_left(view):
    """Of somebody who would rather keep his cards, however the battle goes."""
    return -len(view.table.discards[view.side])


def test_a_card_that_a_trial_has_spent_before_breaks_nothing():
    """Another battle may come first in it; then what was to be tried is no option any more."""
    worths = []

    def watching(side, view, asked, situation):
        if asked.decision.topic == "cards" and len(asked.decision.options) > 1:
            futures = Futures(Thinker(FORD, "steady", side, ("seed",), 40), view, asked, situation())
            worths.extend(futures.worth(pick, 1) for pick in ("spent", asked.decision.options[0]))
            raise Answered
        return quick_bot(FORD, "steady", side, 3)(view, asked, situation)

    start = begin(FORD, FORD.set_up(Setup(scenario="crossing", options=OPTIONS)))
    bots = {side: partial(watching, side) for side in FORD.sides}
    with pytest.raises(Answered):
        advance(Terms(FORD, bots=bots), start, {}, Intake(), NumberedFaces(3), 1)
    assert worths[0] == worths[1], "it is answered as usual"


@pytest.mark.parametrize(("value", "plays"), [(cards_left, False), (lambda view: -cards_left(view), True)])
def test_a_question_is_thought_about(value, plays):
    """Whether to play a card: as usual if nothing is gained, a card if its side is better off by it."""
    asked, pick = answered("cards", value)
    assert asked.wrong(pick) is None
    assert (pick != asked.decision.options[0]) == plays


@pytest.mark.parametrize(("ponders", "plays"), [((), False), (("cards",), True)])
def test_a_ruleset_says_which_questions_are_thought_about(ponders, plays):
    asked, pick = answered("cards", lambda view: -cards_left(view), ponders=ponders)
    assert (pick != asked.decision.options[0]) == plays


def test_a_question_with_many_options_is_left_to_the_quick_bot(monkeypatch):
    monkeypatch.setattr("pbem.play.thinker.MOST_OPTIONS", 1)
    asked, pick = answered("cards", lambda view: -cards_left(view))
    assert pick == asked.decision.options[0]


def mentored(name, side="blue"):
    """The Ford, and the marches that its two bots write: the second one stays where he is, for that side alone."""
    written = []

    def idle(view, decision, chooser):
        written.append(("idle", view.side))
        return Part(decision.topic) if decision.topic == "march" else FORD.bots["steady"](view, decision, chooser)

    def quick(view, decision, chooser):
        written.append(("quick", view.side))
        return FORD.bots["steady"](view, decision, chooser)

    return replace(FORD, bots={"quick": quick, "idle": idle}, mentor=name), written


@pytest.mark.parametrize(("mentor", "lines"), [("idle", False), ("", True)])
def test_a_thinker_begins_with_its_mentors_sheet(mentor, lines):
    """With nothing else to think of it is what the thinker hands in; without a mentor the quick bot's."""
    spec, _ = mentored(mentor)
    thinks = bot_of(replace(spec, ideas=lambda view, decision: None), "thinker 20", "blue", "seed")
    _, _, _, pick = asked_for("march", 2, pick=thinks)
    assert bool(pick.lines) == lines


@pytest.mark.parametrize(("mentor", "own"), [("idle", "idle"), ("", "quick")])
def test_in_trials_the_mentor_plays_the_own_side_and_the_quick_bot_the_enemy(mentor, own):
    view, asked, situation, usual = asked_for("march", 2, pick=quick_bot(FORD, "steady", "blue", 3))
    spec, written = mentored(mentor)
    Futures(Thinker(spec, "quick", "blue", ("seed",), 60), view, asked, situation).worth(usual, 1)
    assert {*written} == {(own, "blue"), ("quick", "red")}


def test_a_budget_is_kept():
    view, asked, situation, usual = asked_for("march", 2, pick=quick_bot(FORD, "steady", "blue", 3))
    futures = Futures(Thinker(FORD, "steady", "blue", ("seed",), 60), view, asked, situation)
    Search(FORD, view, asked, Whims("search"), futures, 60).best(usual)
    assert 30 <= futures.looked <= 70


@pytest.mark.parametrize("horizon", [1, 2])
def test_a_trial_looks_as_far_as_the_ruleset_says(horizon):
    """From Blue's march of turn 2 to where he marches again, once or twice."""
    view, asked, situation, usual = asked_for("march", 2, pick=quick_bot(FORD, "steady", "blue", 3))
    judged = []
    spec = replace(FORD, horizon=horizon, value=lambda view: judged.append(view.table.turn) or 0)
    Futures(Thinker(spec, "steady", "blue", ("seed",), 60), view, asked, situation).worth(usual, 1)
    assert judged == [2 + horizon]


@pytest.mark.parametrize(("brief", "enemy"), [(True, False), (False, True)])
def test_a_short_trial_ends_before_the_enemy_moves(brief, enemy):
    """From Blue's march of turn 2: to where Red is to march, or on to where Blue marches again."""
    view, asked, situation, usual = asked_for("march", 2, pick=quick_bot(FORD, "steady", "blue", 3))
    written, judged = [], []

    def watched(view, decision, chooser):
        if decision.kind == "part":
            written.append(view.side)
        return FORD.bots["steady"](view, decision, chooser)

    spec = replace(FORD, bots={"watched": watched}, value=lambda view: judged.append(view) or 0)
    Futures(Thinker(spec, "watched", "blue", ("seed",), 60), view, asked, situation, brief=brief).worth(usual, 1)
    assert ("red" in written) == enemy
    assert [(one.side, one.own is not None) for one in judged] == [("blue", True)]


def test_an_answer_is_tried_to_the_end_of_what_is_under_way():
    """Where it costs much to play on: nobody writes a further part in trials of an answer."""
    written = []

    def watched(view, decision, chooser):
        if decision.kind == "part" and view.table.turn > 1:
            written.append(view.table.turn)
        return FORD.bots["steady"](view, decision, chooser)

    spec = replace(FORD, glance=True, bots={"watched": watched})

    def answers(view, asked, situation):
        if view.table.turn == 2 and asked.decision.topic == "cards" and len(asked.decision.options) > 1:
            before = len(written)
            Thinker(spec, "watched", view.side, ("seed",), 40).pick(view, asked, situation)
            assert len(written) == before
            raise Answered
        return quick_bot(FORD, "steady", view.side, 3)(view, asked, situation)

    start = begin(FORD, FORD.set_up(Setup(scenario="crossing", options=OPTIONS)))
    with pytest.raises(Answered):
        advance(Terms(FORD, bots=dict.fromkeys(FORD.sides, answers)), start, {}, Intake(), NumberedFaces(3), 1)


def test_the_best_of_short_trials_must_stand_the_enemys_reply(monkeypatch):
    """Sheets that look better at a glance, and are worse in the end: the usual one stays."""
    view, asked, situation, usual = asked_for("march", 2, pick=quick_bot(FORD, "steady", "blue", 3))
    tried = []

    def worth(self, pick, number):
        self.looked += 1
        tried.append((self.brief, repr(pick.lines)))
        return (len(tried) if pick != usual else 0) * (1 if self.brief else -1)

    monkeypatch.setattr(Futures, "worth", worth)
    spec = replace(FORD, glance=True)
    futures = Futures(Thinker(spec, "steady", "blue", ("seed",), 60), view, asked, situation)
    assert Search(spec, view, asked, Whims("search"), futures, 60).best(usual) == usual
    assert len({lines for brief, lines in tried if not brief}) == 3
    assert len(tried) <= 70


@pytest.mark.parametrize(
    ("worths", "better"),
    [
        ([1, 1, 1, 1], True),
        ([9, 1, 1, 1], True),
        ([9, 0, 0, 0], False),
        ([9, -1, -1, -1], False),
        ([-1, 0, 9, 9], False),
    ],
    ids=["always", "nearly always", "by one lucky throw", "by one throw against three", "too late"],
)
def test_chance_alone_does_not_speak_for_a_sheet(monkeypatch, worths, better):
    """Beside a usual one that is worth nothing in any future."""
    view, asked, situation, usual = asked_for("march", 2, pick=quick_bot(FORD, "steady", "blue", 3))
    monkeypatch.setattr(Futures, "worth", lambda self, pick, number: worths[number] if pick != usual else 0)
    futures = Futures(Thinker(FORD, "steady", "blue", ("seed",), 60), view, asked, situation)
    assert (futures.clearly_better(Part("march"), usual, [], range(4)) is not None) == better


def test_one_lucky_future_does_not_answer_a_question(monkeypatch):
    """Whether to play a card: in one future it helps, in the others it changes nothing."""
    monkeypatch.setattr(Futures, "worth", lambda self, pick, number: int(pick != "none" and number == 0))
    asked, pick = answered("cards", cards_left)
    assert pick == asked.decision.options[0]


def test_no_sheet_is_longer_than_an_idea(monkeypatch):
    """Where a sheet is one line, as an activation is, more lines would be the same sheet once more."""
    view, asked, situation, usual = asked_for("march", 2, pick=quick_bot(FORD, "steady", "blue", 3))
    tried = []

    def tells(self, pick, number):
        tried.append(pick)
        return 0

    monkeypatch.setattr(Futures, "worth", tells)
    few = replace(FORD, ideas=lambda *asked: lambda whims: (whims.one(FORD.ideas(*asked)(whims)),))
    futures = Futures(Thinker(few, "steady", "blue", ("seed",), 60), view, asked, situation)
    Search(few, view, asked, Whims("search"), futures, 60).best(Part("march", usual.lines[:1]))
    assert len({repr(one.lines) for one in tried}) > 3
    assert max(len(one.lines) for one in tried) == 1


def test_an_unlawful_quick_bot_is_mended():
    def unlawful(view, decision, chooser):
        return "nowhere"

    spec = replace(FORD, bots={"bad": unlawful})
    found = play_match(spec, Match("crossing", dict.fromkeys(FORD.sides, "bad"), OPTIONS), 1)
    assert found["winner"] in FORD.sides


@pytest.mark.parametrize("words", ["thinker 0", "thinker many", "steady 60", "nobody", "thinker 10000000"])
def test_bots_that_there_are_not(words):
    with pytest.raises(Refused):
        read_bot(FORD, words)


def test_who_has_no_value_has_no_thinker():
    assert bot_names(FORD)[-1] == "thinker"
    assert "thinker" not in bot_names(replace(FORD, value=None))


@pytest.mark.parametrize("part", ["march", "combat"])
def test_ideas_are_sheets_of_other_moods(part):
    view, asked, _, usual = asked_for(part, 3, pick=quick_bot(FORD, "steady", "blue", 3))
    muse = FORD.ideas(view, asked.decision)
    ideas = [muse(Whims("idea", number)) for number in range(12)]
    assert len({repr(idea) for idea in ideas} - {repr(usual.lines)}) > 1
    assert all(asked.wrong(Part(part, idea)) is None for idea in ideas)


def test_what_has_no_ideas_is_not_thought_about():
    view, asked, situation, usual = asked_for("march", 2, pick=quick_bot(FORD, "steady", "blue", 3))
    thoughtless = replace(FORD, ideas=lambda view, decision: None)
    futures = Futures(Thinker(thoughtless, "steady", "blue", ("seed",), 60), view, asked, situation)
    assert Search(thoughtless, view, asked, Whims("search"), futures, 60).best(usual) is usual
    assert futures.looked == 0
