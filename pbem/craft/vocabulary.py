"""The words of standing orders: clauses such as `weakest first` or `never {unit}`, joined by commas.

A `Vocabulary` reads them and says what it does not know, with the near miss.  What a clause means is a function beside
its pattern: how it ranks an answer, where the answers are put in order; or which answer it gives, where it decides.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from pbem.craft.naming import Caught, Names
from pbem.model.decision import Decision, Pick
from pbem.model.errors import RulesBug
from pbem.model.gaps import expression, in_capitals
from pbem.model.names import did_you_mean
from pbem.model.position import View
from pbem.model.problem import Problem
from pbem.model.records import frozen
from pbem.ruleset import Topic, first_option

COMMA = r","


@frozen
class Clause:
    """One clause of an order as it was read: its pattern, what fills the gaps, and what it means."""

    pattern: str
    caught: Caught
    means: Callable[..., Any]

    def __call__(self, *about: Any) -> Any:
        """What it says: `means(*about, **caught)`."""
        return self.means(*about, **self.caught)


@frozen(slots=False)
class Vocabulary:
    """The words of one topic.  Patterns are tried in their order; a bare `{unit}` stands last."""

    topic: str
    names: Names
    phrases: Mapping[str, Callable[..., Any]] | tuple[str, ...]
    """Patterns with what they mean; without it, where a function of the ruleset looks at all clauses together."""
    joined_by: str = COMMA
    """What stands between clauses, as a regular expression."""

    @property
    def words(self) -> tuple[str, ...]:
        """The patterns as players read them, for `Topic.words`."""
        return tuple(map(in_capitals, self.phrases))

    def misread(self, words: str) -> Problem | None:
        """What is wrong with the first clause that is not understood."""
        return next((read for text in self._split(words) if isinstance(read := self._read(text), Problem)), None)

    def read(self, words: str) -> tuple[Clause, ...]:
        """The clauses in their order; `misread` has found nothing wrong with them."""
        read = [self._read(text) for text in self._split(words)]
        for clause in read:
            if isinstance(clause, Problem):
                raise RulesBug(f"an order that nobody read: {clause.message}")
        return tuple(clause for clause in read if isinstance(clause, Clause))

    # what the clauses come to

    def ranked(self, view: View, decision: Decision, words: str, options: Sequence[str] = ()) -> list[str]:
        """The options, best first: `means(view, decision, option, **caught)` is low for what the clause wants.

        The first clause weighs most; what it leaves equal the next decides, in the end the order in which the options
        are given.
        """
        options = list(options or decision.options)
        for clause in reversed(self.read(words)):
            options.sort(key=partial(clause, view, decision))
        return options

    def best(self, view: View, decision: Decision, words: str) -> Pick | None:
        """Of ranked options the first; where several are wanted, no more than must be."""
        options = self.ranked(view, decision, words)
        return options[0] if decision.kind == "one" else tuple(options[: decision.least])

    def most(self, view: View, decision: Decision, words: str) -> Pick | None:
        """Of ranked options as many as may be."""
        return tuple(self.ranked(view, decision, words)[: decision.most])

    def decided(self, view: View, decision: Decision, words: str) -> Pick | None:
        """What the first clause gives that gives anything: `means(view, decision, **caught)`."""
        said = (clause(view, decision) for clause in self.read(words))
        return next((pick for pick in said if pick is not None), None)

    # reading

    def _split(self, words: str) -> list[str]:
        return [text for part in re.split(self.joined_by, words) if (text := " ".join(part.split()))]

    def _read(self, text: str) -> Clause | Problem:
        misread: Problem | None = None
        for pattern in self.phrases:
            found = expression(pattern).fullmatch(text)
            caught = self.names.read(pattern, found.groupdict()) if found else None
            if isinstance(caught, Problem):
                misread = misread or self._about(caught, pattern, text)
            elif caught is not None:
                return Clause(pattern, caught, self.phrases[pattern] if isinstance(self.phrases, Mapping) else as_said)
        return misread or self._unknown(text)

    def _about(self, problem: Problem, pattern: str, text: str) -> Problem:
        """A name that is none; of what might be any words, that the words are not known."""
        plain = [words for words in self.phrases if "{" not in words]
        if did_you_mean(text, plain) or re.fullmatch(r"\{\w+\}", pattern):
            return self._unknown(text, problem.hint)
        return Problem(kind=problem.kind, case="sheet", message=f"{self.topic}: {problem.message}", hint=problem.hint)

    def _unknown(self, text: str, hint: str = "") -> Problem:
        near = did_you_mean(text, self.words) or hint or f"known: {', '.join((*self.words, 'ask'))}"
        return Problem(kind="invalid", case="sheet", message=f'{self.topic}: it does not know "{text}"', hint=near)


def as_said(*about: Any, **caught: Any) -> None:
    """The meaning of clauses that a function of the ruleset looks at together, by `read`."""


Settle = Callable[[View, Decision, str], Pick | None]
"""How words are turned into an answer: `Vocabulary.best`, `.most`, `.decided`, or a function of the ruleset's."""


def topic(
    vocabulary: Vocabulary,
    settle: Settle,
    default: Callable[[View, Decision], Pick] = first_option,
    *,
    at: str = "",
    place: str = "",
) -> Topic:
    """A topic with its words.  `at` is the fact that names the place of a question, `place` the kind of its names."""
    return Topic(
        name=vocabulary.topic,
        default=default,
        settle=settle,
        misread=vocabulary.misread,
        words=vocabulary.words,
        places=partial(_place, at) if at else None,
        place=place,
    )


def _place(fact: str, decision: Decision) -> tuple[str, ...]:
    """`retreat from 0303: ...`: where the question is asked, if it says so."""
    return (str(decision.facts[fact]),) if fact in decision.facts else ()
