"""The script of conditions: `if`, `unless`, and what is done `else`; the map fills the gaps of their words."""

from __future__ import annotations

WHEN = r"""
/* --- words with gaps, filled in on the map -------------------------------------------------------------- */

const GAP = /\b(HEX|SPACE|UNIT|NUMBER)\b/;
let pending = null;  // an order, and what is being said of it: its key, and once they are chosen words with gaps
let instead = null;  // the unit and the part whose next choice is what its line says behind else

const gapIn = (words) => GAP.exec(words || '')?.[0];
const isAsking = () => Boolean(gapIn(pending?.words));

function beginSaying(order, key, keyed) {
  pending = { order, key };
  refresh();
  speak(`${key}: choose the words`);
  if (keyed) { offersBox.querySelector('.phrase').focus(); }
}

/* Words without a gap are written; those with one wait for the map, or for a number. */
function sayWords(words, keyed) {
  pending.words = words;
  const gap = gapIn(words);
  if (!gap) { sayPending(); return; }
  refresh();
  const wanted = { UNIT: 'press a counter', NUMBER: 'give the number' }[gap] || 'press a space';
  speak(`${pending.key}: ${words}: ${wanted}${gap === 'NUMBER' ? '' : ' on the map, or go there and press Enter'}`);
  if (gap !== 'NUMBER') { setTimeout(() => svg.scrollIntoView({ block: 'nearest' })); }
  if (gap === 'NUMBER') { offersBox.querySelector('input').focus(); } else if (keyed) { svg.focus(); }
}

const fillGap = (word) => sayWords(pending.words.replace(GAP, () => word), true);

/* A press on the map, or Enter: the space at the cursor, or who stands there. */
function answerHere() {
  const here = [...counters.values()].filter(({ space }) => space === cursor).map(({ id }) => id);
  const name = here.includes(pointed) ? pointed : here[here.length - 1];
  if (gapIn(pending.words) === 'UNIT' && !name) { speak(`nobody stands in ${cursor}`); return; }
  fillGap(gapIn(pending.words) === 'UNIT' ? name : cursor);
}

function leavePending() {
  pending = instead = null;
  refresh();
  speak('nothing is said');
}

/* As the order stands by now: it may have been typed over, or undone. */
function sayPending() {
  const { order: { part, n }, key, words } = pending, tree = treesIn(sheet.value, part)[n];
  if (!(tree instanceof Map)) { leavePending(); return; }
  pending = null;
  const there = listIn(tree.get(key));
  const next = there.includes(words) ? there : [...there, words];
  if (writeOrder(part, n, new Map(tree).set(key, next.length > 1 ? next : words))) { speak(`added: ${key}: ${words}`); }
}

/* An order that stood in one line stays in one. */
function writeOrder(part, n, tree) {
  const old = ordersIn(sheet.value, part)[n] || '';
  const isShort = old && !old.includes('\n') && !composedParts.includes(part);
  const text = withTree(sheet.value, part, n, tree, isShort && tree.size > 1);
  if (text === null) { speak(`${part} is written in one line: edit the sheet by hand`); return false; }
  doing(() => { sheet.value = text; });
  refresh();
  return true;
}

/* --- beside an order ------------------------------------------------------------------------------------- */

/* The order of a part that a unit is in, with others or alone. */
function standingOrder(name, part) {
  const trees = treesIn(sheet.value, part), order = orderOf(name, part);
  const n = order || manifold.has(name) ? -1
    : ordersIn(sheet.value, part).findIndex((words, at) => trees[at] instanceof Map && isFor(words, name));
  return order || (n < 0 ? null : { part, n, tree: trees[n] });
}

function whenControls(name, part) {
  const order = cargo.blocks.includes(part) || composedParts.includes(part) ? null : standingOrder(name, part);
  if (!order || !(order.tree instanceof Map) || !cargo.conditions.length) { return []; }
  const said = KEYS_OF_WHEN.some((key) => order.tree.has(key)), isOn = instead?.name === name && instead.part === part;
  const without = order.tree.get('else');
  const rest = without ? [added(`\u2713 else: ${inFlow(without)}`, `? ${part} else`, true, () => unsay(order, 'else'))]
    : said ? [added('else \u2026', `? ${part} else`, isOn, () => choosesElse(name, part))] : [];
  return [...whenButtons(order), ...rest];
}
const KEYS_OF_WHEN = ['if', 'unless'];

function whenButtons(order) {
  const { part, tree } = order;
  const told = (key, words) => added(`\u2713 ${key}: ${words}`, `? ${part} ${key}: ${words}`, true,
    () => unsay(order, key, words));
  const more = (key) => added(`${key} \u2026`, `? ${part} ${key}`, false, (event) => (
    beginSaying(order, key, event.detail === 0)));
  return [...KEYS_OF_WHEN.flatMap((key) => listIn(tree.get(key)).map((words) => told(key, words))),
    ...KEYS_OF_WHEN.map(more)];
}

function added(words, offer, isOn, does) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'addition';
  button.dataset.offer = offer;
  button.setAttribute('aria-pressed', isOn);
  button.textContent = words;
  button.onclick = does;
  return button;
}

/* Without conditions nothing is done else. */
function unsay({ part, n, tree }, key, words) {
  const left = listIn(tree.get(key)).filter((one) => one !== words), next = new Map(tree);
  if (key !== 'else' && left.length) { next.set(key, left.length > 1 ? left : left[0]); } else { next.delete(key); }
  if (!KEYS_OF_WHEN.some((one) => next.has(one))) { next.delete('else'); }
  if (writeOrder(part, n, next)) { speak(`taken back: ${key}${words ? `: ${words}` : ''}`); }
}

/* In place of what a unit may do: the words of conditions, or the gap that is open. */
function pendingControls() {
  const leave = added('leave it', '? leave', false, leavePending);
  if (!isAsking()) {
    const known = pending.order.part === AHEAD ? ['quiet', ...cargo.conditions] : cargo.conditions;
    return [partLabel(`${pending.key}: HEX, SPACE and UNIT are chosen on the map`), ...known.map((words) => {
      const button = added(words, `? ${words}`, false, (event) => sayWords(words, event.detail === 0));
      button.classList.add('phrase');
      return button;
    }), leave];
  }
  const label = partLabel(`${pending.key}: ${pending.words} `);
  const number = document.createElement('input');
  Object.assign(number, { type: 'number', value: 1, onkeydown: (event) => {
    if (event.key === 'Enter') { event.preventDefault(); fillGap(number.value || '1'); }
  } });
  number.setAttribute('aria-label', pending.words);
  if (gapIn(pending.words) === 'NUMBER') {
    label.append(number, added('so', '? so', false, () => fillGap(number.value || '1')));
  }
  return [label, leave];
}

/* --- else -------------------------------------------------------------------------------------------------- */

function choosesElse(name, part) {
  instead = instead ? null : { name, part };
  meant = instead && part;
  refresh();
  speak(instead ? `choose what ${name} does if that does not hold` : 'nothing is said');
}

/* The choice behind the else of the unit's order; who is in that order with others may join it there. */
function chooseElse(choice) {
  const { part, n, tree } = standingOrder(choice.unit, choice.part), there = tree.get('else');
  const joins = choice.shared && there instanceof Map && sharers(inFlow(there), choice.line);
  const line = joins ? (joins.has(choice.unit) ? inFlow(there) : joins.saying([...joins.list, choice.unit]))
    : choice.line.replace(SLOT, () => choice.entry || choice.unit);
  const [, name, way] = /^([^:]+):\s+([^]+)$/.exec(line) || [], alone = !line.startsWith('{') && name;
  instead = meant = null;
  const done = writeOrder(part, n, new Map(tree).set('else', alone ? new Map([[name, way]]) : flow(line)));
  if (done) { speak(`else ${brief(choice)}`); }
}

const isElse = (choice) => instead?.name === choice.unit && instead.part === choice.part;
"""
