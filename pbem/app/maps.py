"""Maps: of a ruleset, empty or with a set-up; and of an atlas, also where no rules are written yet."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from pbem.app.bulletin import wording
from pbem.app.mapparts import MapWish, looked_at
from pbem.court.rules import check_options
from pbem.engine.spec import Setup
from pbem.model.errors import Refused
from pbem.model.names import did_you_mean
from pbem.model.position import View
from pbem.office.entrypoints import offered
from pbem.office.offers import installed
from pbem.office.rulesets import ruleset
from pbem.report import MapFormat, render_map

if TYPE_CHECKING:
    from pbem.model.picture import Picture

NOTHING: Mapping[str, str] = MappingProxyType({})


def map_of(
    system: str, *, blank: bool, scenario: str, form: MapFormat, wish: MapWish, options: Mapping[str, str] = NOTHING
) -> str | bytes:
    """The map of a system."""
    picture = looked_at(picture_of(system, blank=blank, scenario=scenario, options=options), wish)
    return render_map(picture, form, whole=wish.whole, scale=wish.scale)


def picture_of(system: str, *, blank: bool, scenario: str, options: Mapping[str, str] = NOTHING) -> Picture:
    if system not in installed():
        return atlas_picture(system)
    spec = ruleset(system)
    draw = wording(spec).picture
    if draw is None:
        return atlas_picture(system)
    names = [found.name for found in spec.scenarios]
    if scenario and scenario not in names:
        raise Refused(f"{system} has no scenario {scenario!r}", f"there are: {', '.join(names)}")
    check_options(spec, options)
    setup = Setup(scenario=scenario or names[0], options=options)
    with spec.on_board(setup):
        return draw(View("", None if blank else spec.set_up(setup).table), None)


# atlases


def atlases() -> list[Any]:
    """Every installed atlas: a module with GAMES, blank, generate and target."""
    return [point.load() for point in offered("pbem.atlases")]


def atlas_picture(system: str) -> Picture:
    """The empty map that an atlas draws for a system."""
    game = system.replace("-", "_")
    for atlas in atlases():
        if game in atlas.GAMES:
            found: Picture = atlas.blank(game)
            return found
    known = [*installed(), *(name.replace("_", "-") for atlas in atlases() for name in atlas.GAMES)]
    raise Refused(f"no map of {system!r}", did_you_mean(system, known) or f"there are: {', '.join(sorted(set(known)))}")


def build_maps() -> list[str]:
    """Write every map that an atlas draws; the files that changed."""
    changed = []
    for atlas in atlases():
        for game in atlas.GAMES:
            path, text = atlas.target(game), atlas.generate(game)
            if not path.exists() or path.read_text(encoding="utf-8") != text:
                path.write_text(text, encoding="utf-8")
                changed.append(f"{game}/{path.name}")
    return changed


def stale_maps() -> list[str]:
    """The maps that are not what the atlas would write now."""
    return [
        f"{game}/{atlas.target(game).name}"
        for atlas in atlases()
        for game in atlas.GAMES
        if not atlas.target(game).exists() or atlas.target(game).read_text(encoding="utf-8") != atlas.generate(game)
    ]
