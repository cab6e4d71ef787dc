"""The scripts of an HTML report: day and night, maps that zoom and pan, names that light up their places."""

from __future__ import annotations

import re
from functools import lru_cache

from pbem.report.map_script import MAP_PIECES

THEME = r"""
const root = document.documentElement, theme = document.getElementById('theme');
theme.hidden = false;
theme.onclick = () => {
  const dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = dark ? 'light' : 'dark';
};
"""

NAMES = r"""
document.querySelectorAll('[data-place],[data-of]').forEach((name) => {
  let lit = [];
  function light() {
    for (const { chart } of document.querySelectorAll('figure.map')) {
      const space = chart && chart.spaces.get(name.dataset.place);
      if (space) { lit.push(chart.svg.appendChild(chart.outline(space))); }
    }
    for (const shape of lit) { shape.setAttribute('class', 'lit-place'); }
    for (const face of document.querySelectorAll(`[data-unit="${CSS.escape(name.dataset.of)}"] .pm-face`)) {
      face.classList.add('lit');
    }
  }
  function dim() {
    for (const shape of lit) { shape.remove(); }
    for (const face of document.querySelectorAll('.lit')) { face.classList.remove('lit'); }
    lit = [];
  }
  name.addEventListener('mouseenter', light);
  name.addEventListener('mouseleave', dim);
});
"""


_REMARK = re.compile(r"/\*.*?\*/|(?<=[;{])\s+// [^\n]*", re.DOTALL)
_KEPT = re.compile(r"""(^.*[/`].*$|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*")""", re.MULTILINE)
"""Words; and whole lines in which a blank may be part of a pattern or of a template's words."""
_BLANKS = re.compile(r" (?=[=<>!&|?:,;(){}\[\]*%])|(?<=[=<>!&|?:,;(){}\[\]*%]) ")
_CONST = re.compile(r"\bconst (?=[\w$[{])")
_LAST_SEMICOLONS = re.compile(r";\n?(?=\})")
_NEEDLESS_BREAKS = re.compile(r"(?<=[;{,(\[])\n")
"""No word of a script goes over the end of its line."""
_HOLE = "\0"


@lru_cache(maxsize=8)
def script(*pieces: str) -> str:
    """These pieces as one script, whose names no other script sees; remarks, needless blanks and promises about
    names stay at home."""
    text = re.sub(r"\n\s+", "\n", _REMARK.sub("", "".join(pieces)))
    parts = _KEPT.split(text)
    code = _LAST_SEMICOLONS.sub("", _BLANKS.sub("", _HOLE.join(parts[::2])))
    parts[::2] = _CONST.sub("let ", code).split(_HOLE)
    text = _NEEDLESS_BREAKS.sub("", "".join(parts))
    return "\n'use strict';\n(() => {" + text + "})();\n"


SCRIPT = script(THEME, *MAP_PIECES, NAMES)
