"""The files of a page that follow from the rules: `state.yaml` and the reports, byte for byte."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pbem.app.flow.reporting import Published, Reports
from pbem.book.findings import Findings, Level
from pbem.book.layout import page_name
from pbem.book.shown import shown


def check_files(
    published: Published,
    page_number: int,
    others: Mapping[str, bytes],
    views: Iterable[str],
    reports: Reports,
    findings: Findings,
) -> None:
    """`state.yaml` and the reports, byte for byte; and no file that has no business there."""
    name = f"book/{page_name(page_number)}"
    expected: dict[str, bytes] = {}
    if has_state(published):
        expected["state.yaml"] = shown(published.state).encode("utf-8")
    made = reports(published)
    for file, data in {**expected, **made}.items():
        level: Level = "states" if file == "state.yaml" else "reports"
        if file not in others:
            findings.broke(level, f"{name}/{file}", "is missing")
        else:
            findings.check(level, f"{name}/{file}", others[file] == data, "comes out otherwise when written again")
    for file in sorted(others.keys() - expected.keys() - made.keys() - set(views)):
        findings.broke("envelopes", f"{name}/{file}", "does not belong to the book")


def has_state(published: Published) -> bool:
    """Whether a page has a state of its own: the charter, and whatever was judged."""
    outcome = published.outcome
    return published.number == 0 or outcome is not None


def expected_files(published: Published, reports: Reports) -> dict[str, bytes]:
    """The files of a page that follow from the rules."""
    files = dict(reports(published))
    if has_state(published):
        files["state.yaml"] = shown(published.state).encode("utf-8")
    return files
