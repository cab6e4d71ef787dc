"""The drawing's colours, by day and by night, and the style rules made of them."""

from __future__ import annotations

from pbem.model.picture import Look, Tone
from pbem.model.records import frozen
from pbem.report.drawing.frames import FRAMES


@frozen
class Ground:
    """A terrain's tint and the ink of its pattern, by day and by night."""

    tint: str
    ink: str
    night_tint: str
    night_ink: str


@frozen
class Paint:
    """A side's colours: its counters, what is written on them, their edge; its arrows and its country."""

    face: str
    ink: str
    edge: str
    strong: str
    night_strong: str


GROUNDS: dict[Look, Ground] = {
    "clear": Ground("#f4efdc", "#d9cfae", "#2e2f2a", "#3e4038"),
    "mixed": Ground("#eceed3", "#aebb8a", "#2d332a", "#566149"),
    "light-woods": Ground("#e3ecca", "#9ab57c", "#2b3629", "#5a7650"),
    "woods": Ground("#cfe0b4", "#7f9f66", "#27382a", "#5b8057"),
    "forest": Ground("#b3cc98", "#5a7f4c", "#203324", "#5f8a5c"),
    "rough": Ground("#efdfbf", "#b99d6b", "#38322a", "#7d6b4c"),
    "hills": Ground("#e9d5aa", "#b08d55", "#3a3226", "#856d45"),
    "broken": Ground("#ece2c4", "#b3a274", "#35322a", "#776d50"),
    "marsh": Ground("#dbe8dd", "#6f9c9a", "#26332f", "#557f7c"),
    "town": Ground("#f0e4d2", "#c2a68f", "#372f2b", "#8d7565"),
    "city": Ground("#e6d6c7", "#b3927f", "#3f332d", "#a0816d"),
    "water": Ground("#bcd9e8", "#86b1c9", "#1d3442", "#3c6880"),
}

PAINTS: dict[Tone, Paint] = {
    "field-grey": Paint("#8f9b94", "#0f1311", "#39423d", "#46524b", "#a9b8af"),
    "olive": Paint("#d6dea4", "#15180a", "#565e28", "#5a6a1e", "#b8c46e"),
    "sand": Paint("#efdfb2", "#241a05", "#7a6431", "#9a6f14", "#e0bd68"),
    "blue": Paint("#c3d8f0", "#0b1726", "#3f5c82", "#27588f", "#8fb7e6"),
    "red": Paint("#c98577", "#220803", "#6f2d22", "#a2301f", "#e88f80"),
    "black": Paint("#4b4d50", "#f6f6f2", "#17181a", "#1b1c1e", "#b9bcc0"),
}


@frozen
class Needed:
    """The grounds and sides that drawings show: those of others need no rules."""

    looks: tuple[Look, ...] = tuple(GROUNDS)
    tones: tuple[Tone, ...] = tuple(PAINTS)


EVERY = Needed()

# selector, property, value by day, value by night or "" if the same
INKS: tuple[tuple[str, str, str, str], ...] = (
    (".pm-paper", "fill", "#fbf8ef", "#1c1d1b"),
    (".pm-sheet", "fill", "#fffdf6", "#232421"),
    (".pm-sheet", "stroke", "#cfc7b0", "#45463f"),
    (".pm-grid", "stroke", "#8d8468", "#6b6a5e"),
    (".pm-water", "stroke", "#6fa5c4", "#4a88aa"),
    (".pm-bank", "stroke", "#4a7f9f", "#2a566d"),
    (".pm-river-name", "fill", "#1d4f6d", "#8fc3de"),
    (".pm-road-edge", "stroke", "#7a6248", "#191a18"),
    (".pm-road-main", "stroke", "#d9764a", "#c4693f"),
    (".pm-road-fill", "stroke", "#fff6df", "#a8977a"),
    (".pm-track", "stroke", "#7a6248", "#a8977a"),
    (".pm-rail", "stroke", "#3c3a36", "#b4b0a6"),
    (".pm-rail-ties", "stroke", "#3c3a36", "#b4b0a6"),
    (".pm-border", "stroke", "#8a4b7d", "#c48ab8"),
    (".pm-section", "stroke", "#8a4b7d", "#c48ab8"),
    (".pm-front-edge", "stroke", "#fffdf6", "#1c1d1b"),
    (".pm-front", "stroke", "#b3261e", "#ff8a7d"),
    (".pm-wall", "fill", "#4b4740", "#cfc9bb"),
    (".pm-ridge", "stroke", "#84602a", "#c09a5c"),
    (".pm-closed", "stroke", "#5c2f1d", "#d08a6c"),
    (".pm-bridge", "stroke", "#33302a", "#e4dfd2"),
    (".pm-bridge-deck", "stroke", "#fff6df", "#3a382f"),
    (".pm-house", "fill", "#6b3f2e", "#dcae94"),
    (".pm-number", "fill", "#554d38", "#b9b6a6"),
    (".pm-number", "stroke", "#fdfaf0", "#1c1d1b"),
    (".pm-tether", "stroke", "#1d1b16", "#f2eee2"),
    (".pm-yard", "fill", "#fdfaf0", "#1c1d1b"),
    (".pm-yard", "stroke", "#1d1b16", "#f2eee2"),
    (".pm-name", "fill", "#1d1b16", "#f2eee2"),
    (".pm-name", "stroke", "#fdfaf0", "#1c1d1b"),
    (".pm-name .pm-worth", "fill", "#8e2018", "#ff9d8f"),
    (".pm-heading", "fill", "#1d1b16", "#f2eee2"),
    (".pm-said", "fill", "#37342b", "#d8d4c7"),
    (".pm-eye", "fill", "#fdfaf0", "#1c1d1b"),
    (".pm-said-sign", "color", "#37342b", "#d8d4c7"),
    (".pm-star", "fill", "#c8301f", "#c8301f"),
    (".pm-shown", "stroke", "#a3281c", "#ff9d8f"),
    (".pm-arrow-edge", "stroke", "#fffdf6", "#1c1d1b"),
    (".pm-arrow-edge-head", "fill", "#fffdf6", "#1c1d1b"),
)

_SHAPES = """
.pm text,.pm-land text{font-family:"Gill Sans","Gill Sans MT","Source Sans 3","Helvetica Neue",
Arial,"Libertinus Serif",sans-serif}
.pm-counter text{font-family:"Helvetica Neue",Arial,"Liberation Sans","DejaVu Sans Mono",sans-serif;
font-weight:700;text-anchor:middle}.pm-counter{font-size:15.5px}
.pm-land text.pm-river-name{font-family:Palatino,"Palatino Linotype","Book Antiqua","Libertinus Serif",serif;
font-style:italic}
.pm-grid{stroke-width:1;stroke-opacity:.55}.pm-rows{stroke-opacity:1;opacity:.72;fill:none;pointer-events:none}.pm-texture{stroke:none;pointer-events:none}
.pm-water,.pm-bank,.pm-road-edge,.pm-road-main,.pm-road-fill,.pm-track,.pm-rail,.pm-rail-ties,.pm-border,.pm-section,.pm-front,
.pm-front-edge,.pm-ridge,.pm-closed,.pm-bridge,.pm-bridge-deck,.pm-arrow-edge,.pm-arrow,.pm-band{fill:none;stroke-linejoin:round}
.pm-water,.pm-bank,.pm-road-edge,.pm-road-main,.pm-road-fill,.pm-front,.pm-front-edge,.pm-closed{stroke-linecap:round}
.pm-track{stroke-dasharray:7 4;stroke-width:2.2}
.pm-rail{stroke-width:1.8}.pm-rail-ties{stroke-width:6;stroke-dasharray:1.6 8}
.pm-border{stroke-width:4;stroke-dasharray:14 5 3 5;stroke-opacity:.75}.pm-section{stroke-width:6}
.pm-front-edge{stroke-width:10;stroke-opacity:.8}.pm-front{stroke-width:5;stroke-dasharray:.1 11}
.pm-ridge{stroke-width:2}.pm-closed{stroke-width:6}
.pm-number{font-size:11px;text-anchor:middle;stroke-width:2.5;stroke-opacity:.55;paint-order:stroke}
.pm-name{stroke-width:3.5;stroke-linejoin:round;paint-order:stroke;stroke-opacity:.85}
.pm-tether{stroke-width:1.4}.pm-yard{stroke-width:1.4;stroke-dasharray:5 4;fill-opacity:.6}
.pm-river-name,.pm-area{text-anchor:middle}.pm-worth{font-weight:700}
.pm-badge{fill:#fffdf6;text-anchor:middle;font-weight:700;font-size:10px}
.pm-disc{stroke:#fffdf6;stroke-width:1.2;fill:#8c2b20}
.pm-star{stroke:#fffdf6;stroke-width:1.8;stroke-linejoin:round}
.pm-heading{font-weight:700}.pm-said{font-size:14px}
.pm-shade{fill:#000;fill-opacity:.28;stroke:none}
.pm-counter text,.pm-solid{fill:currentColor}.pm-counter text.pm-badge{fill:#fffdf6}
.pm-sign,.pm-lines{stroke:currentColor;stroke-width:1.6;stroke-linejoin:round;fill:none}
.pm-sign{fill:#fffdf6;fill-opacity:.5}.pm-shown{fill:none}.pm-inside{fill:none;stroke-width:1.6}
.pm-stripe{fill:#fffdf6;fill-opacity:.7}
.pm-face{stroke-width:1.4}
.pm-band{stroke-width:5;stroke-opacity:.55}
"""


def _coloured(needed: Needed) -> list[tuple[str, str, str, str]]:
    """Every rule that sets a colour: selector, property, by day, by night."""
    found = [(selector, key, day, night or day) for selector, key, day, night in INKS]
    for look, ground in ((look, GROUNDS[look]) for look in needed.looks):
        found.append((f".pm-tint-{look}", "fill", ground.tint, ground.night_tint))
        found.append((f".pm-ink-{look}", "stroke", ground.ink, ground.night_ink))
        found.append((f".pm-dot-{look}", "fill", ground.ink, ground.night_ink))
    for tone, paint in ((tone, PAINTS[tone]) for tone in needed.tones):
        found.append((f".pm-{tone} .pm-face", "fill", paint.face, paint.face))
        found.append((f".pm-{tone} .pm-face", "stroke", paint.edge, paint.edge))
        found.append((f".pm-{tone}", "color", paint.ink, paint.ink))
        found.append((f".pm-{tone} .pm-arrow,.pm-{tone}.pm-band", "stroke", paint.strong, paint.night_strong))
        found.append((f".pm-{tone} .pm-head", "fill", paint.strong, paint.night_strong))
        if FRAMES[tone].light:
            found.append((f".pm-{tone} .pm-hollow", "fill", "#fffdf6", "#1c1d1b"))
            found.append((f".pm-{tone} .pm-hollow", "stroke", paint.strong, paint.night_strong))
            found.append((f".pm-{tone}.pm-band", "stroke-dasharray", "15 8", "15 8"))
    return found


def _changing(needed: Needed) -> dict[tuple[str, str], str]:
    """A short name for each pair of colours, one by day and another by night."""
    pairs = dict.fromkeys((day, night) for _, _, day, night in _coloured(needed) if day != night)
    return {pair: f"--p{number}" for number, pair in enumerate(pairs)}


def paper() -> str:
    """The colour of the paper by day."""
    return next(day for selector, _, day, _ in _coloured(EVERY) if selector == ".pm-paper")


def rules() -> str:
    """The style sheet by day."""
    return _style([(selector, key, day) for selector, key, day, _ in _coloured(EVERY)], EVERY)


def night_rules() -> str:
    """What changes by night."""
    changed = [(selector, key, night) for selector, key, day, night in _coloured(EVERY) if day != night]
    return "".join(f"{selector}{{{key}:{value}}}" for selector, key, value in changed)


def named_rules(needed: Needed = EVERY) -> str:
    """The style sheet with names in place of the colours that change by night."""
    names = _changing(needed)
    named = [(selector, key, names.get((day, night)), day) for selector, key, day, night in _coloured(needed)]
    return _style([(selector, key, f"var({name})" if name else day) for selector, key, name, day in named], needed)


def named_colours(*, night: bool, needed: Needed = EVERY) -> str:
    """What the names stand for."""
    return "".join(f";{name}:{pair[night]}" for pair, name in _changing(needed).items())


def _style(coloured: list[tuple[str, str, str]], needed: Needed) -> str:
    written = "".join(f"{selector}{{{key}:{value}}}" for selector, key, value in coloured)
    inks = ",".join(f".pm-ink-{look}" for look in needed.looks)
    return _SHAPES.strip().replace("\n", "") + (f"{inks}{{fill:none}}" if inks else "") + written
