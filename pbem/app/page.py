"""The page of one seat: its report and the composer of its next sheet in one HTML file."""

from __future__ import annotations

from pbem.app.bulletin import Bulletin, report, wording
from pbem.model.errors import Refused
from pbem.model.picture import Picture
from pbem.model.position import View
from pbem.model.telling import Choice, QueryAnswer
from pbem.report.page import Desk, render_page


def page(bulletin: Bulletin, sheet_text: str, file: str = "") -> str:
    """The file's text.  `file` is the name under which the sheet will be saved."""
    if bulletin.reader is None:
        raise Refused("the page is one seat's view", f"name a side: {', '.join(bulletin.spec.sides)}")
    picture = bulletin.picture
    if picture is None:
        raise Refused(f"{bulletin.spec.name} draws no map", "read the report as html")
    parts = bulletin.spec.parts
    desk = Desk(
        side=bulletin.reader,
        sheet=sheet_text,
        file=file or f"{bulletin.reader}-{bulletin.exchange + 1:02}.yaml",
        parts=tuple(part.name for part in parts),
        blocks=tuple(part.name for part in parts if part.single),
        choices=choices_of(bulletin),
        supply=supply_of(bulletin, picture),
    )
    return render_page(report(bulletin), picture, desk)


def view_of(bulletin: Bulletin) -> View:
    """What the reader may see as things stand after the exchange."""
    return View(bulletin.reader or "", bulletin.after, bulletin.own)


def choices_of(bulletin: Bulletin) -> tuple[Choice, ...]:
    """What the ruleset offers, as far as the sheet that is due now can say it: its parts follow what is asked."""
    parts = [part.name for part in bulletin.spec.parts]
    offered, side = wording(bulletin.spec).choices, bulletin.reader or ""
    due = [parts.index(d.topic) for d in bulletin.due if d.side == side and d.kind == "part" and d.topic in parts]
    if offered is None or not due:
        return ()
    return tuple(choice for choice in offered(view_of(bulletin)) if parts.index(choice.part) >= min(due))


def supply_of(bulletin: Bulletin, picture: Picture) -> dict[str, QueryAnswer]:
    """What `pbem supply` says about every unit on the map, the enemy's too, where nothing hides them."""
    ask, units = bulletin.spec.queries.get("supply"), bulletin.spec.names().get("unit", ())
    if ask is None:
        return {}
    view, known = view_of(bulletin), {*units}
    return {counter.id: ask(view, counter.id) for counter in picture.counters if counter.id in known}
