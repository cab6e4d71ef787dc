"""Check a sheet before it is sent: all problems at once, each line as understood, and how often it can stop."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from pbem.engine.spec import Cannot, PartSpec
from pbem.engine.stands import Stand
from pbem.engine.trial import RefusedLine, Trial, in_vain, samples, understood
from pbem.model.problem import Kind, Problem, Where
from pbem.model.records import frozen
from pbem.model.sheet import Order, Part, Sheet

TRIALS = 12


@frozen
class Echo:
    """A line as understood."""

    part: str
    at: Where
    words: str


@frozen
class Checked:
    problems: tuple[Problem, ...]
    echoes: tuple[Echo, ...]
    stops: tuple[str, ...]
    """The questions, by topic, that the sheet and the standing orders leave open."""
    trials: int


def check(stand: Stand, sheet: Sheet, *, sure_above: int | None = None) -> Checked:
    """Play the sheet through in trials; where not one can be made, judge its lines singly.

    `sure_above`: orders are missing from the sheet, and only what stands above this line cannot depend on them.  All
    else that is found is no more than doubtful, and notes on whole parts are of no use.
    """
    trials = list(samples(stand, sheet, TRIALS, ahead=True))
    if not trials:
        singly = _judged_singly(stand, sheet.parts.values())
        return Checked(tuple(singly), tuple(_echoes(stand, sheet, [])), (), 0)
    later = [part for part in sheet.parts.values() if stand.terms.spec.part(part.name).serves != "this turn"]
    notes = _noted(stand, sheet, trials) if sure_above is None else []
    found = [
        *_refused(stand, sheet, trials, sure_above),
        *notes,
        *_judged_singly(stand, later),
        *_in_vain(stand, sheet, trials),
        *_taken_twice(stand, sheet),
        *(_not_asked(stand, sheet, trials) if sure_above is None else ()),
        *_judged_singly(stand, _refused_whole(stand, sheet, trials, notes)),
        *_needed(stand, trials),
    ]
    problems = list({(one.where, one.message): one for one in reversed(found)}.values())
    stops = sorted({f"{stop.topic} ({stop.case})" for trial in trials for stop in trial.stops})
    wrong = {problem.where for problem in problems if problem.kind == "illegal"}
    echoes = tuple(echo for echo in _echoes(stand, sheet, trials) if echo.at not in wrong)
    return Checked(tuple(sorted(problems, key=_by_place)), echoes, tuple(stops), len(trials))


def planned(sheet: Sheet) -> list[Part]:
    """The orders under `ahead:`."""
    return [plan.part for plan in sheet.ahead or () if not plan.stop]


def _places(parts: Iterable[Part]) -> set[Where]:
    """Where lines of parts stand, what is ordered within them and in their place: of later turns nothing is sure."""
    return {each.at for part in parts for line in part.lines for each in _with_inner(line)}


def _with_inner(line: Order) -> Iterator[Order]:
    """A line and the lines in its fields: moves and attacks of one card, alternatives."""
    yield line
    for value in vars(line).values():
        for inner in value if isinstance(value, tuple) else (value,):
            if isinstance(inner, Order):
                yield from _with_inner(inner)


def _by_place(problem: Problem) -> tuple[int, int, str]:
    return problem.where.line, problem.where.column, problem.message


def _refused(stand: Stand, sheet: Sheet, trials: list[Trial], sure_above: int | None) -> list[Problem]:
    """Refused whenever it is reached: illegal.  Sometimes, or in a later turn, or for what is missing: doubtful."""
    reached: Counter[tuple[str, Where]] = Counter()
    refusals: dict[tuple[str, Where], list[RefusedLine]] = {}
    for trial in trials:
        reached.update(set(trial.reached))
        for key, refusal in {(r.part, r.line.at): r for r in reversed(trial.refusals)}.items():
            refusals.setdefault(key, []).append(refusal)
    mark, problems = stand.terms.spec.mark, list[Problem]()
    plans = _places(planned(sheet))
    for key, found in refusals.items():
        first = found[0]
        always = len(found) >= reached[key]
        why = first.why if always else f"{first.why} (in {len(found)} of {len(trials)} trials)"
        case = first.case if first.case == "sheet" else f"{mark} {first.case}"
        sure = (sure_above is None or key[1].line < sure_above) and key[1] not in plans
        kind: Kind = "illegal" if always and sure else "doubtful"
        hint = _certain_hint(found, len(trials))
        problems.append(Problem(kind=kind, case=case, message=why, hint=hint, where=key[1]))
    return problems


def _certain_hint(found: list[RefusedLine], trials: int) -> str:
    """What every trial advises that refuses; advice that differs, or that one of many gives, may rest on a guess."""
    hints = {refusal.hint for refusal in found}
    return hints.pop() if len(hints) == 1 and (len(found) > 1 or trials == 1) else ""


def _noted(stand: Stand, sheet: Sheet, trials: list[Trial]) -> list[Problem]:
    """What every trial told the owner about his papers; of a part that was not taken, with its case."""
    told = Counter(note for trial in trials for note in set(trial.notes))
    plans = _places(planned(sheet))
    return [
        _not_taken(stand, sheet, note.words, note.where)
        or Problem(
            kind="illegal" if note.unlawful and note.where not in plans else "doubtful",
            case="sheet",
            message=note.words,
            where=note.where,
        )
        for note, times in sorted(told.items(), key=lambda item: (item[0].where.line, item[0].words))
        if times == len(trials)
    ]


def _needed(stand: Stand, trials: list[Trial]) -> list[Problem]:
    """What the rules demand and the sheet says nothing about: a line would be asked for."""
    told = Counter(
        wanted
        for trial in trials
        for wanted in {
            (stop.topic, stop.case, stop.prompt) for stop in trial.stops if stop.facts.get("again") == "need"
        }
    )
    often = "" if not told else f"in {max(told.values())} of {len(trials)} trials"
    return [
        Problem(
            kind="doubtful",
            case=f"{stand.terms.spec.mark} {case}",
            message=f"{part}: must be ordered and is not: {prompt}{f' ({often})' if times < len(trials) else ''}",
            where=Where(),
        )
        for (part, case, prompt), times in sorted(told.items())
    ]


def _in_vain(stand: Stand, sheet: Sheet, trials: list[Trial]) -> Iterator[Problem]:
    """Wishes that cannot come true: as things stood when the turn of their lines came, else as they stand now."""
    known: dict[tuple[str, Where], tuple[Cannot, ...]] = {}
    for trial in trials:
        known = trial.vain | known
    plans = [(part, stand.terms.spec.part(part.name)) for part in planned(sheet)]
    for part, spec in (*_parts(stand, sheet), *plans):
        for line in part.lines if spec.vain else ():
            found = known.get((part.name, line.at))
            for wrong in in_vain(spec, stand.now, line) if found is None else found:
                yield _problem(stand, "doubtful", wrong, line.at)


def _taken_twice(stand: Stand, sheet: Sheet) -> Iterator[Problem]:
    """What a line that waits would use, and a line of this turn or a plan uses up, probably before it."""
    waits = [(part, spec) for part, spec in _in_force(stand, sheet) if spec.serves != "this turn"]
    plans = [(part, stand.terms.spec.part(part.name)) for part in planned(sheet)]
    now = [(part, spec) for part, spec in _parts(stand, sheet) if spec.serves == "this turn"]
    for part, spec in (*now, *plans):
        for line in part.lines:
            taken = {*_taken(spec, line)}
            for other, waiting in waits:
                for what in sorted({*(what for one in other.lines for what in _taken(waiting, one))} & taken):
                    words = f"{what} is used here and waits in {other.name}, too: it serves once"
                    hint = f"take it out of {other.name}, or keep it for that"
                    yield Problem(kind="doubtful", case="sheet", message=words, hint=hint, where=line.at)


def _taken(spec: PartSpec, line: Order) -> Iterable[str]:
    return spec.takes(line) if spec.takes else ()


def _in_force(stand: Stand, sheet: Sheet) -> Iterator[tuple[Part, PartSpec]]:
    """The parts of the sheet, and those of earlier sheets that it does not replace."""
    yield from _parts(stand, sheet)
    for name, part in stand.papers.kept.items():
        if name not in sheet.parts:
            yield part, stand.terms.spec.part(name)


def _not_asked(stand: Stand, sheet: Sheet, trials: list[Trial]) -> Iterator[Problem]:
    """Parts that no trial asked for in what is left of this turn: they are not carried out."""
    for part, _ in _parts(stand, sheet):
        if part.lines and all(part.name in trial.left for trial in trials):
            words = f"{part.name}: not asked for in what is left of this turn, nothing of it would be used"
            yield Problem(kind="doubtful", case="sheet", message=words, where=part.lines[0].at)


def _refused_whole(stand: Stand, sheet: Sheet, trials: list[Trial], notes: Iterable[Problem]) -> list[Part]:
    """Parts that were refused before their first line was looked at."""
    reached, told = {part for trial in trials for part, _ in trial.reached}, {problem.where for problem in notes}
    parts = [part for part, spec in _parts(stand, sheet) if spec.serves == "this turn" and part.lines]
    return [part for part in parts if part.name not in reached and part.lines[0].at in told]


def _problem(stand: Stand, kind: Kind, wrong: Cannot, where: Where) -> Problem:
    case, why, hint = (*wrong, "") if len(wrong) == 2 else wrong
    return Problem(kind=kind, case=f"{stand.terms.spec.mark} {case}", message=why, hint=hint, where=where)


def _not_taken(stand: Stand, sheet: Sheet, words: str, where: Where) -> Problem | None:
    """A part as a whole was judged: the ruleset says of its first line what is wrong, by which case."""
    for part, spec in _parts(stand, sheet):
        if part.lines and part.lines[0].at == where and words.startswith(f"{part.name}: ") and spec.cannot:
            wrong = spec.cannot(stand.bookmark.entry.table, stand.side, part.lines[0])
            if wrong is not None and wrong[1] in words:
                return _problem(stand, "illegal", wrong, where)
    return None


def _echoes(stand: Stand, sheet: Sheet, trials: list[Trial]) -> list[Echo]:
    """Each line as understood when its turn came; one that was never reached, as things stand now."""
    now = stand.now
    found: dict[tuple[str, Where], str] = {}
    for trial in trials:
        found = trial.echoes | found
    plans = [(part, stand.terms.spec.part(part.name)) for part in planned(sheet)]
    for part, spec in (*_parts(stand, sheet), *plans):
        for line in part.lines:
            if (part.name, line.at) not in found and (words := understood(spec, now, line)):
                found[part.name, line.at] = words
    echoes = [Echo(part, at, words) for (part, at), words in found.items()]
    return sorted(echoes, key=lambda echo: (echo.at.line, echo.at.column))


def _judged_singly(stand: Stand, parts: Iterable[Part]) -> list[Problem]:
    """Lines that no trial reaches, as things stand now: the first of a part that is asked for now is surely judged."""
    due = {decision.topic for decision in stand.due if decision.kind == "part"}
    table, problems = stand.now.table, list[Problem]()
    for part in parts:
        spec = stand.terms.spec.part(part.name)
        for line in part.lines:
            wrong = spec.cannot(table, stand.side, line) if spec.cannot else None
            if wrong is None:
                continue
            kind: Kind = "illegal" if part.name in due and line is part.lines[0] and not line.if_ else "doubtful"
            problems.append(_problem(stand, kind, wrong, line.at))
    return problems


def _parts(stand: Stand, sheet: Sheet) -> list[tuple[Part, PartSpec]]:
    return [(part, stand.terms.spec.part(part.name)) for part in sheet.parts.values()]
