"""What systems there are, what their data rests on, and what a rule case says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pbem.court.rules import window_names
from pbem.engine.spec import RulesetSpec
from pbem.kit.data import CERTAINTIES, Shares, read_data
from pbem.model.errors import Refused, RulesBug
from pbem.model.names import did_you_mean
from pbem.model.records import frozen
from pbem.model.yamltext import plain, read
from pbem.office.offers import installed
from pbem.office.rulesets import ruleset
from pbem.play.bots import bot_names


@frozen
class FileShares:
    """A data file of a ruleset and how many of its values are of each certainty."""

    name: str
    shares: Shares

    @property
    def weakness(self) -> tuple[int, int]:
        """Files with the largest part of reconstructed values count as the weakest."""
        total = sum(self.shares.values()) or 1
        return self.shares.get("reconstructed", 0) * 1000 // total, self.shares.get("inferred", 0) * 1000 // total


def data_files(spec: RulesetSpec) -> list[FileShares]:
    """All data files of a ruleset, by name."""
    folder = Path(spec.folder, "data")
    found = []
    for path in sorted(folder.rglob("*.yaml")):
        data, problems = read_data(path.read_text(encoding="utf-8"), path.name)
        if data is None or problems:
            raise Refused(f"{path.name} of {spec.name} cannot be read", "pbem data check says what is wrong")
        found.append(FileShares(path.relative_to(folder).as_posix(), data.shares()))
    return found


def percentages(shares: Shares) -> dict[str, int]:
    """The shares in whole percent that add up to a hundred: what is lost by rounding goes to the largest rest."""
    total = sum(shares.values())
    if not total:
        return dict.fromkeys(CERTAINTIES, 0)
    exact = {certainty: shares.get(certainty, 0) * 100 for certainty in CERTAINTIES}
    whole = {certainty: value // total for certainty, value in exact.items()}
    by_rest = sorted(CERTAINTIES, key=lambda certainty: -(exact[certainty] % total))
    for certainty in by_rest[: 100 - sum(whole.values())]:
        whole[certainty] += 1
    return {str(certainty): share for certainty, share in whole.items()}


def together(files: list[FileShares]) -> Shares:
    total: Shares = dict.fromkeys(CERTAINTIES, 0)
    for file in files:
        for certainty, count in file.shares.items():
            total[certainty] = total.get(certainty, 0) + count
    return total


def game(name: str) -> dict[str, Any]:
    """All about one system, as data."""
    spec = ruleset(name)
    files = data_files(spec)
    return {
        "system": spec.name,
        "title": spec.title,
        "mark": spec.mark,
        "version": spec.version,
        "sides": list(spec.sides),
        "needs_referee": bool(spec.secrets) and spec.hides is None,
        "bots": bot_names(spec),
        "windows": window_names(spec),
        "scenarios": [{"name": s.name, "title": s.title, "words": s.words} for s in spec.scenarios],
        "options": [
            {"name": o.name, "choices": list(o.choices), "default": o.default, "case": o.case, "words": o.words}
            for o in spec.options
        ],
        "data": [{"file": file.name, **percentages(file.shares)} for file in files],
        "shares": percentages(together(files)),
        "weakest": max(files, key=lambda file: file.weakness).name if files else "",
    }


def is_known(name: str) -> bool:
    """Whether a system of this name is installed."""
    return name in installed()


def system_called(name: str) -> str:
    """The system of this name, or the one whose cases bear it as their mark: FO is ford."""
    by_mark = {} if is_known(name) else {ruleset(one).mark: one for one in installed()}
    return by_mark.get(name.upper(), name)


def described(name: str) -> dict[str, Any]:
    """The same, or why the system cannot be used."""
    try:
        return game(name)
    except (Refused, RulesBug) as error:
        return {"system": name, "broken": str(error)}


def rule(system: str, case: str) -> dict[str, Any]:
    """A case: our summary, its state, and the rulings that read it."""
    spec = ruleset(system)
    cases = _listing(spec, "cases.yaml")
    case = _without_mark(spec, case)
    if case not in cases:
        hint = did_you_mean(case, cases) or f"pbem rule {system} lists them all"
        raise Refused(f"{spec.mark} has no case {case!r}", hint)
    rulings = _listing(spec, "rulings.yaml")
    about = {name: ruling for name, ruling in rulings.items() if case in _cases_of(ruling)}
    return {"case": f"{spec.mark} {case}", **cases[case], "rulings": about}


def rules(system: str, under: str | None = None) -> dict[str, Any]:
    """Every case of a system, by its number; or those of a section that is no case itself: 9.1 has 9.1a and 9.1b."""
    spec = ruleset(system)
    listed = _listing(spec, "cases.yaml")
    if under is None:
        return listed
    under = _without_mark(spec, under)
    return {} if under in listed else {case: found for case, found in listed.items() if _lies_under(case, under)}


def _without_mark(spec: RulesetSpec, case: str) -> str:
    """The number alone, of a case as messages cite it: FO 5.4."""
    mark, _, number = case.partition(" ")
    return number.strip() if mark.upper() == spec.mark else case


def _lies_under(case: str, section: str) -> bool:
    """14.2 lies under 14, 14.25 and 14.2a under 14.2; 14.2 not under 1."""
    rest = case.removeprefix(section)
    return bool(rest) and rest != case and not (section.isdigit() and rest[0].isdigit())


def _cases_of(ruling: dict[str, Any]) -> list[str]:
    case = ruling.get("case", "")
    return case if isinstance(case, list) else [part.strip() for part in str(case).split(",")]


def _listing(spec: RulesetSpec, name: str) -> dict[str, Any]:
    path = Path(spec.folder, name)
    node, problems = read(path.read_text(encoding="utf-8"), name)
    data = plain(node) if node is not None else None
    if problems or not isinstance(data, dict):
        raise Refused(f"{name} of {spec.name} cannot be read", problems[0].message if problems else "")
    return data
