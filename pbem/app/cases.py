"""Written cases: a position, orders and faces, and what must come of them.  See docs/written-cases.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import field, replace
from pathlib import Path
from typing import Any

from pbem.app.caseform import PLACED, Case, CaseFile, Expectation, ExpectedQuestion, read_cases
from pbem.app.labour import ALONE, Lost, Means, in_order
from pbem.app.patches import differences, patched, typed_like
from pbem.court.forms import form_of
from pbem.engine.advance import Bookmark, Intake, Progress, Terms, advance
from pbem.engine.check import check
from pbem.engine.clone import clone
from pbem.engine.codec import Codec
from pbem.engine.orders import NotCarriedOut
from pbem.engine.papers import Papers, sighted
from pbem.engine.spec import RulesetSpec, Setup
from pbem.engine.stands import Stand
from pbem.model.decision import Decision
from pbem.model.entry import Entry
from pbem.model.errors import Refused, RulesBug, Tampered
from pbem.model.names import did_you_mean
from pbem.model.outcome import Told
from pbem.model.position import Position, View
from pbem.model.problem import Problem, Where
from pbem.model.records import frozen, mutable
from pbem.model.sheet import Sheet
from pbem.model.strict import Unfit
from pbem.office.rulesets import ruleset
from pbem.play.faces import LaidFaces
from pbem.sheets.read import read_sheet


@mutable
class CaseResult:
    """How one case came out: nothing in `differences` means that it passed."""

    file: str
    name: str
    line: int
    proves: tuple[str, ...] = ()
    differences: list[str] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        return not self.differences


@frozen
class CaseText:
    """A file of cases as it goes to other processes and machines."""

    name: str
    text: str

    def __str__(self) -> str:
        return self.name


@mutable
class Play:
    """What a case's position and orders came to."""

    spec: RulesetSpec
    codec: Codec
    position: Position
    entries: list[Entry] = field(default_factory=list)
    problems: list[tuple[str, Problem]] = field(default_factory=list)
    due: tuple[Decision, ...] = ()
    step: str | None = None
    unused: list[str] = field(default_factory=list)
    """What the case laid down and nobody wanted."""


def run_file(path: Path) -> tuple[list[CaseResult], list[Problem]]:
    """All cases of a file, or what is wrong with the file."""
    return run_text(_text_of(path))


def _text_of(path: Path) -> CaseText:
    try:
        return CaseText(str(path), path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise Refused(f"{path} cannot be read: {error}") from error


def run_text(source: CaseText) -> tuple[list[CaseResult], list[Problem]]:
    """The same of a file that need not be seen here."""
    file, problems = read_cases(source.text, source.name)
    if file is None:
        return [], problems
    return list(run_cases(file, source.name)), []


def run_files(paths: Sequence[Path], means: Means = ALONE) -> tuple[list[CaseResult], list[Problem]]:
    """All cases of several files, in their order."""
    results, problems = list[CaseResult](), list[Problem]()
    texts = [_text_of(path) for path in paths]
    for source, come in zip(texts, in_order(run_text, texts, means), strict=True):
        if isinstance(come, Lost):
            problems.append(Problem("invalid", "file", come.why, "try it by itself", Where(source.name)))
            continue
        results += come[0]
        problems += come[1]
    return results, problems


def run_cases(file: CaseFile, name: str) -> Iterator[CaseResult]:
    spec = ruleset(file.system)
    for case in file.cases:
        yield run_case(spec, case, name)


def run_case(spec: RulesetSpec, case: Case, file: str) -> CaseResult:
    """Play the case and compare."""
    result = CaseResult(file, case.name, case.line, case.proves)
    try:
        with spec.on_board(_setup(spec, case)), _ground(spec, case):
            play = _played(spec, case)
            result.differences += compared(play, case.expect)
            for query in case.queries:
                result.differences += _asked(spec, play.position, query)
        result.differences += play.unused
    except Refused as refused:
        result.differences.append(f"{refused.message}{f' ({refused.hint})' if refused.hint else ''}")
    except RulesBug as bug:
        result.differences.append(f"the rules are broken: {bug}")
    return result


def _setup(spec: RulesetSpec, case: Case) -> Setup:
    """How the game begins that the case is taken from."""
    return Setup(scenario=case.scenario or spec.scenarios[0].name, options=case.options)


def _ground(spec: RulesetSpec, case: Case) -> AbstractContextManager[None]:
    """The map that the case is played on."""
    if not case.ground:
        return nullcontext()
    if spec.ground is None:
        raise Refused(f"no ground can be laid for {spec.name}")
    return spec.ground(case.ground)


def _played(spec: RulesetSpec, case: Case) -> Play:
    codec = Codec(spec)
    if strange := sorted({*case.sheets, *case.standing, *case.silent} - set(spec.sides)):
        raise Refused(f"no side {strange[0]!r}", f"there are: {', '.join(spec.sides)}")
    position = _position(spec, codec, case)
    play = Play(spec, codec, position)
    if not case.step:
        return play
    turn = spec.turn(position.table)
    bookmark = Bookmark(case.step, turn, position, Told())
    papers = {side: Papers(standing=sheet.standing or ()) for side, sheet in _standing(spec, case, play)}
    _check_sheets(spec, case, play, bookmark, papers)
    _advance(spec, case, play, bookmark, papers)
    return play


def _position(spec: RulesetSpec, codec: Codec, case: Case) -> Position:
    position = clone(spec.set_up(_setup(spec, case)))
    if case.only:
        _cleared(spec, case, position)
    plain = codec.position(position)
    patched(plain["table"], case.position, "position", spec.table)
    for holder, patch in case.secrets.items():
        if holder not in plain["secrets"]:
            raise Refused(f"nobody named {holder} has secrets", f"there are: {', '.join(plain['secrets'])}")
        patched(plain["secrets"][holder], patch, f"secrets of {holder}", spec.secrets[holder])
    try:
        return codec.read_position(plain)
    except Tampered as wrong:
        raise Refused(f"position: {_first_fault(wrong)}", "name only what the position has") from wrong


def _cleared(spec: RulesetSpec, case: Case, position: Position) -> None:
    """Take all out of the game but what the case keeps; `placed` keeps what its position names."""
    if spec.clear is None:
        raise Refused(f"{spec.name} cannot be cleared for a case")
    keep = _named(case.position) if case.only == (PLACED,) else frozenset(case.only)
    known = {name for names in spec.names().values() for name in names}
    if case.only != (PLACED,) and (strange := sorted(keep - known)):
        raise Refused(f"only: there is no {strange[0]!r}", did_you_mean(strange[0], known))
    spec.clear(position.table, keep)


def _named(patch: Mapping[str, Any]) -> frozenset[str]:
    """Every name in a patch, at any depth."""
    inner = [_named(value) for value in patch.values() if isinstance(value, Mapping)]
    return frozenset(patch).union(*inner)


def _first_fault(wrong: Tampered) -> str:
    """What does not fit into the position, in a line."""
    return str(wrong.__cause__ if isinstance(wrong.__cause__, Unfit) else wrong)


def _standing(spec: RulesetSpec, case: Case, play: Play) -> Iterator[tuple[str, Sheet]]:
    for side, text in case.standing.items():
        yield side, _read(spec, case, play, side, f"standing:\n{_indented(text)}", ())


def _indented(text: str) -> str:
    return "".join(f"  {line}\n" for line in text.splitlines())


def _check_sheets(spec: RulesetSpec, case: Case, play: Play, bookmark: Bookmark, papers: Mapping[str, Papers]) -> None:
    """What `pbem check` would say about each side's sheet."""
    if case.expect.check is None:
        return
    for side, text in case.sheets.items():
        stand = Stand(Terms(spec, case.windows), bookmark, side, papers.get(side, Papers()))
        sheet = _read(spec, case, play, side, text, ())
        play.problems += [(side, problem) for problem in check(stand, sheet).problems]


def _advance(spec: RulesetSpec, case: Case, play: Play, bookmark: Bookmark, papers: Mapping[str, Papers]) -> None:
    """Play on until the case's step is over, or somebody must be asked whom the case does not answer."""
    faces, terms = LaidFaces(case.faces), Terms(spec, case.windows)
    sheets = {side: _read(spec, case, play, side, text, ()) for side, text in case.sheets.items()}
    views = {side: View(side, play.position.table, play.position.secrets.get(side)) for side in sheets}
    intake = Intake({side: sighted(sheet, spec, views[side]) for side, sheet in sheets.items()}, frozenset(case.silent))
    answers, exchange = list(case.answers), 1
    due: tuple[Decision, ...] = ()
    while True:
        now = advance(terms, bookmark, papers, intake, faces, exchange, due, last_step=case.step)
        entries = [entry for stretch in now.stretches for entry in stretch.told.entries]
        play.entries += entries
        play.position, play.due, play.step = now.position, now.decisions, now.bookmark.step
        if not now.decisions or not (intake := _answered(spec, case, play, now, answers)).sheets:
            break
        bookmark, papers, due, exchange = now.bookmark, now.papers, now.decisions, exchange + 1
    play.unused += [f"faces: {name} was laid down and never thrown" for name in faces.unused()]
    play.unused += [f"answers: {name} was given and never asked for" for name, _ in answers]


def _answered(spec: RulesetSpec, case: Case, play: Play, now: Progress, answers: list[tuple[str, str]]) -> Intake:
    """The next answers of the case that fit what is due, each under `side topic`."""
    sheets: dict[str, Sheet] = {}
    for asked in now.decisions:
        name = f"{asked.side} {asked.topic}"
        index = next((i for i, (label, _) in enumerate(answers) if label == name), None)
        if index is None:
            continue
        text = answers.pop(index)[1]
        if asked.kind == "part":
            body = text if text.strip().startswith(f"{asked.topic}:") else f"{asked.topic}:\n{_indented(text)}"
            written = _read(spec, case, play, asked.side, body, now.decisions)
            before = sheets.get(asked.side, Sheet(asked.side))
            sheets[asked.side] = replace(before, parts={**before.parts, **written.parts})
        else:
            sheets[asked.side] = _with_answer(sheets.get(asked.side), asked, text)
    return Intake(sheets, frozenset(case.silent))


def _with_answer(sheet: Sheet | None, asked: Decision, text: str) -> Sheet:
    pick: str | tuple[str, ...] = text.strip()
    if asked.kind == "several":
        pick = tuple(name.strip() for name in text.strip().strip("[]").split(",") if name.strip())
    sheet = sheet or Sheet(asked.side)
    return replace(sheet, answers={**sheet.answers, asked.key: pick})


def _read(spec: RulesetSpec, case: Case, play: Play, side: str, text: str, due: tuple[Decision, ...]) -> Sheet:
    """A sheet without its header, as a player would write it."""
    form = form_of(spec, game="case", exchange=1, side=side, due=due)
    header = f"game: case\nexchange: 1\nside: {side}\n"
    sheet, problems = read_sheet(header + text, form, "")
    play.problems += [(side, problem) for problem in problems]
    return sheet if sheet is not None else Sheet(side)


# Comparing


def compared(play: Play, expect: Expectation) -> list[str]:
    """Everything that is not as the case says."""
    return [
        *_events(play, expect),
        *_problems(play, expect),
        *_questions(play, expect),
        *_state(play, expect),
    ]


def _events(play: Play, expect: Expectation) -> list[str]:
    """The named events happen in this order; others may stand between, but none of those excluded."""
    found, at = [], 0
    happened = [(entry, play.codec.event(entry.event)) for entry in play.entries]
    for case, name, wanted in expect.events:
        fits = (
            index
            for index, (entry, plain) in enumerate(happened)
            if index >= at and _is_event(entry, plain, case, name, wanted)
        )
        index = next(fits, None)
        if index is None:
            found.append(f"expected {case} {name} {_shown(wanted)}, happened: {_listed(happened[at:], name)}")
        else:
            at = index + 1
    names = {plain["is"] for _, plain in happened}
    found += [f"{name} must not happen, and did" for name in expect.no_events if name in names]
    return found


def _is_event(entry: Entry, plain: dict[str, Any], case: str, name: str, wanted: Mapping[str, Any]) -> bool:
    return entry.case == case and plain["is"] == name and not differences(plain, wanted, "")


def _listed(happened: list[tuple[Entry, dict[str, Any]]], name: str) -> str:
    """Those of the same name if there are any, else what happened at all."""
    same = [item for item in happened if item[1]["is"] == name] or happened
    told = [
        f"{entry.case} {plain['is']} {_shown({k: v for k, v in plain.items() if k != 'is'})}" for entry, plain in same
    ]
    return "; ".join(told[:12]) or "nothing"


def _shown(plain: Mapping[str, Any]) -> str:
    return "{" + ", ".join(f"{key}: {_text(value)}" for key, value in plain.items()) + "}"


def _text(value: Any) -> str:
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_text, value))}]"
    return "yes" if value is True else "no" if value is False else str(value)


def _problems(play: Play, expect: Expectation) -> list[str]:
    """Lines refused when their turn came, problems of reading, and what check says; none but those expected."""
    mark = play.spec.mark
    refused = [
        (entry.only or "", f"{entry.case}: {entry.event.why}")
        for entry in play.entries
        if isinstance(entry.event, NotCarriedOut) and entry.case != "sheet"
    ]
    told = refused + [
        (side, f"{problem.case.removeprefix(f'{mark} ')}: {problem.message}") for side, problem in play.problems
    ]
    left, found = list(told), []
    for side, case, words in (*expect.problems, *(expect.check or ())):
        hit = next((t for t in left if t[0] == side and t[1].startswith(f"{case}:") and words in t[1]), None)
        if hit is None:
            found.append(f"expected a problem of {side}: {case}: {words}; told: {_told(told)}")
        else:
            left.remove(hit)
    return found + [f"unexpected problem of {side}: {words}" for side, words in left]


def _told(told: list[tuple[str, str]]) -> str:
    return "; ".join(f"{side}: {words}" for side, words in told) or "nothing"


def _questions(play: Play, expect: Expectation) -> list[str]:
    """Who is asked what in the end: exactly what the case says."""
    if expect.asks is None:
        return [f"{asked.side} is asked about {asked.topic} ({asked.case})" for asked in play.due]
    found = []
    for question in expect.asks:
        asked = next((d for d in play.due if (d.side, d.topic) == (question.side, question.topic)), None)
        if asked is None:
            found.append(f"expected that {question.side} is asked about {question.topic}")
        else:
            found += _about(asked, question)
    wanted = {(question.side, question.topic) for question in expect.asks}
    return found + [f"{d.side} is asked about {d.topic}" for d in play.due if (d.side, d.topic) not in wanted]


def _about(asked: Decision, question: ExpectedQuestion) -> list[str]:
    found = []
    if question.options is not None and tuple(question.options) != asked.options:
        found.append(f"{asked.topic}: options {_text(asked.options)}, expected {_text(question.options)}")
    if question.case and question.case != asked.case:
        found.append(f"{asked.topic}: case {asked.case}, expected {question.case}")
    return found


def _state(play: Play, expect: Expectation) -> list[str]:
    found = differences(play.codec.table(play.position.table), expect.state, "")
    secrets = play.codec.secrets(play.position)
    for holder, wanted in expect.secrets.items():
        found += differences(secrets.get(holder, {}), wanted, holder)
    if expect.then and expect.then != (play.step or "the end"):
        found.append(f"then: {play.step or 'the end'}, expected {expect.then}")
    return found + (differences(_ending(play), expect.ending, "ending") if expect.ending else [])


def _ending(play: Play) -> dict[str, str]:
    """How the game ended, if it did; nobody wins a draw."""
    ending = None if play.step else play.spec.ending(play.position.table)
    return {"winner": ending.winner or "nobody", "case": ending.case, "words": ending.words} if ending else {}


def _asked(spec: RulesetSpec, position: Position, query: Mapping[str, Any]) -> list[str]:
    """A query and its answer as data."""
    arguments = dict(query)
    kind, wanted = arguments.pop("ask"), arguments.pop("gives")
    if kind not in spec.queries:
        raise Refused(f"no query {kind!r}", f"there are: {', '.join(spec.queries)}")
    side = arguments.pop("side", spec.sides[0])
    view = View(side, position.table, position.secrets.get(side))
    if kind == "odds":
        target, with_ = arguments.pop("target"), tuple(arguments.pop("with"))
        answer = spec.queries[kind](view, target, with_, arguments)
    else:
        answer = spec.queries[kind](view, **arguments)
    return differences(typed_like(answer.data), wanted, kind)
