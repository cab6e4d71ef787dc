"""The script of a drawn map: it opens on the front, zooms, pans, remembers, goes from stack to stack."""

from __future__ import annotations

from pbem.report.map_parts_script import FAN, INSET, SPACES

# A map's view is what its viewBox shows.  `figure.chart` is for other scripts: `see` brings a point into view, zoomed
# in until there are so many pixels to a map unit; `under` and `spaceAt` find what lies under the pointer; `frame` says
# what the whole map is, `dragged` whether the last press of the pointer moved it instead of pointing at something.
MAPS = r"""
const HEX = 57.8;  // from a hex's middle to its corner
const LEGIBLE = 0.46;  // pixels to a map unit, a hundred of which lie from space to space
/* What this report's reader looked at last; a browser may keep nothing. */
function recall(name, value) {
  const key = `pbem ${document.title} ${document.querySelector('.which,.tags')?.textContent} ${name}`;
  try {
    if (value !== undefined) { localStorage.setItem(key, JSON.stringify(value)); }
    return JSON.parse(localStorage.getItem(key));
  } catch { return null; }
}
function movable(figure) {
  const svg = figure.querySelector('.sheet > svg'), said = figure.querySelector('.told');
  if (!svg) { return; }
  const drawn = svg.getAttribute('viewBox').split(' ').map(Number);
  const fronts = (svg.dataset.windows || '').split('|').filter(Boolean).map((view) => view.split(' ').map(Number));
  let whole = drawn.slice(), view = whole.slice(), front = -1, later = 0;
  let from = null, dragged = false;
  const fingers = new Map();
  const name = svg.querySelector('title').id;

  const inset = insetOf(svg, drawn, (x, y) => { view[0] = x - view[2] / 2; view[1] = y - view[3] / 2; show(); });
  const fan = fanOf(svg, () => view);

  function show() {
    for (const i of [0, 1]) {
      const half = view[i + 2] / 2;
      view[i] = Math.min(Math.max(view[i], whole[i] - half), whole[i] + whole[i + 2] - half);
    }
    svg.setAttribute('viewBox', view.join(' '));
    svg.classList.toggle('near', view[2] < whole[2]);
    inset.show(view, whole);
    clearTimeout(later);
    later = setTimeout(() => recall(name, view.map(Math.round)), 300);
  }
  function all() { view = whole.slice(); show(); }
  /* A window upon the front: as much of it as can be read. */
  function look(box) {
    const { width, height } = svg.getBoundingClientRect(), ratio = whole[2] / whole[3];
    if (!width || !height) { return; }
    const by = Math.min(1.2, Math.max(LEGIBLE, Math.min(width / box[2], height / box[3])));
    const wide = Math.min(whole[2], width / by, (height / by) * ratio);
    /* The middle of what is seen, which may be more than the view where the two are not of one shape; no heading. */
    const land = ['x', 'y', 'width', 'height'].map((side) => svg.querySelector('clipPath rect').getAttribute(side) * 1);
    const middle = [width, height].map((pixels, i) => {
      const half = Math.min(pixels / by, land[i + 2]) / 2, at = box[i] + box[i + 2] / 2;
      return Math.min(Math.max(at, land[i] + half - 22), land[i] + land[i + 2] - half);
    });
    view = [middle[0] - wide / 2, middle[1] - wide / ratio / 2, wide, wide / ratio];
    show();
    inset.settle();
  }
  function nextFront() {
    if (!fronts.length) { all(); return; }
    front = (front + 1) % fronts.length;
    look(fronts[front]);
  }
  /* What was looked at last, else the fullest window upon the front, else all. */
  function opening() {
    const last = recall(name), fits = last && last.length === 4 && last.every(Number.isFinite) && last[2] > 0;
    if (fits) {
      view = last[2] < whole[2] ? last : whole.slice();
      view[3] = view[2] * whole[3] / whole[2];
      show();
      return;
    }
    all();
    front = -1;
    if (fronts.length) { nextFront(); }
  }
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
  /* What the whole is: the drawing, or without its heading and legend. */
  function frame(box) {
    const wasAll = view[2] >= whole[2];
    whole = box;
    svg.setAttribute('width', box[2]);
    svg.setAttribute('height', box[3]);
    if (wasAll) { all(); } else { view[3] = view[2] * box[3] / box[2]; show(); }
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
  /* What is seen now, and to see just this box: a replay goes where its film goes. */
  const seen = () => view.slice();
  function go(box) { view = box.slice(); show(); inset.settle(); }
  figure.chart = {
    svg, spaces, words, outline, see, seen, go, frame, opening, under, spaceAt, fan: fan.show, mark: inset.mark,
    dragged: () => dragged };

  const tools = document.createElement('div');
  tools.className = 'tools';
  const does = [['+', 'zoom in', () => zoom(0.7)], ['\u2212', 'zoom out', () => zoom(1 / 0.7)],
    ['\u2922', 'whole map', all]];
  if (fronts.length) { does.push(['front', 'where the action is', nextFront]); }
  for (const [sign, words, act] of does) {
    const button = document.createElement('button');
    button.type = 'button'; button.textContent = sign; button.onclick = act; button.title = words;
    button.setAttribute('aria-label', words);
    tools.append(button);
  }
  figure.prepend(tools);
  svg.parentNode.append(inset.small);
  figure.classList.add('live');
  svg.setAttribute('tabindex', '0');

  const stacks = [...svg.querySelectorAll('.pm-stack')];
  let stack = -1;
  /* The next stack that can be seen, as a fan, and in words. */
  function nextStack(by) {
    if (!stacks.length) { return; }
    stack = (stack + by + stacks.length) % stacks.length;
    const units = [...stacks[stack].querySelectorAll('.pm-counter')];
    see(...spotOf(units[0]), LEGIBLE);
    fan.show(units[units.length - 1]);
    said.removeAttribute('aria-hidden');
    said.setAttribute('aria-live', 'polite');
    said.textContent = units.map(unitWords).join('; ');
  }
  svg.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && fan.isOpen()) { fan.close(); }
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) { return; }
    const far = view[2] / 10;
    const acts = {
      '+': () => zoom(0.7), '=': () => zoom(0.7), '-': () => zoom(1 / 0.7), 0: all, f: nextFront,
      n: () => nextStack(1), p: () => nextStack(-1),
      ArrowLeft: () => move(-far, 0), ArrowRight: () => move(far, 0),
      ArrowUp: () => move(0, -far), ArrowDown: () => move(0, far),
    }[event.key];
    if (acts) { acts(); event.preventDefault(); }
  });
  svg.addEventListener('wheel', (event) => {
    if (!event.ctrlKey && view[2] === whole[2]) { return; }
    zoom(event.deltaY < 0 ? 0.85 : 1 / 0.85, ...at(event));
    event.preventDefault();
  }, { passive: false });
  svg.addEventListener('dblclick', (event) => zoom(0.5, ...at(event)));
  svg.addEventListener('pointerdown', (event) => {
    fingers.set(event.pointerId, event);
    from = at(event);
    dragged = false;
  });
  for (const end of ['pointerup', 'pointercancel', 'pointerleave']) {
    svg.addEventListener(end, (event) => { fingers.delete(event.pointerId); from = null; });
  }
  /* Two fingers: nearer or farther, about the middle between them. */
  function pinch(event) {
    const [one, other] = fingers.values(), apart = (a, b) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
    const before = apart(one, other);
    fingers.set(event.pointerId, event);
    const [a, b] = fingers.values();
    const middle = { clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 };
    dragged = true;
    zoom(before / apart(a, b), ...at(middle));
  }
  svg.addEventListener('pointermove', (event) => {
    if (fingers.size === 2 && fingers.has(event.pointerId)) { pinch(event); return; }
    if (from && event.buttons && view[2] < whole[2]) {
      const spot = at(event), far = Math.hypot(from[0] - spot[0], from[1] - spot[1]);
      if (!dragged && far < view[2] / 100) { return; }
      if (!dragged) { dragged = true; fan.close(); svg.setPointerCapture(event.pointerId); }
      move(from[0] - spot[0], from[1] - spot[1]);
      return;
    }
    const counter = under(event, '[data-unit]'), space = !counter && spaceAt(event);
    if (counter && !fan.isIn(counter)) { fan.show(counter); }
    if (!counter && !under(event, '.pm-fan')) { fan.close(); }
    said.textContent = (counter ? unitWords(counter) : space && words(space)) || '\u00a0';
  });
  svg.addEventListener('click', (event) => {
    const counter = !dragged && under(event, '[data-unit]');
    if (counter && !fan.isIn(counter)) { fan.show(counter); }
  });
  let kept = null;
  window.addEventListener('beforeprint', () => { kept = [whole, view]; frame(drawn); all(); });
  window.addEventListener('afterprint', () => { if (kept) { frame(kept[0]); view = kept[1]; show(); } });
  opening();
}
document.querySelectorAll('figure.map').forEach(movable);
"""

MAP_PIECES = (SPACES, INSET, FAN, MAPS)
