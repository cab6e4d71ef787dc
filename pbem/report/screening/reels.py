"""A film as data for its page: the base map once, every counter's face once, positions and layers as differences."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, replace
from html import unescape
from typing import Any

from pbem.model.film import Film, Scene, Shot
from pbem.model.picture import Counter, Crossing, Picture, Space
from pbem.model.records import mutable
from pbem.report.clean import clean
from pbem.report.drawing import counters, lines, stars, terrain
from pbem.report.drawing.fitting import MARGIN, Fit, fit, fitted
from pbem.report.drawing.piles import piles
from pbem.report.drawing.svg import draw
from pbem.report.drawing.yards import yards_of

PREFIX = "map"
EDGE = 8.0  # what is seen around the map
_PLACED = re.compile(r'^<g([^>]*?) transform="([^"]*)"([^>]*)>')
_WINDOWS = re.compile(r' data-windows="[^"]*"')
_UNIT = re.compile(r'data-unit="([^"]*)"')
LAYERS = {"crossings": lambda page: lines.crossings(page, PREFIX), "control": terrain.country}
"""What changes on the ground in the course of a game, and how it is drawn."""
Drawn = tuple[str, str, int]
"""A counter's look, where it lies, and how far above others."""


@mutable(slots=False)
class Phrasebook:
    """Texts that are said often, each kept once."""

    known: dict[str, int] = field(default_factory=dict)

    def put(self, text: str) -> int:
        return self.known.setdefault(text, len(self.known))

    @property
    def all(self) -> list[str]:
        return list(self.known)


class Reels:
    """The films of one game, as they are packed."""

    def __init__(self, films: Sequence[Film]) -> None:
        self.films = films
        self.words, self.looks, self.names, self.strokes = Phrasebook(), Phrasebook(), Phrasebook(), Phrasebook()
        self.layers = {name: Phrasebook() for name in LAYERS}
        self.steps: dict[str, str] = {}
        """The signed names of steps, and how they are told."""
        self.fit: Fit = fit(films[0].empty)
        self.page = fitted(films[0].empty, self.fit)
        self.yards = yards_of(films[0].empty).on(self.fit)
        ranked = sorted(self.page.spaces, key=lambda space: (space.centre[1], space.centre[0]))
        self.ranks = {space.id: rank for rank, space in enumerate(ranked)}
        self.by_rank = [space.id for space in ranked]
        self.spaces: dict[str, Space] = {space.id: space for space in self.page.spaces}

    # the ground

    def base(self) -> str:
        """The map without counters, with every sign that the film uses; names keep clear of all that was ever held."""
        seen: dict[tuple[str, ...], Counter] = {}
        held: dict[str, Counter] = {}
        signs: dict[tuple[str, float], Crossing] = {}
        for picture in pictures(self.films):
            for counter in picture.counters:
                held.setdefault(counter.space, counter)
                seen.setdefault((counter.force, counter.branch, counter.size), replace(counter, space=""))
            signs.update({(crossing.kind, crossing.angle): crossing for crossing in picture.crossings})
        shown = {(crossing.kind, crossing.angle) for crossing in self.films[0].empty.crossings}
        more = tuple(crossing for sign, crossing in signs.items() if sign not in shown)
        first = self.films[0].empty
        picture = replace(first, counters=(*held.values(), *seen.values()), crossings=(*first.crossings, *more))
        return "\n".join(_emptied(draw(picture, prefix=PREFIX, embedded=True).split("\n")))

    def drawn(self, picture: Picture, spaces: Iterable[str]) -> dict[str, Drawn]:
        """The counters of some spaces, as they are drawn there."""
        found: dict[str, Drawn] = {}
        for name in spaces:
            here = tuple(counter for counter in picture.counters if counter.space == name)
            if not here or name not in self.spaces:
                continue
            page = replace(self.page, spaces=(self.spaces[name],), counters=here, forces=picture.forces)
            parts = counters.counters(page, PREFIX, piles(page, self.yards))
            for number, part in enumerate(parts[1:-1]):
                if not (placed := _PLACED.match(part)):
                    continue
                unit = _UNIT.search(placed[0])
                look = f"<g{placed[1]}{placed[3]}>{part[placed.end() :]}"
                found[unescape(unit[1]) if unit else f"#{name} {number}"] = (
                    look,
                    placed[2],
                    self.ranks[name] * 100 + number,
                )
        return found

    def frame(self) -> list[int]:
        """What is seen of the drawing: the map without its heading and legend."""
        wide, high = self.fit.width + 2 * EDGE, self.fit.height + 2 * EDGE
        return [*map(round, (MARGIN - EDGE, self.fit.top - EDGE, wide, high))]

    def owners(self) -> dict[str, str]:
        """Whose every piece is, without markers: British and Americans are one side."""
        found = ((one.id, picture.owner(one)) for picture in pictures(self.films) for one in picture.counters
                 if not one.is_marker)  # fmt: skip
        return dict(found)

    def layer_changes(self, before: Picture | None, after: Picture) -> dict[str, int]:
        """The layers of the ground that are drawn otherwise."""
        found = {}
        for name, source in (("crossings", "crossings"), ("control", "spaces")):
            if before is not None and getattr(before, source) == getattr(after, source):
                continue
            page = fitted(replace(after, counters=(), moves=(), battles=()), self.fit)
            found[name] = self.layers[name].put("".join(LAYERS[name](page)))
        return found

    # scenes and shots

    def view(self, film: Film, lives: Mapping[str, Sequence[Any]]) -> dict[str, Any]:
        """One reader's film."""
        state = Screen(self)
        scenes = [self.scene(scene, state) for scene in film.scenes]
        told = {name: [[one.scene, one.shot, self.words.put(one.words)] for one in own] for name, own in lives.items()}
        return {"reader": film.reader, "scenes": scenes, "lives": told}

    def scene(self, scene: Scene, state: Screen) -> dict[str, Any]:
        opening = state.changes(scene.before)
        shots, silent = [], []
        for number, shot in enumerate(scene.shots):
            if shot.silent:
                silent.append([shot.stretch, shot.entry, int(shot.own)])
            else:
                shots.append(self.shot(number, shot, state))
        plain = {
            "n": scene.number, "kind": scene.kind, "turn": scene.turn, "at": scene.at, "label": scene.label,
            "remarks": [*map(clean, scene.remarks)], "secrets": [*map(clean, scene.secrets)],
            "aside": int(scene.aside), "silent": silent, "shots": shots,
        }  # fmt: skip
        if scene.base != scene.number:
            plain["base"] = scene.base
        return plain | opening | {"end": state.changes(scene.after)}

    def shot(self, number: int, shot: Shot, state: Screen) -> dict[str, Any]:
        page = replace(
            self.page,
            counters=shot.after.counters,
            forces=shot.after.forces,
            moves=tuple(replace(move, points=self.fit.all(move.points)) for move in shot.moves),
            battles=tuple(replace(battle, at=self.fit.at(battle.at)) for battle in shot.battles),
        )
        arrows = "".join(lines.arrows(page)[1:-1])
        starred = "".join(stars.drawn(stars.placed(page, (), self.yards))[1:-1])
        became = "; ".join(f"{deed.unit} {deed.words}" for deed in shot.deeds)
        said = (became if shot.moves and says_no_verb(shot) else with_verb(shot) or became) or shot.case
        step = f"{shot.turn} {shot.step}".strip()
        self.steps[step] = shot.when
        plain: dict[str, Any] = {
            "i": number, "at": [shot.stretch, shot.entry], "case": shot.case, "step": step,
            "w": self.words.put(self.films[0].with_towns(said)),
        }  # fmt: skip
        more = {
            "own": int(shot.own),
            "card": [[*map(clean, label)] for label in shot.card],
            "units": [*map(self.names.put, shot.units)],
            "places": [*shot.places],
            "deeds": [[self.names.put(deed.unit), self.words.put(deed.words)] for deed in shot.deeds],
            "dice": [[one.name, one.case, one.die, [*one.faces], one.drawn, one.full] for one in shot.throws],
            "why": [*shot.cause] if shot.cause else None,
            "arrows": self.strokes.put(arrows) + 1 if arrows else 0,
            "stars": self.strokes.put(starred) + 1 if starred else 0,
            "luck": state.figures("luck", shot.luck),
        }
        return plain | {key: value for key, value in more.items() if value} | state.changes(shot.after)


class Screen:
    """What the page shows as its film runs: the differences are worked out against it."""

    def __init__(self, reels: Reels) -> None:
        self.reels = reels
        self.picture: Picture | None = None
        self.shown: dict[str, dict[str, Drawn]] = {}
        self.said: dict[str, Mapping[str, int]] = {}

    def figures(self, name: str, now: Mapping[str, int]) -> dict[str, int] | None:
        if self.said.get(name) == now:
            return None
        self.said[name] = now
        return {**now}

    def changes(self, after: Picture) -> dict[str, Any]:
        """What is drawn otherwise: counters `[name, look, place, height]` or `[name]` where one is gone, and layers."""
        before, reels = self.picture, self.reels
        layers = reels.layer_changes(before, after)
        self.picture = after
        old = _by_space(before) if before else {}
        new = _by_space(after)
        touched = [name for name in dict.fromkeys((*old, *new)) if old.get(name) != new.get(name)]
        now = reels.drawn(after, touched)
        was = {name: drawn for space in touched for name, drawn in self.shown.pop(space, {}).items()}
        for name, drawn in now.items():
            self.shown.setdefault(reels.by_rank[drawn[2] // 100], {})[name] = drawn
        changed = [
            [reels.names.put(name), reels.looks.put(drawn[0]), drawn[1], drawn[2]]
            for name, drawn in now.items()
            if was.get(name) != drawn
        ]
        gone = [[reels.names.put(name)] for name in was if name not in now]
        return {key: value for key, value in (("c", [*gone, *changed]), ("layers", layers)) if value}


def says_no_verb(shot: Shot) -> bool:
    """`12 VG 1006`, as a report has it in a row of many: who moved, and where to."""
    return set(shot.words.split()) <= {word for name in (*shot.units, *shot.places) for word in name.split()}


def with_verb(shot: Shot) -> str:
    """`12 VG 1006 by road` and `2 Foot to 0403, 1` with the verb that a row of many does without."""
    if not shot.moves:
        return shot.words
    names = "|".join(re.escape(name) for name in sorted(shot.units, key=len, reverse=True))
    places = "|".join(re.escape(place) for place in sorted(shot.places, key=len, reverse=True))
    found = re.match(rf"((?:{names})(?:(?:, | and | \+ | )(?:{names}))*) (to |by )?({places})(?![\w-])", shot.words)
    if not (names and places and found):
        return shot.words
    goes = "goes" if found[1] in shot.units else "go"
    return f"{found[1]} {goes} {found[2] or 'to '}{shot.words[found.start(3) :]}"


def _by_space(picture: Picture) -> dict[str, list[Counter]]:
    found: dict[str, list[Counter]] = {}
    for counter in picture.counters:
        found.setdefault(counter.space, []).append(counter)
    return found


def pictures(films: Iterable[Film]) -> Iterable[Picture]:
    """Every map that is shown."""
    for film in films:
        for scene in film.scenes:
            yield scene.before
            yield from (shot.after for shot in scene.shots)
            yield scene.after


def _emptied(text: Sequence[str]) -> list[str]:
    """The drawing without its counters, and with a place for each layer that may change."""
    kept, depth = [], 0
    for line in text:
        if depth:
            depth += (line.startswith("<g") and not line.endswith("</g>")) - (line == "</g>")
        elif line in ('<g class="pm-counters">', '<g class="pm-crossings">'):
            depth = 1
            kept.append('<g class="pm-counters"></g>' if "counters" in line else '<g data-layer="crossings"></g>')
        elif ' pm-band"' not in line:
            kept.append(_WINDOWS.sub("", line))
        if line.startswith('<g class="pm-country"'):
            kept.append('<g data-layer="control"></g>')
    return kept
