"""The scripts of an HTML report: day and night, maps that zoom and pan, names that light up their places."""

from __future__ import annotations

import re

THEME = r"""
const root = document.documentElement, theme = document.getElementById('theme');
theme.hidden = false;
theme.onclick = () => {
  const dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = dark ? 'light' : 'dark';
};
"""

# What is said about a space, and where it is: hexes are known by the numbers printed in them, areas by their shapes.  A
# hex's terrain is that of the last tinted ground that holds its middle.
SPACES = r"""
function spacesOf(svg) {
  const hexes = [...svg.querySelectorAll('.pm-number tspan')].map((number) => {
    const label = number.textContent, id = number.dataset.id || label.replace('\u00b0', '');
    const x = +number.getAttribute('x'), y = +number.parentNode.getAttribute('y');
    return { id, name: number.dataset.name || '', label, x, y };
  });
  const areas = [...svg.querySelectorAll('[data-space]')].map((shape) => {
    const [x, y] = shape.dataset.at.split(' ').map(Number);
    return { id: shape.dataset.space, name: shape.dataset.name, x, y, shape };
  });
  return new Map([...hexes, ...areas].map((space) => [space.id, space]));
}
function wordsOf(svg, space) {
  if (space.shape) { return space.shape.querySelector('title').textContent; }
  const middle = new DOMPoint(space.x, space.y), grounds = [...svg.querySelectorAll('[data-ground]')].reverse();
  const ground = grounds.find((shape) => shape.isPointInFill(middle));
  const name = [space.label.replace('\u00b0', '') || space.id, space.name].filter(Boolean).join(' ');
  const rebuilt = space.label.endsWith('\u00b0') ? ', reconstructed' : '';
  return ground ? `${name}: ${ground.dataset.ground}${rebuilt}` : name;
}
function outlineOf(svg, space) {
  const copy = (space.shape || svg.querySelector('path[id$="-hex"]')).cloneNode(false);
  for (const name of ['id', 'data-space', 'data-name', 'data-at']) { copy.removeAttribute(name); }
  if (!space.shape) { copy.setAttribute('transform', `translate(${space.x} ${space.y})`); }
  return copy;
}
"""

# A map's view is what its viewBox shows.  `figure.chart` is for other scripts: `see` brings a point into view, zoomed
# in until there are so many pixels to a map unit; `under` and `spaceAt` find what lies under the pointer; `frame` says
# what the whole map is, `dragged` whether the last press of the pointer moved it instead of pointing at something.
MAPS = r"""
const HEX = 57.8;  // from a hex's middle to its corner
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
  const spaces = spacesOf(svg), hexes = [...spaces.values()].filter((space) => !space.shape);
  /* The space under the pointer: an area by its shape, else the hex whose middle is nearest. */
  function spaceAt(event) {
    const area = under(event, '[data-space]');
    if (area) { return spaces.get(area.dataset.space); }
    const [x, y] = at(event), far = (space) => Math.hypot(space.x - x, space.y - y);
    const nearest = hexes.length && hexes.reduce((best, space) => (far(space) < far(best) ? space : best));
    return nearest && far(nearest) < HEX ? nearest : null;
  }
  const words = (space) => wordsOf(svg, space), outline = (space) => outlineOf(svg, space);
  figure.chart = { svg, spaces, words, outline, see, frame, under, spaceAt, dragged: () => dragged };

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
    const counter = under(event, '[data-unit]'), space = !counter && spaceAt(event);
    const said = counter ? counter.querySelector('title').textContent : space && words(space);
    told.textContent = said || '\u00a0';
  });
}
document.querySelectorAll('figure.map').forEach(movable);
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


def script(*pieces: str) -> str:
    """These pieces as one script, whose names no other script sees; remarks and indentation stay at home."""
    text = _REMARK.sub("", "".join(pieces))
    return "\n'use strict';\n(() => {" + re.sub(r"\n\s+", "\n", text) + "})();\n"


SCRIPT = script(THEME, SPACES, MAPS, NAMES)
