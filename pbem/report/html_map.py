"""A map in an HTML file: the drawing, on paper its legible parts and then the whole, and its twin as a table."""

from __future__ import annotations

from collections import defaultdict

from pbem.model.picture import Picture
from pbem.report.additions import MAP_TABLE
from pbem.report.drawing.counters import describe
from pbem.report.drawing.fitting import fit
from pbem.report.drawing.markup import num, said
from pbem.report.drawing.panels import captions, not_shown, panels_of, printed_size, stacked
from pbem.report.drawing.svg import draw, view_of


def map_sheet(picture: Picture, prefix: str) -> str:
    """The drawing, which scripts open on the front and paper shows whole."""
    return f'<div class="sheet">{draw(picture, prefix=prefix, embedded=True)}</div>'


def panels(picture: Picture, prefix: str) -> str:
    """What only paper shows: the parts of the map where the action is, as views of the one drawing."""
    boxes, fitting = panels_of(picture), fit(picture)
    drawn = []
    for box, caption in zip(boxes, captions(picture, boxes), strict=True):
        wide, high = printed_size(picture, box)
        drawn.append(
            f'<figure><svg class="part" viewBox="{view_of(box, fitting)}" width="{num(wide)}mm" height="{num(high)}mm">'
            f'<use href="#{prefix}-land"/></svg><figcaption>{said(caption)}</figcaption></figure>'
        )
    rest = not_shown(picture, boxes)
    words = f"<p>{said(rest)}</p>" if rest else ""
    return f'<div class="panels" aria-hidden="true">{"".join(drawn)}{words}</div>' if drawn else ""


def stacks(picture: Picture) -> str:
    """What only paper says: which counters lie below others."""
    words = stacked(picture, panels_of(picture))
    return f'<p class="stacks" aria-hidden="true">{said(words)}</p>' if words else ""


def map_table(picture: Picture) -> str:
    """The map's twin for those who do not see it: each occupied space with its units."""
    forces = {force.key: force.name for force in picture.forces}
    names = {space.id: space.name for space in picture.spaces}
    towns = {town.space: town.name for town in picture.towns}
    units: dict[str, list[str]] = defaultdict(list)
    for counter in picture.counters:
        units[counter.space].append(f"{forces.get(counter.force, '')}: {describe(counter)}")
    rows = "".join(
        f'<tr><th scope="row">{said(space)}</th><td>{said(names.get(space) or towns.get(space, ""))}</td>'
        f"<td>{'<br>'.join(said(unit) for unit in units[space])}</td></tr>"
        for space in sorted(units)
    )
    head = '<thead><tr><th scope="col">space</th><th scope="col">name</th><th scope="col">units</th></tr></thead>'
    table = f'<div class="scroll" tabindex="0"><table>{head}<tbody>{rows}</tbody></table></div>'
    return f"<details><summary>{MAP_TABLE}</summary>{table}</details>"
