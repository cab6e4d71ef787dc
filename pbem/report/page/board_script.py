"""The script of the map: choosing units, lighting what they may do, going from space to space, writing orders."""

from __future__ import annotations

BOARD = r"""
const byId = (id) => document.getElementById(id);
const cargo = JSON.parse(byId('cargo').textContent);
const sheet = byId('sheet'), figure = document.querySelector('.board figure.map'), svg = figure.chart.svg;
const spaces = new Map(cargo.spaces.map(([id, name, x, y]) => [id, { id, name, x, y }]));
const counters = new Map(cargo.units.map(([id, space, words]) => [id, { id, space, words }]));
const choices = cargo.choices.map(([part, unit, space, line, note, kind, at]) => (
  { part, unit, space, line, note, kind, at, shared: line.includes(`[${SLOT}]`), brief: note.split(',')[0] }));
const units = [...new Set(choices.map((choice) => choice.unit))];
let unit = null;    // the unit that is chosen
let cursor = null;  // the space that Enter means
let course = null;  // where a walk by arrows keys is heading along: it does not stray up or down on its way

const choicesOf = (name) => choices.filter((choice) => choice.unit === name);
const sharedLines = (name, part) => [...new Set(choicesOf(name)
  .filter((choice) => choice.shared && choice.part === part).map((choice) => choice.line))];
const partsOf = (name) => [...new Set(choicesOf(name).map((choice) => choice.part))];
const homeOf = (name) => (counters.get(name) || { space: '' }).space;

/* --- what the sheet says ------------------------------------------------------------------------------ */

/* Whether the sheet has any order for a unit. */
function hasOrder(name) {
  return partsOf(name).some((part) => ordersIn(sheet.value, part).some((words) => (
    isFor(words, name) || sharedLines(name, part).some((line) => sharers(words, line)?.has(name)))));
}

const isWritten = (choice) => ordersIn(sheet.value, choice.part).some((words) => says(words, choice));

/* Where a unit's own lines take it: the last space that they name, else where it is. */
function goalOf(name) {
  let goal = homeOf(name);
  for (const part of partsOf(name)) {
    for (const words of ordersIn(sheet.value, part).filter((order) => isFor(order, name))) {
      const named = words.split(/[^\w./-]+/).filter((word) => spaces.has(word));
      goal = named.pop() || goal;
    }
  }
  return goal;
}

/* What a unit may do, as the sheet now stands. */
function offersTo(name) {
  const goal = goalOf(name);
  return choicesOf(name).filter((choice) => !choice.at || choice.at === goal);
}

/* --- writing ------------------------------------------------------------------------------------------ */

function choose(choice) {
  const text = ordered(sheet.value, choice, cargo.parts, sharedLines(choice.unit, choice.part));
  if (text === null) { speak(`${choice.part} is written in one line: edit the sheet by hand`); return; }
  sheet.value = text;
  const dropped = dropImpossible(choice.unit);
  refresh();
  point(choice);
  speak(`${sentence(choice)}${dropped.length ? `; taken back: ${dropped.map(sentence).join('; ')}` : ''}`);
}

/* Orders that were offered from another space than where the unit now goes. */
function dropImpossible(name) {
  const offered = offersTo(name);
  const gone = choicesOf(name).filter((choice) => choice.at && isWritten(choice)
    && !offered.some((other) => other.part === choice.part && other.line === choice.line));
  const told = gone.filter((choice, n) => gone.findIndex((other) => other.line === choice.line) === n);
  for (const choice of told) { takeOut(choice.part, name); }
  return told;
}

function takeOut(part, name) { sheet.value = without(sheet.value, part, name, sharedLines(name, part)); }

/* Takes back the order at the cursor, else the unit's last one. */
function takeBack() {
  if (!unit) { return; }
  const here = offersTo(unit).find((choice) => choice.space === cursor && isWritten(choice));
  const ordering = partsOf(unit).filter((part) => ordersIn(sheet.value, part).some((words) => (
    leftOf(words, unit, sharedLines(unit, part)) !== words)));
  const part = here ? here.part : ordering.pop();
  if (!part) { speak(`${unit} has no order`); return; }
  takeOut(part, unit);
  dropImpossible(unit);
  refresh();
  speak(`${unit}: no order in ${part}`);
}

/* Shows the line just written in the editor. */
function point(choice) {
  const lines = sheet.value.split('\n'), found = partIn(lines, choice.part);
  const order = found && found.orders.find((other) => says(other.words, choice));
  if (!order) { return; }
  const start = lines.slice(0, order.from).join('\n').length + (order.from ? 1 : 0);
  sheet.setSelectionRange(start, start + lines[order.from].length);
  sheet.scrollTop = (order.from - 2) * (sheet.scrollHeight / lines.length);
}

/* --- choosing ----------------------------------------------------------------------------------------- */

function select(name) {
  unit = name;
  go(goalOf(name) || (offersTo(name)[0] || { space: '' }).space, true);
  refresh();
  const offers = offersTo(name).length;
  speak(`${placed(name)}; ${offers} ${offers === 1 ? 'order' : 'orders'} offered`);
}

function placed(name) {
  const counter = counters.get(name);
  return counter ? `${counter.words}, in ${counter.space}` : `${name}, not on the map`;
}

function sentence(choice) {
  const others = choice.shared ? ordersIn(sheet.value, choice.part).map((words) => sharers(words, choice.line))
    .filter((sharing) => sharing && sharing.has(choice.unit)).flatMap((sharing) => sharing.list) : [];
  const company = others.filter((name) => squeezed(name) !== squeezed(choice.unit)).join(', ');
  const note = choice.note && ` (${choice.note})`;
  return `${choice.unit}: ${brief(choice)}${company && ` with ${company}`}${note}`;
}

/* A choice in a few words: `to 0503`, `attack 0603`. */
function brief(choice) {
  if (choice.kind !== 'move') { return `${choice.kind} ${choice.space}`; }
  const start = `${choice.unit}:`;
  return choice.line.startsWith(start) ? choice.line.slice(start.length).trim() : choice.line;
}

/* --- the cursor --------------------------------------------------------------------------------------- */

function go(place, quietly) {
  if (!spaces.has(place)) { return; }
  cursor = place;
  course = { x: spaces.get(place).x, y: spaces.get(place).y };
  figure.chart.see(course.x, course.y);
  drawCursor();
  if (!quietly) { speak(told(place)); }
}

/* A space in words, with who stands there and what it offers to the chosen unit. */
function told(place) {
  const shape = svg.querySelector(`[data-space="${CSS.escape(place)}"]`), title = shape && shape.querySelector('title');
  const here = [...counters.values()].filter((counter) => counter.space === place).map((counter) => counter.words);
  const offers = unit ? offersTo(unit).filter((choice) => choice.space === place) : [];
  const offered = offers.map((choice) => (
    `${isWritten(choice) ? 'ordered' : 'Enter'}: ${brief(choice)}${choice.note && `, ${choice.note}`}`));
  return [title ? title.textContent : place, ...here, ...offered].join('; ');
}

/* The nearest space that way; up and down keep to the column, left and right to the row. */
function step(x, y) {
  const from = spaces.get(cursor), course0 = course;
  let best = null, least = Infinity;
  for (const space of spaces.values()) {
    const dx = space.x - from.x, dy = space.y - from.y, far = Math.hypot(dx, dy);
    const along = dx * x + dy * y;
    if (far === 0 || along < far * 0.45) { continue; }
    const aside = Math.abs(x ? space.y - course0.y : space.x - course0.x);
    if (far + aside < least) { least = far + aside; best = space; }
  }
  if (!best) { speak('the edge of the map'); return; }
  go(best.id);
  course = x ? { x: best.x, y: course0.y } : { x: course0.x, y: best.y };
}

/* What Enter and a click mean: the first choice here that is not yet written. */
function orderHere() {
  const here = unit ? offersTo(unit).filter((choice) => choice.space === cursor) : [];
  const choice = here.find((other) => !isWritten(other)) || here[0];
  if (choice) { choose(choice); } else { speak(unit ? `${unit} has no order to give in ${cursor}` : told(cursor)); }
}

/* --- drawing ------------------------------------------------------------------------------------------ */

const SVG = 'http://www.w3.org/2000/svg';
const under = layer('lights'), over = layer('signs');
svg.insertBefore(under, svg.querySelector('.pm-counters'));
svg.append(over);
const ring = layer('cursor');
svg.append(ring);

function layer(name) {
  const made = document.createElementNS(SVG, 'g');
  made.setAttribute('class', name);
  return made;
}

function draw(parent, tag, attributes, text) {
  const made = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) { made.setAttribute(key, value); }
  if (text) { made.textContent = text; }
  parent.append(made);
}

function outline(parent, place, look) {
  const shape = svg.querySelector(`[data-space="${CSS.escape(place)}"]`);
  if (!shape) { return; }
  const copy = shape.cloneNode(false);
  copy.removeAttribute('data-space');
  copy.setAttribute('class', look);
  parent.append(copy);
}

function drawCursor() {
  ring.replaceChildren();
  if (cursor) { outline(ring, cursor, 'edge'); outline(ring, cursor, 'core'); }
}

/* The spaces that the chosen unit may choose: moves by an outline and their cost, attacks by a broken one and crossed
   strokes, what is ordered by a tick. */
function drawLights() {
  under.replaceChildren();
  over.replaceChildren();
  for (const choice of unit ? offersTo(unit) : []) {
    const kind = choice.kind === 'move' ? 'move' : 'attack', done = isWritten(choice) ? ' done' : '';
    const { x, y } = spaces.get(choice.space) || {};
    if (x === undefined) { continue; }
    outline(under, choice.space, `light ${kind}${done}`);
    if (kind === 'attack') { draw(over, 'path', { class: 'strokes', d: `M${x - 44} ${y - 16}l16 16m0-16l-16 16` }); }
    draw(over, 'text', { class: 'cost', x, y: y + 45 }, (done ? '\u2713 ' : '') + choice.brief);
  }
  units.forEach(drawOrders);
}

/* What the sheet says about a unit, as lines over the map. */
function drawOrders(name) {
  const home = spaces.get(homeOf(name)), goal = spaces.get(goalOf(name));
  if (home && goal && home !== goal) {
    draw(under, 'path', { class: 'plan', d: `M${home.x} ${home.y}L${goal.x} ${goal.y}` });
    draw(under, 'circle', { class: 'plan', cx: goal.x, cy: goal.y, r: 7 });
  }
  const from = goal || home;
  for (const choice of offersTo(name)) {
    const to = spaces.get(choice.space);
    if (!choice.shared || !from || !to || !isWritten(choice)) { continue; }
    draw(under, 'path', { class: 'plan fight', d: `M${from.x} ${from.y}L${to.x} ${to.y}` });
  }
}

function refresh() {
  drawLights();
  drawCursor();
  for (const counter of svg.querySelectorAll('[data-unit]')) {
    const name = counter.dataset.unit;
    if (!units.includes(name)) { continue; }
    counter.classList.toggle('chosen', name === unit);
    counter.setAttribute('aria-label', `${placed(name)}${hasOrder(name) ? ', ordered' : ''}`);
  }
  showBar();
}

/* --- keys and pointer --------------------------------------------------------------------------------- */

svg.setAttribute('role', 'application');
svg.setAttribute('aria-describedby', 'keys');
for (const counter of svg.querySelectorAll('[data-unit]')) {
  if (units.includes(counter.dataset.unit)) {
    counter.setAttribute('tabindex', '0');
    counter.setAttribute('role', 'button');
  }
}

svg.addEventListener('focusin', (event) => {
  const counter = event.target.closest('[data-unit]');
  if (counter && counter.dataset.unit !== unit) { select(counter.dataset.unit); }
});

svg.addEventListener('keydown', (event) => {
  const does = {
    ArrowLeft: () => step(-1, 0), ArrowRight: () => step(1, 0), ArrowUp: () => step(0, -1), ArrowDown: () => step(0, 1),
    Enter: orderHere, ' ': orderHere, Backspace: takeBack, Delete: takeBack,
    Escape: () => { if (unit) { go(goalOf(unit)); } },
  }[event.key];
  if (!does || event.ctrlKey || event.metaKey || event.altKey) { return; }
  event.preventDefault();
  if (!cursor) { go(cargo.spaces[0][0], true); }
  does();
}, true);

let before = null;  // the unit that was chosen when the pointer went down
svg.addEventListener('pointerdown', () => { before = unit; }, true);
svg.addEventListener('click', (event) => {
  if (figure.chart.dragged()) { return; }
  const counter = event.target.closest('[data-unit]'), space = event.target.closest('[data-space]');
  const name = counter && counter.dataset.unit;
  if (name && units.includes(name)) { select(name === before ? below(name) : name); return; }
  const place = name ? homeOf(name) : space && space.dataset.space;
  if (!place) { return; }
  go(place, true);
  orderHere();
});

/* The next unit in the same stack. */
function below(name) {
  const stack = units.filter((other) => homeOf(other) === homeOf(name));
  return stack[(stack.indexOf(name) + stack.length - 1) % stack.length];
}
"""
