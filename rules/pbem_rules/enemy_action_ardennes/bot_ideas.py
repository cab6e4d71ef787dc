"""What a thinker begins with: every impulse that the hand could play, then the same in other moods."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, replace
from fractions import Fraction

from pbem.craft.moods import Mood, some_mood
from pbem.ruleset import Chooser, View, mutable
from pbem_rules.enemy_action_ardennes.board import limit
from pbem_rules.enemy_action_ardennes.bot_aims import Aims, aims_of
from pbem_rules.enemy_action_ardennes.bot_helpers import with_helpers
from pbem_rules.enemy_action_ardennes.bot_keeping import counting
from pbem_rules.enemy_action_ardennes.bot_plans import (
    CENTRES,
    Outline,
    in_full,
    likely,
    outlines,
    schemes_of,
    worth_and_card,
)
from pbem_rules.enemy_action_ardennes.bot_schemes import Scheme, is_alone
from pbem_rules.enemy_action_ardennes.bot_temper import Temper
from pbem_rules.enemy_action_ardennes.s06_commands import cannot_play, is_surprise
from pbem_rules.enemy_action_ardennes.sheets import PASS, ImpulseLine

MOODY, BOLD = 60, 60
"""How far moods go, in hundredths of a point."""
AS_THEY_ARE = 5
"""So many impulses are thought of as they are, the dearest first."""


@mutable
class Ideas:
    """Ideas for one sheet; what all of them need is worked out with the first."""

    view: View
    temper: Temper
    _aims: Aims | None = None
    _outlines: list[Outline] = field(default_factory=list)
    _found: list[Scheme] = field(default_factory=list)
    _given: Iterator[Scheme] | None = None

    def __call__(self, chooser: Chooser) -> tuple[ImpulseLine, ...]:
        if self._given is None:
            self._look()
        if is_surprise(self.view.table):
            return self._three(some_mood(chooser, MOODY, BOLD))
        scheme = next(self._given, None) if self._given else None
        if scheme is None and self._outlines:
            scheme = self._in_a_mood(chooser)
        return (self._helped(scheme),) if scheme is not None else ()

    def _look(self) -> None:
        table, side, hand = self.view.table, self.view.side, self.view.own.hand
        self._aims = counting(table, side, hand, aims_of(table, side, self.temper))
        every = outlines(table, side, hand, self._aims)
        self._outlines = [*every[0], *every[1], *every[2][:CENTRES]]
        self._found = sorted(
            schemes_of(table, side, hand, self._aims, likely(table, every, self.temper)),
            key=worth_and_card,
            reverse=True,
        )
        first = self._found[:AS_THEY_ARE]
        passing = Scheme(Fraction(0), ImpulseLine(play=PASS))
        may_pass = cannot_play(table, side, passing.line) is None
        self._given = iter([*first[:2], passing, *first[2:]] if may_pass else first)

    def _in_a_mood(self, chooser: Chooser) -> Scheme:
        """One of the formations, whatever it promises, used in another way."""
        assert self._aims is not None
        outline = chooser.one(self._outlines)
        aims = replace(self._aims, mood=some_mood(chooser, MOODY, BOLD))
        left = aims.spent(outline.line.card, alone=is_alone(outline.line))
        return in_full(self.view.table, self.view.side, outline, left)

    def _three(self, mood: Mood) -> tuple[ImpulseLine, ...]:
        """4.11 Three that go together, of which one likes some more than others."""
        chosen = list[Scheme]()
        liked = sorted(self._found, key=lambda plan: (plan.worth + mood.liking(plan.line.play), plan.line.play))
        for plan in reversed(liked):
            apart = all({*plan.cards}.isdisjoint(one.cards) and {*plan.corps}.isdisjoint(one.corps) for one in chosen)
            if apart and len(chosen) < limit("surprise impulses"):
                chosen.append(plan)
        return tuple(self._helped(plan) for plan in chosen)

    def _helped(self, scheme: Scheme) -> ImpulseLine:
        return with_helpers(self.view.table, self.view.side, self.view.own.hand, scheme).line
