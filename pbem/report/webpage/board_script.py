"""The script of the map: choosing units, lighting what they may do, going from space to space."""

from __future__ import annotations

BOARD = r"""
let cursor = null;  // the space that Enter means
let pointed = null;  // the counter that was chosen or pressed last, anybody's
let course = null;  // where a walk by arrows keys is heading along: it does not stray up or down on its way

/* --- choosing ----------------------------------------------------------------------------------------- */

let meant = null;  // the part that the map shows, else all

const isMeant = (choice) => !meant || choice.part === meant;

/* Escape ends what was begun; else the cursor comes back to the unit. */
function leaveOff() {
  if (walking()) { walkOn(null); } else if (pending || instead) { leavePending(); } else if (unit) { go(goalOf(unit)); }
}

const walking = () => cargo.walks.length && walk;
const takeLastBack = () => { if (walking()) { walkBack(); } else { takeBack(); } };

function select(name) {
  pointed = name;
  if (isAsking()) { go(homeOf(name)); return; }
  unit = name;
  pending = instead = null;
  if (walking()) { walk = null; }
  if (cargo.onward) { lead(null); }
  if (!offersTo(name).some(isMeant)) { meant = null; }
  go(goalOf(name) || (offersTo(name)[0] || { space: '' }).space, true);
  refresh();
  const offers = offersTo(name).length, supply = supplyBox.checked ? supplied.get(name)?.words : '';
  speak([placed(name), supply, `${offers} ${offers === 1 ? 'order' : 'orders'} offered`].filter(Boolean).join('; '));
}

function placed(name) {
  const counter = counters.get(name);
  return counter ? `${counter.words}, in ${counter.space}` : `${name}, not on the map`;
}

function sentence(choice) {
  const lines = choice.shared && !choice.entry ? ordersIn(sheet.value, choice.part) : [];
  const others = lines.map((words) => sharers(words, choice.line))
    .filter((sharing) => sharing && sharing.has(choice.unit)).flatMap((sharing) => sharing.list);
  const company = others.filter((name) => squeezed(name) !== squeezed(choice.unit)).join(', ');
  const note = choice.note && ` (${choice.note})`;
  return `${choice.unit}: ${brief(choice)}${company && ` with ${company}`}${note}`;
}

/* A choice in a few words: `to 0503`, `attack 0603`. */
function brief(choice) {
  if (choice.into && !choice.shared) { return ownWords(choice); }
  if (choice.kind !== 'move') { return `${choice.kind} ${/: \[(\d[^\]]*)/.exec(choice.line)?.[1] || choice.space}`; }
  const words = choice.entry || choice.line, own = words.split(`${choice.unit}:`)[1];
  return own ? own.replace(/}.*$/, '').replace(/^\s*["']?|["']?\s*$/g, '') : words.replace(`[${SLOT}]`, choice.unit);
}

/* Of a choice within an order: what it says of its unit, or where it goes. */
function ownWords(choice) {
  const own = choice.line.startsWith(`${choice.unit}: `) ? choice.line.slice(choice.unit.length + 2) : choice.line;
  return same(own, choice.unit) ? listOf(choice) : own;
}

/* --- the cursor --------------------------------------------------------------------------------------- */

function go(place, quietly) {
  if (!spaces.has(place)) { return; }
  cursor = place;
  course = { x: spaces.get(place).x, y: spaces.get(place).y };
  figure.chart.see(course.x, course.y, LEGIBLE);
  drawCursor();
  if (!quietly) { speak(told(place)); }
}

/* A space in words, with who stands there and what it offers to the chosen unit. */
function told(place) {
  const here = [...counters.values()].filter((counter) => counter.space === place).map((counter) => counter.words);
  const offers = unit ? offersTo(unit).filter((choice) => choice.space === place && isMeant(choice)) : [];
  const offered = offers.map((choice) => (
    `${isWritten(choice) ? 'ordered' : 'Enter'}: ${brief(choice)}${choice.note && `, ${choice.note}`}`));
  return [figure.chart.words(spaces.get(place)), ...here, ...offered].join('; ');
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
  if (isAsking()) { answerHere(); return; }
  if (walking()) { walkHere(); return; }
  const here = unit ? offersTo(unit).filter((choice) => choice.space === cursor && isMeant(choice)) : [];
  const choice = here.find((other) => !isWritten(other)) || here[0];
  if (choice) { choose(choice); } else { speak(unit ? `${unit} has no order to give in ${cursor}` : told(cursor)); }
}

/* --- drawing ------------------------------------------------------------------------------------------ */

const under = layer('lights'), over = layer('signs');
(svg.querySelector('.pm-counters') || svg.lastElementChild).before(under);
svg.append(over);
const ring = layer('cursor');
svg.append(ring);

function layer(name) {
  const group = document.createElementNS(SVG, 'g');
  group.setAttribute('class', name);
  return group;
}

function outline(parent, place, look) {
  const space = spaces.get(place);
  if (!space) { return; }
  const shape = figure.chart.outline(space);
  shape.setAttribute('class', look);
  parent.append(shape);
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
  const shown = new Map();  // one for each space and kind, an ordered one before others
  for (const choice of unit && !pending ? offersTo(unit).filter(isMeant) : []) {
    const key = `${choice.kind} ${choice.space}`;
    if (!shown.has(key) || isWritten(choice)) { shown.set(key, choice); }
  }
  for (const choice of shown.values()) {
    const kind = choice.kind === 'move' ? 'move' : 'attack', done = isWritten(choice) ? ' done' : '';
    const { x, y } = spaces.get(choice.space) || {};
    if (x === undefined) { continue; }
    outline(under, choice.space, `light ${kind}${done}`);
    if (kind === 'attack') { made(over, 'path', { class: 'strokes', d: `M${x - 44} ${y - 16}l16 16m0-16l-16 16` }); }
    const brief = choice.brief.replace(/ points?$/, ''), cost = brief.length > ROOM ? '' : brief;
    made(over, 'text', { class: 'cost', x, y: y + 45 }, (done ? '\u2713 ' : '') + cost);
  }
  units.forEach(drawOrders);
}

const ROOM = 12;  // so many letters can be read in a space

/* What the sheet says about a unit, as lines over the map. */
function drawOrders(name) {
  const home = spaces.get(homeOf(name)), goal = spaces.get(goalOf(name));
  if (home && goal && home !== goal) {
    made(under, 'path', { class: 'plan', d: `M${home.x} ${home.y}L${goal.x} ${goal.y}` });
    made(under, 'circle', { class: 'plan', cx: goal.x, cy: goal.y, r: 7 });
  }
  for (const choice of offersAt(name)) {
    const from = spaces.get(goalOf(name, choice.part)), to = spaces.get(choice.space);
    if (!choice.shared || choice.entry || !from || !to || from === to || !isWritten(choice)) { continue; }
    made(under, 'path', { class: 'plan fight', d: `M${from.x} ${from.y}L${to.x} ${to.y}` });
  }
}

/* Whom Tab comes to: with a hand, those who may be given something to do in the open order, or whom the card that is
   shown can be played for alone. */
const isAble = (name) => !hand || offersTo(name).length > 0 || isSole(name);

function refresh() {
  drawLights();
  drawSupply();
  drawCursor();
  for (const counter of svg.querySelectorAll('[data-unit]')) {
    const name = counter.dataset.unit;
    if (!units.includes(name)) { continue; }
    counter.classList.toggle('chosen', name === unit);
    counter.classList.toggle('able', Boolean(hand) && isAble(name));
    counter.setAttribute('tabindex', isAble(name) ? '0' : '-1');
    counter.setAttribute('aria-label', `${placed(name)}${hasOrder(name) ? ', ordered' : ''}`);
  }
  showBar();
  showLines();
  if (hand) { showHand(); }
  showComposed();
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
  if (counter) { figure.chart.fan(counter); }
  if (counter && counter.dataset.unit !== unit) { select(counter.dataset.unit); }
});

svg.addEventListener('keydown', (event) => {
  const does = {
    ArrowLeft: () => step(-1, 0), ArrowRight: () => step(1, 0), ArrowUp: () => step(0, -1), ArrowDown: () => step(0, 1),
    Enter: orderHere, ' ': orderHere, Backspace: takeLastBack, Delete: takeLastBack,
    Escape: leaveOff,
    m: nextPart, i: () => pressOffer(' if'), e: () => pressOffer(' else'),
    ...(cargo.onward ? { v: () => leadOn(ledPart()) } : cargo.walks.length ? { v: () => walkOn(walkPart()) } : {}),
  }[event.key];
  if (!does || event.ctrlKey || event.metaKey || event.altKey) { return; }
  event.preventDefault();
  if (!cursor) { go(spaces.keys().next().value, true); }
  does();
}, true);

let before = null;  // the unit that was chosen when the pointer went down
svg.addEventListener('pointerdown', () => { before = unit; }, true);
svg.addEventListener('click', (event) => {
  if (figure.chart.dragged()) { return; }
  const counter = figure.chart.under(event, '[data-unit]'), space = figure.chart.spaceAt(event);
  const name = counter && counter.dataset.unit;
  const isFree = !isAsking() && !walking();
  if (name && isFree && units.includes(name)) { select(name === before ? below(name) : name); return; }
  const place = name ? homeOf(name) : space && space.id;
  if (!place) { return; }
  if (name) { pointed = name; }
  go(place, true);
  orderHere();
});

/* The next unit in the same stack. */
function below(name) {
  const stack = units.filter((other) => homeOf(other) === homeOf(name));
  return stack[(stack.indexOf(name) + stack.length - 1) % stack.length];
}
"""
