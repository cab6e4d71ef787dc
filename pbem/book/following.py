"""From page to page: one function judges a page and gives the course after it.

It serves those who take a page in and those who audit: the first stop at the first break, the others go on as
far as they can.
"""

from __future__ import annotations

from pbem.book.agreed import after_agreement
from pbem.book.course import Course
from pbem.book.findings import Findings
from pbem.book.opened import after_opening
from pbem.book.page import Page
from pbem.book.recorded import after_record
from pbem.model.errors import Tampered

ENDS = {"record.yaml": "record.pbem", "agreement.yaml": "agreement", "opening.yaml": "opening-referee.pbem"}
"""What a page ends with, by the file that shows it."""


def after_page(course: Course, page: Page, findings: Findings) -> Course:
    """The course after a page; what is wrong with the page is found."""
    if page.number != course.open_number:
        findings.broke("heads", page.name, f"follows number {course.number}")
    kinds = [kind for kind in ("record", "agreement", "opening") if getattr(page, kind) is not None]
    if len(kinds) != 1:
        lost = ENDS.get(next((file for file in ENDS if file in page.others), ""), "")
        if lost and not kinds:
            findings.broke("heads", f"{page.name}/{lost}", "is missing")
        raise Tampered("holds not exactly one record, agreement or opening")
    if (course.result is not None and kinds != ["opening"]) or course.opened:
        findings.broke("heads", page.name, "follows the end of the game")
    judge = {"record": after_record, "agreement": after_agreement, "opening": after_opening}[kinds[0]]
    after = judge(course, page, findings)
    return after.followed_by(page)
