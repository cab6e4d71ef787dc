"""How sides differ without colour: whose counters are dark and square, whose light with cut corners, and what is
drawn inside the frame; whose arrows are hollow and whose frontier is broken."""

from __future__ import annotations

from pbem.model.picture import Picture, Tone
from pbem.model.records import frozen

FACE = 58.0  # a counter's width where spaces are 100 apart
_SQUARE = "M-24-29h48a5 5 0 0 1 5 5v48a5 5 0 0 1-5 5h-48a5 5 0 0 1-5-5v-48a5 5 0 0 1 5-5z"
_CUT = "M-19-29h38l10 10v38l-10 10h-38l-10-10v-38z"
_WITHIN = "M-17.5-25.5h35l8 8v35l-8 8h-35l-8-8v-35z"
_BARS = "M-25-17.5v35M-22-19.5v39M25-17.5v35M22-19.5v39"
_HATCH = "M29-17L17-29M29-9L9-29M29-1L1-29"


@frozen
class SideFrame:
    """A tone's frame: its outline, what is drawn inside it, and whether its sides are those with cut corners."""

    outline: str
    inside: str = ""
    light: bool = False

    @property
    def written(self) -> float:
        """How wide a counter's name may be: cut corners leave less room."""
        return 46.0 if self.light else 54.0


FRAMES: dict[Tone, SideFrame] = {
    "field-grey": SideFrame(_SQUARE),
    "red": SideFrame(_SQUARE, _HATCH),
    "black": SideFrame(_SQUARE),
    "olive": SideFrame(_CUT, light=True),
    "sand": SideFrame(_CUT, _WITHIN, light=True),
    "blue": SideFrame(_CUT, _BARS, light=True),
}


def tones_used(picture: Picture) -> list[Tone]:
    """The tones of the forces on the map; black for counters and moves of none."""
    known = {force.key: force.tone for force in picture.forces}
    shown = {counter.force for counter in picture.counters} | {move.force for move in picture.moves}
    strangers: set[Tone] = set() if shown <= known.keys() else {"black"}
    return sorted({*known.values(), *strangers})


def faces(picture: Picture, prefix: str) -> list[str]:
    """A face with its shade for each tone."""
    return [_face(tone, prefix) for tone in tones_used(picture)]


def _face(tone: Tone, prefix: str) -> str:
    frame, name = FRAMES[tone], f"{prefix}-{tone}"
    light = ' data-light="1"' if frame.light else ""
    inside = f'<path class="pm-inside" d="{frame.inside}"/>' if frame.inside else ""
    return (
        f'<g id="{name}-face"{light}><path class="pm-shade" transform="translate(2.5 3)" d="{frame.outline}"/>'
        f'<path d="{frame.outline}"/>{inside}</g>'
    )
