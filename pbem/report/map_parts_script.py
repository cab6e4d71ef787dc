"""Pieces of a map's script: its spaces, the whole as an inset, a stack as a fan."""

from __future__ import annotations

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

# The whole in small: its waters, a mark where somebody stands, a frame around what is seen; a press goes there.
INSET = r"""
const SVG = 'http://www.w3.org/2000/svg';
function made(parent, tag, attributes, text) {
  const element = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) { element.setAttribute(key, value); }
  if (text) { element.textContent = text; }
  parent.append(element);
  return element;
}
/* Where a counter stands, in map units. */
function spotOf(counter) {
  const { e, f } = counter.transform.baseVal.consolidate().matrix;
  return [e, f];
}
function insetOf(svg, whole, go) {
  const small = document.createElementNS(SVG, 'svg'), far = whole[2] / 100, prefix = svg.querySelector('title').id;
  small.setAttribute('class', 'inset');
  small.setAttribute('aria-hidden', 'true');
  made(small, 'rect', { class: 'pm-paper', x: whole[0], y: whole[1], width: whole[2], height: whole[3] });
  for (const name of ['river', 'major-river']) {
    const line = document.getElementById(prefix.replace(/title$/, name));
    if (line) { made(small, 'path', { class: 'pm-water', 'stroke-width': far, d: line.getAttribute('d') }); }
  }
  const marks = made(small, 'g', {}), lights = new Map();
  function isLight(tone) {
    if (!lights.has(tone)) { lights.set(tone, svg.querySelector(`[id$="${tone}-face"][data-light]`)); }
    return lights.get(tone);
  }
  /* A mark for each counter as they stand now. */
  function mark() {
    marks.replaceChildren();
    svg.querySelectorAll('.pm-counters .pm-counter').forEach(markOf);
  }
  function markOf(counter) {
    const [x, y] = spotOf(counter), tone = made(marks, 'g', { class: counter.classList[1] });
    const light = isLight(counter.classList[1].slice(3)), r = 1.3 * far;
    const d = light ? `M${x} ${y - r}l${r} ${r}-${r} ${r}-${r}-${r}z`
      : `M${x - far} ${y - far}h${2 * far}v${2 * far}h-${2 * far}z`;
    made(tone, 'path', { class: `pm-head${light ? ' pm-hollow' : ''}`, 'stroke-width': far / 2, d });
  }
  mark();
  const shown = made(small, 'rect', { class: 'pm-shown', 'stroke-width': far * 1.2 });
  const press = (event) => {
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(small.getScreenCTM().inverse());
    go(x, y);
  };
  small.addEventListener('pointerdown', (event) => { small.setPointerCapture(event.pointerId); press(event); });
  small.addEventListener('pointermove', (event) => { if (event.buttons) { press(event); } });
  /* To the corner where it covers the fewest counters; it stays where it covers none. */
  let corner = '';
  function put(at) {
    small.classList.remove('right', 'upper');
    if (at) { small.classList.add(at); }
  }
  function settle() {
    const counters = [...svg.querySelectorAll('.pm-counters .pm-counter')].map((one) => one.getBoundingClientRect());
    const meets = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    let least = Infinity;
    for (const at of new Set([corner, '', 'right', 'upper'])) {
      put(at);
      const box = small.getBoundingClientRect(), covered = counters.filter((one) => meets(one, box)).length;
      if (covered < least) { [corner, least] = [at, covered]; }
    }
    put(corner);
  }
  return {
    small,
    mark,
    settle,
    show(view, all) {
      small.setAttribute('viewBox', all.join(' '));
      small.setAttribute('width', all[2]);
      small.setAttribute('height', all[3]);
      small.classList.toggle('away', view[2] >= all[2]);
      ['x', 'y', 'width', 'height'].forEach((name, n) => shown.setAttribute(name, view[n]));
    },
  };
}
"""

# A stack as a fan: all its counters beside each other, large enough to be read, the one meant with a broad frame.
FAN = r"""
const READABLE = 46;  // pixels that a counter is wide in a fan
function fanOf(svg, seen) {
  let fan = null, open = null;
  function close() {
    if (fan) { fan.remove(); }
    fan = open = null;
  }
  function show(counter) {
    const stack = counter && counter.parentNode.classList.contains('pm-stack') ? counter.parentNode : null;
    if (stack && stack === open) { mean(counter); return; }
    close();
    if (!stack) { return; }
    const units = [...stack.querySelectorAll('.pm-counter')], [left, top, wide] = seen();
    const size = Math.max(1, READABLE / 58 / svg.getScreenCTM().a), cell = 66 * size;
    const columns = Math.max(1, Math.min(units.length, 6, Math.floor(wide / cell)));
    const rows = Math.ceil(units.length / columns);
    const [x, y] = spotOf(units[0]);
    const from = Math.min(Math.max(x - columns * cell / 2, left), left + wide - columns * cell);
    const over = y - 44 - rows * cell < top ? y + 44 : y - 44 - rows * cell;
    fan = made(svg, 'g', { class: 'pm-fan' });
    const box = { x: from, y: over, width: columns * cell, height: rows * cell, rx: 6 * size };
    made(fan, 'rect', { class: 'pm-sheet', ...box });
    units.forEach((unit, n) => {
      const copy = fan.appendChild(unit.cloneNode(true));
      for (const name of ['tabindex', 'role', 'id']) { copy.removeAttribute(name); }
      const [a, b] = [from + (n % columns + 0.5) * cell, over + (Math.floor(n / columns) + 0.5) * cell];
      copy.setAttribute('transform', `translate(${a} ${b})scale(${size})`);
    });
    open = stack;
    mean(counter);
  }
  function mean(counter) {
    for (const copy of fan.querySelectorAll('.pm-counter')) {
      copy.classList.toggle('meant', copy.dataset.unit === counter.dataset.unit);
    }
  }
  const isIn = (element) => Boolean(fan && element && fan.contains(element));
  return { show, close, isIn, isOpen: () => Boolean(fan) };
}
const unitWords = (counter) => counter.querySelector('title').textContent;
"""
