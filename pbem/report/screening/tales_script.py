"""The script beside a replay's film: the log, the life of a piece or a place, the curves, the tabs."""

from __future__ import annotations

TALES = r"""
/* --- the log --------------------------------------------------------------------------------------------- */

let lines = [];

/* On a narrow screen the map lies above what was clicked. */
function look(place) {
  show(place);
  if (innerWidth < 700) { figure.scrollIntoView({ block: 'start' }); }
}

function frameAt(scene, shot) {
  return frames.findIndex((frame) => frame.scene.n === scene && (frame.shot ? frame.shot.i === shot : shot < 0));
}

function listLog() {
  lines = [];
  const list = byId('log');
  list.replaceChildren();
  let items = null;
  frames.forEach((frame, place) => {
    if (!frame.shot) {
      const head = build('button', '', 'number', [
        build('b', `${frame.scene.n}`), ` ${frame.scene.kind === 'charter' ? 'the charter' : frame.scene.turn}`]);
      items = build('ol');
      const remarks = frame.scene.remarks.map((remark) => build('p', remark, 'note'));
      const eyes = frame.scene.secrets.map((secret) => build('p', `${view.reader} alone: ${secret}`, 'eyes'));
      list.append(build('li', '', frame.scene.aside ? 'aside' : '', [head, ...remarks, ...eyes, items]));
      lines[place] = head;
      head.onclick = () => show(place);
      return;
    }
    const line = build('button', '', `line${isFight(frame.shot) ? ' diced' : ''}${frame.shot.own ? ' own' : ''}`, [
      words(frame.shot.w)]);
    line.onclick = () => look(place);
    items.append(build('li', '', '', [line]));
    lines[place] = line;
  });
}

function markLog() {
  for (const line of byId('log').querySelectorAll('[aria-current]')) { line.removeAttribute('aria-current'); }
  const line = lines[now];
  if (!line) { return; }
  line.setAttribute('aria-current', 'true');
  const panel = byId('panel-log'), at = line.getBoundingClientRect(), box = panel.getBoundingClientRect();
  if (panel.scrollHeight > panel.clientHeight) { panel.scrollTop += at.top - box.top - box.height / 3; }
}

/* --- the life of a piece or a place ---------------------------------------------------------------------- */

let told = '';

function tellLife(name) {
  const found = name.trim() && (Object.keys(view.lives).find((one) => one.toLowerCase() === name.trim().toLowerCase())
    || Object.keys(reel.places).find((one) => reel.places[one].toLowerCase() === name.trim().toLowerCase()));
  told = found || '';
  byId('whose').value = told || name;
  const head = reel.places[told] ? `${told} ${reel.places[told]}` : told;
  byId('life-of').textContent = told ? head : name ? `nothing is told of ${name}` : '';
  const items = (view.lives[told] || []).map(([scene, shot, text]) => {
    const found = frameAt(scene, shot), place = found < 0 ? frameAt(scene, -1) : found, frame = frames[place];
    const told = ` ${frame ? whenOf(frame).turn : ''}: ${words(text)}`;
    const button = build('button', '', 'line', [build('b', `${scene}`), told]);
    button.onclick = () => look(place);
    return build('li', '', frame && frame.scene.aside ? 'aside' : '', [button]);
  });
  byId('lines').replaceChildren(...items);
  drawLife();
  if (told) { choose('life'); }
}

/* Where the piece was, from its first place to its last. */
function drawLife() {
  life.replaceChildren();
  const unit = reel.names.indexOf(told);
  if (chart.spaces.has(told)) {
    const shape = chart.outline(chart.spaces.get(told));
    shape.setAttribute('class', 'chosen-place');
    life.append(shape);
    return;
  }
  const way = [];
  for (const frame of frames) {
    const state = frame.pieces.get(unit);
    if (!state) { continue; }
    const { x, y } = placeOf(state[1]), last = way[way.length - 1];
    if (!last || Math.hypot(last.x - x, last.y - y) > 40) { way.push({ x, y }); }
  }
  if (way.length > 1) {
    const d = way.map(({ x, y }, n) => `${n ? 'L' : 'M'}${x} ${y}`).join('');
    made(life, 'path', { class: 'way edge', d });
    made(life, 'path', { class: 'way', d });
  }
  way.forEach(({ x, y }, n) => (
    made(life, 'circle', { class: n ? 'stop' : 'stop start', cx: x, cy: y, r: n ? 6 : 9 })));
}

byId('whose').addEventListener('change', () => tellLife(byId('whose').value));
byId('none').onclick = () => tellLife('');
svg.addEventListener('click', (event) => {
  if (chart.dragged()) { return; }
  const counter = chart.under(event, '[data-unit]'), space = !counter && chart.spaceAt(event);
  const name = counter ? counter.dataset.unit : space && space.id;
  if (name) { tellLife(name); }
});

/* --- curves ---------------------------------------------------------------------------------------------- */

const DASHES = ['', '9 5', '2 5', '12 4 2 4'];
let cursors = [];

function curves() {
  cursors = [];
  const box = byId('curves');
  box.replaceChildren();
  const units = (frame) => {
    const found = {};
    for (const [name] of frame.pieces) {
      const side = byUnit.get(nameOf(name));
      if (side) { found[side] = (found[side] || 0) + 1; }
    }
    return found;
  };
  const charts = [
    ['points, as each number ends', frames.map((frame) => frame.points), null],
    ['luck: mean score of all dice so far, 50 is par', frames.map((frame) => frame.luck), 50],
    ['counters on the map', frames.map(units), null]];
  /* A side is drawn alike in all of them, however it is written. */
  const lines = [...new Set(charts.flatMap(([, series]) => namesOf(series)).map(fold))].sort();
  for (const [title, series, par] of charts) {
    const names = namesOf(series);
    if (names.length) { box.append(curve(title, names, series, par, (name) => lines.indexOf(fold(name)))); }
  }
}

const namesOf = (series) => [...new Set(series.flatMap((one) => Object.keys(one)))].sort();
const fold = (name) => name.toLowerCase();

const [WIDTH, HEIGHT, LEFT, TOP] = [420, 150, 30, 14], RIGHT = 92;

function curve(title, names, series, par, lineOf) {
  const values = series.flatMap((one) => Object.values(one));
  const [low, high] = [Math.min(0, ...values), Math.max(1, ...values, par || 0)];
  const x = (n) => LEFT + ((WIDTH - LEFT - RIGHT) * n) / Math.max(1, series.length - 1);
  const y = (value) => TOP + (HEIGHT - TOP - 22) * (1 - (value - low) / (high - low || 1));
  const drawing = made(document.createElement('div'), 'svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img' });
  const last = (name) => series.map((one) => one[name]).filter((one) => one !== undefined).pop();
  const ends = names.map((name) => `${name} ${last(name)}`);
  drawing.setAttribute('aria-label', `${title}; at the end ${ends.join(', ')}`);
  for (const value of [low, par === null ? (low + high) / 2 : par, high]) {
    made(drawing, 'path', { class: 'rule', d: `M${LEFT} ${y(value)}H${WIDTH - RIGHT}` });
    made(drawing, 'text', { class: 'tick', x: LEFT - 5, y: y(value) + 4 }, String(Math.round(value)));
  }
  const labels = [];
  names.forEach((name) => {
    const n = lineOf(name), values = series.map((one, place) => [place, one[name]]);
    const known = values.filter(([, value]) => value !== undefined);
    if (!known.length) { return; }
    const spots = known.map(([place, value]) => [x(place).toFixed(1), y(value).toFixed(1)]);
    const d = spots.map(([right, down], first) => (first ? `H${right}V${down}` : `M${right} ${down}`)).join('');
    made(drawing, 'path', { class: `curve c${n}`, d, 'stroke-dasharray': DASHES[n % DASHES.length] });
    const end = known[known.length - 1];
    labels.push({ name, n, at: y(end[1]), value: end[1] });
  });
  labels.sort((one, other) => one.at - other.at).forEach((label, n) => {
    if (n) { label.at = Math.max(label.at, labels[n - 1].at + 15); }
    const spot = { class: `end c${label.n}`, x: WIDTH - RIGHT + 6, y: label.at + 4 };
    made(drawing, 'text', spot, `${label.name[0].toUpperCase()}${label.name.slice(1)} ${label.value}`);
  });
  const cursor = made(drawing, 'path', { class: 'here', d: '' });
  cursors.push((place) => cursor.setAttribute('d', `M${x(place)} ${TOP - 6}V${HEIGHT - 20}`));
  drawing.addEventListener('click', (event) => {
    const box = drawing.getBoundingClientRect(), spot = ((event.clientX - box.left) / box.width) * WIDTH;
    show(Math.round(((spot - LEFT) / (WIDTH - LEFT - RIGHT)) * (series.length - 1)));
  });
  return build('figure', '', 'curve', [build('figcaption', title), drawing]);
}

function drawCursor() {
  for (const cursor of cursors) { cursor(now); }
}

/* The strip above the bar: every number, and where dice fell. */
function strip() {
  const drawing = byId('strip'), wide = 1000, count = Math.max(1, frames.length - 1);
  drawing.replaceChildren();
  frames.forEach((frame, place) => {
    const x = (place / count) * wide;
    if (!frame.shot) {
      const next = frames.findIndex((other) => other.place === frame.place + 1);
      const to = ((next < 0 ? count : next) / count) * wide;
      const kind = frame.scene.aside ? 'span gone' : frame.place % 2 ? 'span odd' : 'span';
      made(drawing, 'rect', { class: kind, x, y: 6, width: Math.max(1, to - x), height: 8 });
    } else if (isFight(frame.shot)) {
      made(drawing, 'path', { class: 'dice', d: `M${x} 0V14` });
    }
  });
}

/* --- tabs ------------------------------------------------------------------------------------------------ */

const tabs = [...document.querySelectorAll('[role=tab]')];
function choose(name) {
  for (const tab of tabs) {
    const chosen = tab.id === `tab-${name}`;
    tab.setAttribute('aria-selected', chosen);
    tab.tabIndex = chosen ? 0 : -1;
    byId(tab.getAttribute('aria-controls')).hidden = !chosen;
  }
  if (name === 'log') { markLog(); }
}
for (const [place, tab] of tabs.entries()) {
  tab.onclick = () => choose(tab.id.slice(4));
  tab.addEventListener('keydown', (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) { return; }
    const next = tabs[(place + by + tabs.length) % tabs.length];
    next.focus();
    next.click();
    event.preventDefault();
  });
}
"""
