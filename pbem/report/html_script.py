"""The scripts of an HTML report: day and night, maps that zoom and pan, names that light up their places."""

from __future__ import annotations

THEME = r"""
const root = document.documentElement, theme = document.getElementById('theme');
theme.hidden = false;
theme.onclick = () => {
  const dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = dark ? 'light' : 'dark';
};
"""

# A map's view is what its viewBox shows.  `figure.chart` is for other scripts: `see` brings a point into view, zoomed
# in until there are so many pixels to a map unit; `under` finds what lies under the pointer; `frame` says what the
# whole map is, `dragged` whether the last press of the pointer moved it instead of pointing at something.
MAPS = r"""
function movable(figure) {
  const svg = figure.querySelector('svg'), told = figure.querySelector('.told');
  if (!svg) { return; }
  let whole = svg.getAttribute('viewBox').split(' ').map(Number), view = whole.slice();
  let from = null, dragged = false;

  function show() {
    for (const i of [0, 1]) {
      const half = view[i + 2] / 2;
      view[i] = Math.min(Math.max(view[i], whole[i] - half), whole[i] + whole[i + 2] - half);
    }
    svg.setAttribute('viewBox', view.join(' '));
  }
  function all() { view = whole.slice(); show(); }
  function zoom(by, x = view[0] + view[2] / 2, y = view[1] + view[3] / 2) {
    const wide = Math.min(whole[2], Math.max(whole[2] / 24, view[2] * by)), share = wide / view[2];
    if (wide === whole[2]) { all(); return; }
    view = [x - (x - view[0]) * share, y - (y - view[1]) * share, wide, view[3] * share];
    show();
  }
  function move(x, y) { view[0] += x; view[1] += y; show(); }
  function at(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    return [point.x, point.y];
  }
  function see(x, y, pixels = 0) {
    const by = svg.getScreenCTM().a / pixels;
    if (by < 1) { zoom(by, x, y); }
    const left = x - view[2] / 2, top = y - view[3] / 2;
    const inside = Math.abs(left - view[0]) < view[2] * 0.4 && Math.abs(top - view[1]) < view[3] * 0.4;
    if (!inside && view[2] < whole[2]) { view[0] = left; view[1] = top; }
    for (const i of [0, 1]) { view[i] = Math.max(whole[i], Math.min(view[i], whole[i] + whole[i + 2] - view[i + 2])); }
    show();
  }
  function frame(box) {
    whole = box;
    svg.setAttribute('width', box[2]);
    svg.setAttribute('height', box[3]);
    all();
  }
  /* What lies under the pointer, be it below a road or a name. */
  function under(event, kind) {
    return document.elementsFromPoint(event.clientX, event.clientY).map((over) => over.closest(kind)).find(Boolean);
  }
  figure.chart = { svg, see, frame, under, dragged: () => dragged };

  const tools = document.createElement('div');
  tools.className = 'tools';
  for (const [sign, name, does] of [['+', 'zoom in', () => zoom(0.7)], ['\u2212', 'zoom out', () => zoom(1 / 0.7)],
    ['\u2922', 'whole map', all]]) {
    const button = document.createElement('button');
    button.type = 'button'; button.textContent = sign; button.onclick = does; button.title = name;
    button.setAttribute('aria-label', name);
    tools.append(button);
  }
  figure.prepend(tools);
  figure.classList.add('live');
  svg.setAttribute('tabindex', '0');
  svg.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) { return; }
    const far = view[2] / 10;
    const does = {
      '+': () => zoom(0.7), '=': () => zoom(0.7), '-': () => zoom(1 / 0.7), 0: all,
      ArrowLeft: () => move(-far, 0), ArrowRight: () => move(far, 0),
      ArrowUp: () => move(0, -far), ArrowDown: () => move(0, far),
    }[event.key];
    if (does) { does(); event.preventDefault(); }
  });
  svg.addEventListener('wheel', (event) => {
    if (!event.ctrlKey && view[2] === whole[2]) { return; }
    zoom(event.deltaY < 0 ? 0.85 : 1 / 0.85, ...at(event));
    event.preventDefault();
  }, { passive: false });
  svg.addEventListener('dblclick', (event) => zoom(0.5, ...at(event)));
  svg.addEventListener('pointerdown', (event) => { from = at(event); dragged = false; });
  svg.addEventListener('pointerup', () => { from = null; });
  svg.addEventListener('pointermove', (event) => {
    if (from && event.buttons && view[2] < whole[2]) {
      const spot = at(event), far = Math.hypot(from[0] - spot[0], from[1] - spot[1]);
      if (!dragged && far < view[2] / 100) { return; }
      if (!dragged) { dragged = true; svg.setPointerCapture(event.pointerId); }
      move(from[0] - spot[0], from[1] - spot[1]);
      return;
    }
    const holder = under(event, '[data-unit],[data-space]'), title = holder && holder.querySelector('title');
    told.textContent = title ? title.textContent : '\u00a0';
  });
}
document.querySelectorAll('figure.map').forEach(movable);
"""

NAMES = r"""
document.querySelectorAll('[data-place],[data-of]').forEach((name) => {
  const key = name.dataset.place ? 'space' : 'unit', id = name.dataset.place || name.dataset.of;
  function light(on) {
    for (const element of document.querySelectorAll(`[data-${key}="${CSS.escape(id)}"]`)) {
      (element.querySelector('.pm-face') || element).classList.toggle('lit', on);
    }
  }
  name.addEventListener('mouseenter', () => light(true));
  name.addEventListener('mouseleave', () => light(false));
});
"""


def script(*pieces: str) -> str:
    """These pieces as one script, whose names no other script sees."""
    return "\n'use strict';\n(() => {" + "".join(pieces) + "})();\n"


SCRIPT = script(THEME, MAPS, NAMES)
