"""The rules as a charter uses them: the ruleset with its windows, bots, forms of sheets, versions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Literal

from pbem.book.charter import Charter
from pbem.book.documents import Draft, Versions
from pbem.dice.hidden import hidden_seed
from pbem.dice.seed import bot_seed
from pbem.engine import JUDGEMENT
from pbem.engine.advance import Terms
from pbem.engine.codec import Codec
from pbem.engine.papers import Bot
from pbem.engine.spec import RulesetSpec, Setup
from pbem.kit.fingerprint import data_digest
from pbem.model.decision import Decision
from pbem.model.errors import Refused
from pbem.model.position import Position, View
from pbem.model.problem import Problem
from pbem.model.records import frozen
from pbem.model.sheet import Plan, Sheet

if TYPE_CHECKING:
    from pbem.sheets import SheetForm

SHOWN = 16
"""How many digits of a digest tell two packs apart."""
INSTALL = "install what it was begun with, or agree on pbem rejudge"

MOST_READ = 32
"""How many sheets are remembered: those of an exchange, and some that were replaced."""
CONFIRMS = 1
"""The exchange in which the players confirm the charter: it plays no turn."""

Openness = Literal["all", "answers", "events"]
"""What is public at once: two alone, all; with a referee, the answers given, or where there are secrets only the
events that everybody may know."""


@frozen(slots=False)
class Rules:
    """One game's rules, as its charter uses them."""

    ruleset: RulesetSpec
    draft: Draft
    name: str
    luck: dict[int, Any] = field(default_factory=dict, compare=False, repr=False)
    """What reports have worked out about the luck of a page, by the page's outcome."""
    told: dict[tuple[int, bytes], str] = field(default_factory=dict, compare=False, repr=False)
    """The last public report, by its number and head: what is written beside the book goes into the mails too."""
    sheets: dict[tuple[Any, ...], tuple[Sheet | None, list[Problem]]] = field(
        default_factory=dict, compare=False, repr=False
    )
    """What was read last: who takes a sheet in, gives a receipt for it and judges it reads it once."""

    @classmethod
    def of(cls, spec: RulesetSpec, charter: Charter) -> Rules:
        check_playable(spec, charter.draft)
        return cls(spec.for_game(setup_of(charter.draft)), charter.draft, charter.name)

    @property
    def spec(self) -> RulesetSpec:
        """The ruleset, and its data laid out: another game in this process may be played on others."""
        self.ruleset.lay_data()
        return self.ruleset

    @cached_property
    def codec(self) -> Codec:
        return Codec(self.spec)

    @property
    def openness(self) -> Openness:
        if self.draft.mode == "alone":
            return "all"
        return "events" if self.spec.secrets else "answers"

    @property
    def holders(self) -> tuple[str, ...]:
        """Who has a hidden part: with a referee every side, for its papers, and the referee's box."""
        if self.openness == "all":
            return ()
        return (*self.spec.sides, *sorted(self.spec.secrets.keys() - set(self.spec.sides)))

    def set_up(self) -> Position:
        return self.spec.set_up(setup_of(self.draft))

    def terms(self, seed: bytes, hidden: bytes, version: str) -> Terms:
        """The engine's terms for an exchange with this seed; `hidden` is the referee's key, if we have it."""
        bots = {side: self._bot(side, name, seed, hidden) for side, name in sorted(self.draft.bots.items())}
        return Terms(self.spec, self.draft.windows, bots, version)

    def _bot(self, side: str, name: str, seed: bytes, hidden: bytes) -> Bot:
        """A bot is a function of its side's view and of the seed; one with secrets goes by the hidden seed."""
        from pbem.play.bots import bot_of

        own = hidden_seed(hidden, seed) if side in self.spec.secrets else seed
        return bot_of(self.spec, name, side, bot_seed(own, side))

    # sheets

    def form(self, number: int, side: str, due: Iterable[Decision]) -> SheetForm:
        """What a side's sheet may say.  Two players alone have no plans ahead: they would be read."""
        from pbem.court.forms import form_of

        due = tuple(due)
        form = form_of(self.spec, game=self.name, exchange=number, side=side, due=due)
        if number == CONFIRMS:
            asked = {one.topic for one in due if one.side == side and one.kind == "part"}
            waits = {part.name for part in self.spec.parts if part.beforehand and part.serves == "until used"}
            form = _confirming(form, asked | waits)
        if self.draft.mode != "alone":
            return form
        return replace(form, parts=tuple(replace(part, ahead=False) for part in form.parts))

    def read(
        self, text: str, number: int, view: View, due: Iterable[Decision], file: str = "sheet"
    ) -> tuple[Sheet | None, list[Problem]]:
        """A sheet; plans in it remember what they see now."""
        from pbem.sheets import read_sheet  # the record of an exchange may be all that is judged

        mine = tuple(one for one in due if one.side == view.side)
        asked = tuple(one.digest() for one in mine)
        form = partial(self.form, number, view.side, mine)
        sheet, problems = self._once((text, number, view.side, file, asked), lambda: read_sheet(text, form(), file))
        if sheet is None or sheet.ahead is None or self.spec.mentions is None:
            return sheet, problems
        plans = tuple(self._seen(plan, view) for plan in sheet.ahead)
        return replace(sheet, ahead=plans), problems

    def _seen(self, plan: Plan, view: View) -> Plan:
        mentions = self.spec.mentions
        return plan if plan.stop or mentions is None else replace(plan, seen=mentions(view, plan.line))

    def read_standing(
        self, text: str, number: int, side: str, file: str = "standing"
    ) -> tuple[Sheet | None, list[Problem]]:
        from pbem.sheets import read_standing

        form = partial(self.form, number, side, ())
        return self._once((text, number, side, file), lambda: read_standing(text, form(), file))

    def _once(
        self, what: tuple[Any, ...], read: Callable[[], tuple[Sheet | None, list[Problem]]]
    ) -> tuple[Sheet | None, list[Problem]]:
        if what not in self.sheets:
            while len(self.sheets) >= MOST_READ:
                del self.sheets[next(iter(self.sheets))]
            self.sheets[what] = read()
        sheet, problems = self.sheets[what]
        return sheet, [*problems]


def _confirming(form: SheetForm, wanted: set[str]) -> SheetForm:
    """The form that confirms the charter: what is asked beforehand or waits until it is used, and standing orders."""
    taken = tuple(part for part in form.parts if part.name in wanted)
    later = tuple(part.name for part in form.parts if part.name not in wanted)
    return replace(form, parts=taken, later=(*later, "ahead"))


def check_playable(spec: RulesetSpec, draft: Draft) -> None:
    """Refuse terms that this ruleset cannot be played by."""
    sides = [seat for seat in draft.seats if seat != "referee"] + list(draft.bots)
    if sorted(sides) != sorted(spec.sides):
        raise Refused(f"seats and bots are {', '.join(sides)}", f"{spec.title} has {', '.join(spec.sides)}")
    if draft.bots:
        from pbem.play.bots import read_bot

        for words in draft.bots.values():
            read_bot(spec, words)
    if draft.scenario not in [scenario.name for scenario in spec.scenarios]:
        known = ", ".join(scenario.name for scenario in spec.scenarios)
        raise Refused(f"no scenario {draft.scenario!r}", f"{spec.title} has {known}")
    windows_of(spec, draft.windows)
    check_options(spec, draft.options)
    if draft.mode == "alone" and spec.for_game(setup_of(draft)).secrets:
        raise Refused(f"{spec.title} has hidden parts, which need a referee", "mode referee or mutual")


def check_options(spec: RulesetSpec, chosen: Mapping[str, str]) -> None:
    """Refuse what is no option, or none of its choices."""
    options = {option.name: option.choices for option in spec.options}
    for name, choice in chosen.items():
        if choice not in options.get(name, ()):
            raise Refused(f"no option {name}: {choice}", f"known: {', '.join(options.get(name, options)) or 'none'}")


def setup_of(draft: Draft) -> Setup:
    """How the game begins, as its terms have it."""
    return Setup(scenario=draft.scenario, options=dict(draft.options))


def versions_of(spec: RulesetSpec) -> Versions:
    """What a game that begins here and now is judged by."""
    return Versions(engine=JUDGEMENT, ruleset=spec.name, version=spec.version, data=data_pinned(spec))


def data_pinned(spec: RulesetSpec) -> str:
    """The digest of the data that games are played on: those of the package, or a pack of somebody's own."""
    return (spec.pack.digest if spec.pack is not None else data_digest(spec.folder)).hex()


def check_judges(spec: RulesetSpec, pinned: Versions) -> None:
    """Refuse to judge a game by anything but what it is pinned to: words and program may change, meaning may not."""
    if pinned.engine != JUDGEMENT:
        raise Refused(f"the game is judged by engine {pinned.engine}, here is {JUDGEMENT}", INSTALL)
    if pinned.ruleset != spec.name or pinned.version not in (spec.version, *spec.judges):
        known = ", ".join((spec.version, *spec.judges))
        raise Refused(f"the game is judged by {pinned.ruleset} {pinned.version}, here is {spec.name} {known}", INSTALL)
    if pinned.data != data_pinned(spec):
        said = f"played on other data of {spec.name}, digest {pinned.data[:SHOWN]}, than are here"
        raise Refused(f"the game is {said}", f"take in its data pack with pbem data take DIR, or {INSTALL}")


def window_names(spec: RulesetSpec) -> list[str]:
    """All topics and parts: what a charter may want asked."""
    return sorted({topic.name for topic in spec.topics} | {part.name for part in spec.parts})


def windows_of(spec: RulesetSpec, windows: Mapping[str, str]) -> None:
    """Refuse windows for what the ruleset never asks."""
    known = window_names(spec)
    by_side = {f"{name}@{side}" for name in known for side in spec.sides}
    if strange := sorted(windows.keys() - {*known, *by_side}):
        hint = f"known: {', '.join(known)}; for one side alone {known[0]}@{spec.sides[0]} and the like"
        raise Refused(f"no window {strange[0]!r}", hint)
