"""The script of a hand of cards: an order begun by a card, filled by clicks on the map, this one or one planned ahead.

One order is open.  A choice whose `into` names a list, a mapping or a field is written into it; where a part of the
sheet is one block, that block is always open.
"""

from __future__ import annotations

HAND = r"""
const hand = cargo.hand, AHEAD = 'ahead';
let open = { part: hand ? hand.part : '', n: 0 };  // the order that clicks are written into
let shownCard = null;  // the card whose uses are shown

/* --- orders made of cards ------------------------------------------------------------------------------ */

const composedParts = hand ? [hand.part, AHEAD].filter((part) => cargo.parts.includes(part)) : [];

/* The orders of the hand's part and those planned ahead, in the order in which they will be played. */
function madeOrders() {
  return once(sheet.value, 'made orders', () => composedParts.flatMap((part) => (
    treesIn(sheet.value, part).map((tree, n) => ({ part, n, tree, card: cardIn(tree) })))));
}

const same = (one, other) => squeezed(one) === squeezed(other);

/* How an order begins that a use makes: a mapping, or words alone. */
const headOf = (line) => (/^\w+: /.test(line) ? flow(`{${line}}`) : line);
const uses = hand ? hand.cards.flatMap((card) => card.uses) : [];
for (const use of uses) { use.head = headOf(use.line); }
const headKey = uses.map((use) => use.head).find((head) => head instanceof Map)?.keys().next().value;

function cardIn(tree) {
  const words = tree instanceof Map ? tree.get(headKey) || '' : tree || '';
  return hand.cards.find((card) => card.id === String(words).split(' ')[0]) || null;
}

const ONE = '[UNIT]';

/* Whether an order begins like a use; a unit stands in the place of its slot. */
function isUse(tree, use) {
  if (!(use.head instanceof Map)) { return typeof tree === 'string' && same(tree, use.head); }
  return tree instanceof Map && [...use.head].every(([key, value]) => (
    same(value.replace(ONE, soleIn(tree, use)), String(tree.get(key) || ''))));
}

/* The one unit that an order is about, where its use has a slot for it. */
function soleIn(tree, use) {
  const [key, value] = [...use.head].find(([, words]) => words.includes(ONE)) || [];
  return key && tree instanceof Map ? String(tree.get(key) || '').slice(value.indexOf(ONE)) : '';
}

/* What an order uses its card for; one that names the card alone is the first use with all its units. */
function useIn({ tree, card }) {
  if (!card) { return null; }
  const names = [...namesIn(tree)], has = (use) => names.every((name) => use.units.includes(name));
  return card.uses.find((use) => isUse(tree, use)) || (names.length && card.uses.find(has)) || null;
}

/* All words in a tree, and those of them that are units. */
function wordsIn(tree) {
  if (typeof tree === 'string') { return [tree]; }
  if (Array.isArray(tree)) { return tree.flatMap(wordsIn); }
  return tree ? [...tree].flatMap(([key, value]) => [key, ...wordsIn(value)]) : [];
}
const namesIn = (tree) => new Set(wordsIn(tree).filter((words) => desks.has(words)));

const openOrder = () => madeOrders().find((order) => order.part === open.part && order.n === open.n) || null;

/* Why a use cannot follow the orders before it, or cannot be had at all; empty if it can. */
function barredBy(use, order) {
  if (use.barred) { return use.barred; }
  const orders = madeOrders(), at = order ? orders.indexOf(order) : orders.length;
  const first = at <= hand.now ? 0 : at - 1;
  const before = orders.slice(first, at).flatMap((other) => useIn(other)?.apart || []);
  const shared = use.apart.find((mark) => before.includes(mark));
  return shared ? `${hand.case}: ${shared} is in the order before` : '';
}

/* --- playing a card ------------------------------------------------------------------------------------ */

function write(part, n, tree) {
  const text = withTree(sheet.value, part, n, tree);
  if (text === null) { speak(`${part} is written in one line: edit the sheet by hand`); return false; }
  doing(() => { sheet.value = text; });
  return true;
}

/* A card begins an order, now or ahead; another use of it changes the order's beginning; the same one opens it. */
function play(card, use) {
  const made = madeOrders().find((order) => order.card === card), ahead = goesAhead(card, use, made);
  if (made && isUse(made.tree, use)) { openAt(made.part, made.n); return; }
  if (ahead && !composedParts.includes(AHEAD)) { speak(`${hand.part} takes no more orders`); return; }
  if (use.line.includes(ONE) && !use.units.includes(unit)) {
    speak(unit ? `${unit} cannot: choose another unit` : 'choose a unit first');
    return;
  }
  const part = ahead ? AHEAD : hand.part, n = made ? made.n : treesIn(sheet.value, part).length;
  if (!write(part, n, begun(card, use, ahead, made))) { return; }
  openAt(part, n);
  aim();
  const barred = barredBy(use, openOrder());
  speak(`${ahead ? 'planned' : 'played'}: ${titleOf(card)}, ${use.words}${barred && `; ${barred}`}`);
}

/* Whether an order is one for later: where it stands already, or since there are orders enough for now. */
function goesAhead(card, use, made) {
  if (made) { return made.part === AHEAD; }
  return treesIn(sheet.value, hand.part).length >= hand.now || !card.held || use.ahead;
}

/* Whether the card that is shown, and not yet played, could be played for this unit alone. */
function isSole(name) {
  const shownOne = hand.cards.find((card) => card.id === shownCard);
  const waits = shownOne && !madeOrders().some((order) => order.card === shownOne);
  return Boolean(waits) && shownOne.uses.some((use) => use.line.includes(ONE) && use.units.includes(name));
}

/* What a use aims at comes first: where a marker or a drop goes. */
function aim() {
  const name = units.find((one) => offersTo(one).some((choice) => choice.into && !formOf(choice)));
  if (name) { select(name); }
}

/* An order's beginning; what it held stays, as far as the card still has room for it. */
function begun(card, use, ahead, made) {
  if (!(use.head instanceof Map)) { return use.head; }
  const kept = made && made.tree instanceof Map ? [...made.tree].filter(([key]) => use.lists.includes(key)) : [];
  const planned = ahead && card.planned ? [...flow(`{${card.planned}}`)] : [];
  return new Map([...planned, ...[...use.head].map(([key, words]) => [key, words.replace(ONE, unit)]), ...kept]);
}

const titleOf = (card) => `${card.id} ${card.name}`.trim();

function openAt(part, n) {
  open = { part, n };
  const order = openOrder();
  if (order && order.card) { shownCard = order.card.id; }
  if (unit && !offersTo(unit).length) { unit = null; }
  refresh();
}

function takeOutOrder(order) {
  if (!write(order.part, order.n, null)) { return; }
  if (open.part === order.part) { open = { part: open.part, n: Math.max(0, open.n - 1) }; }
  refresh();
  speak(`taken back: ${order.card ? titleOf(order.card) : 'an order'}`);
}

/* --- choices within the open order ---------------------------------------------------------------------- */

/* The order that a choice is written into: its number and its tree. */
function hostOf(choice) {
  if (cargo.blocks.includes(choice.part)) {
    const [tree] = treesIn(sheet.value, choice.part);
    return { part: choice.part, n: 0, tree: tree === undefined ? new Map() : tree };
  }
  const order = hand && choice.part === hand.part ? openOrder() : null;
  return order && order.tree instanceof Map ? order : null;
}

/* Whether the open order has room for such a choice. */
function isOpenTo(choice) {
  if (cargo.blocks.includes(choice.part)) { return true; }
  const order = hostOf(choice), use = order && useIn(order);
  const list = listOf(choice);
  const who = use && use.line.includes(ONE) ? [soleIn(order.tree, use)] : use ? use.units : [];
  return Boolean(use) && use.lists.includes(list) && (!who.length || who.includes(choice.unit))
    && (!use.around || isAround(use, order.tree, list, choice));
}

/* Whether a choice is about those who are near the place that the order names, or names one that somebody is near. */
function isAround({ around, units: names }, tree, list, choice) {
  if (list === around) { return (hand.near[choice.space] || []).some((name) => names.includes(name)); }
  return (hand.near[tree.get(around)] || []).includes(choice.unit);
}

const listOf = (choice) => choice.into.replace(/[[\]{}]+$/, '');
const formOf = (choice) => choice.into.slice(listOf(choice).length);
const readLine = (line) => flow(/^[[{]/.test(line) || !/^[^:]+: /.test(line) ? line : `{${line}}`);
const hasName = (list, name) => list.some((one) => same(one, name));
const isNames = (value) => Array.isArray(value) && value.every((one) => typeof one === 'string');
const sharesIn = (entry) => [...entry].find(([, value]) => isNames(value));
const agrees = (tree, key, value) => tree instanceof Map && same(inWords(tree.get(key)), inWords(value));
const inWords = (tree) => (tree === undefined ? '' : typeof tree === 'string' ? tree : inFlow(tree));
const saysAll = (tree, wanted) => [...wanted].every(([key, value]) => agrees(tree, key, value));

/* The entry of a list that a choice stands in, or -1. */
function entryOf(list, choice) {
  const wanted = readLine(choice.line);
  if (typeof wanted === 'string') { return list.findIndex((one) => typeof one === 'string' && same(one, wanted)); }
  if (!choice.shared) { return list.findIndex((one) => saysAll(one, wanted)); }
  return list.findIndex((one) => isShared(one, wanted) && hasName(sharesIn(one)[1], choice.unit));
}

/* Whether an entry is of a shared line: all that the line says but its list of names. */
function isShared(entry, wanted) {
  const [shared] = sharesIn(wanted);
  return entry instanceof Map && isNames(entry.get(shared))
    && [...wanted].every(([key, value]) => key === shared || agrees(entry, key, value));
}

function isWithin(choice) {
  const host = hostOf(choice);
  if (!host || !(host.tree instanceof Map)) { return false; }
  const there = host.tree.get(listOf(choice)), form = formOf(choice);
  if (form === '[]') { return Array.isArray(there) && entryOf(there, choice) >= 0; }
  return form === '{}' ? saysAll(there, readLine(choice.line)) : same(inWords(there), choice.line);
}

/* A tree like this one with a choice put in: in place of the unit's own entry, into the shared one, or as the last. */
function withChoice(tree, choice) {
  const next = new Map(tree), list = listOf(choice), wanted = readLine(choice.line), there = next.get(list);
  if (formOf(choice) === '') { return next.set(list, choice.line); }
  if (formOf(choice) === '{}') { return next.set(list, new Map([...(there instanceof Map ? there : []), ...wanted])); }
  const entries = Array.isArray(there) ? there : [];
  return next.set(list, choice.shared ? joined(entries, choice, wanted) : withOwn(entries, choice, wanted));
}

const replaced = (list, at, entry) => (at < 0 ? [...list, entry] : list.map((one, n) => (n === at ? entry : one)));

function withOwn(list, choice, wanted) {
  const isOwn = (one) => one instanceof Map && wanted instanceof Map && [...one].flat().some((word) => (
    typeof word === 'string' && (same(word, choice.unit) || choice.unit.endsWith(` ${word}`))));
  return replaced(list, list.findIndex(isOwn), wanted);
}

function joined(list, choice, wanted) {
  const [key] = sharesIn(wanted), there = leftBy(list, choice, key);
  const at = there.findIndex((one) => isShared(one, wanted));
  const entry = at < 0 ? wanted : there[at], names = at < 0 ? [] : entry.get(key);
  return replaced(there, at, new Map([...entry, [key, [...names, choice.unit]]]));
}

/* The list without the unit in its shared entries, since it can be in one of them only. */
function leftBy(list, choice, key) {
  return list.flatMap((one) => {
    if (!(one instanceof Map) || !isNames(one.get(key)) || !hasName(one.get(key), choice.unit)) { return [one]; }
    const left = one.get(key).filter((name) => !same(name, choice.unit));
    return left.length ? [new Map([...one, [key, left]])] : [];
  });
}

function withoutChoice(tree, choice) {
  const next = new Map(tree), list = listOf(choice), there = next.get(list), wanted = readLine(choice.line);
  if (formOf(choice) === '') { next.delete(list); return next; }
  if (formOf(choice) === '{}') { return next.set(list, new Map([...there].filter(([key]) => !wanted.has(key)))); }
  if (choice.shared) { return next.set(list, leftBy(there, choice, sharesIn(wanted)[0])); }
  const at = entryOf(there, choice);
  return next.set(list, there.filter((_, n) => n !== at));
}

/* Writes a choice into its order, or takes it out again; what was ordered from where the unit no longer goes, goes. */
function chooseWithin(choice) {
  const host = hostOf(choice);
  if (!host) { speak('play a card first'); return; }
  const was = isWithin(choice);
  let tree = was ? withoutChoice(host.tree, choice) : withChoice(host.tree, choice);
  const moved = !choice.at && !choice.shared && formOf(choice) === '[]';
  const stood = moved ? choicesOf(choice.unit).filter((other) => other.into && other.at && isWithin(other)) : [];
  const goal = moved && !was ? choice.space : homeOf(choice.unit);
  const gone = stood.filter((other) => other.part === choice.part && other.at !== goal);
  for (const other of gone) { tree = withoutChoice(tree, other); }
  if (!write(host.part, host.n, tree)) { return; }
  refresh();
  const also = gone.length ? `; taken back: ${gone.map(brief).join(', ')}` : '';
  speak(`${was ? 'taken back: ' : ''}${choice.unit}: ${brief(choice)}${choice.note && ` (${choice.note})`}${also}`);
}

/* Where the open order takes a unit. */
function goalWithin(name) {
  const moved = choicesOf(name).find((choice) => choice.into.endsWith('[]') && !choice.at && !choice.shared
    && spaces.has(choice.space) && isOpenTo(choice) && isWithin(choice));
  return moved ? moved.space : '';
}

/* Takes a unit's last choice out of the open order. */
function takeBackWithin(name) {
  const written = choicesOf(name).filter((choice) => choice.into && isWithin(choice));
  const choice = written.find((other) => other.space === cursor) || written.pop();
  if (!choice) { return false; }
  chooseWithin(choice);
  return true;
}

/* Every unit that any order made of a card names. */
const namedInOrders = () => once(sheet.value, 'named in orders', () => (
  new Set(madeOrders().flatMap((order) => [...namesIn(order.tree)]))));
"""
