"""The script of a hand of cards: an order begun by a card, this one or one planned ahead."""

from __future__ import annotations

HAND = r"""
/* --- orders made of cards ------------------------------------------------------------------------------ */

/* The orders of the hand's part and those planned ahead, in the order in which they will be played. */
function madeOrders() {
  return once(sheet.value, 'made orders', () => composedParts.flatMap((part) => (
    treesIn(sheet.value, part).map((tree, n) => ({ part, n, tree, card: cardIn(tree) })))));
}

/* How an order begins that a use makes: a mapping, or words alone. */
const headOf = (line) => (/^\w+: /.test(line) ? flow(`{${line}}`) : line);
const uses = hand.cards.flatMap((card) => card.uses);
for (const use of uses) { use.head = headOf(use.line); }
const headKey = uses.map((use) => use.head).find((head) => head instanceof Map)?.keys().next().value;

function cardIn(tree) {
  const words = tree instanceof Map ? tree.get(headKey) || '' : tree || '';
  return hand.cards.find((card) => card.id === String(words).split(' ')[0]) || null;
}

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

/* Those that are units. */
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
  speak(`${ahead ? 'planned' : 'played'}: ${titleOf(card)}, ${use.words}${barred && `; ${barred}`}${warned()}`);
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

/* What is said of cards that an order uses up and that wait in other parts, too: each serves once. */
const doubled = () => once(sheet.value, 'doubled', () => {
  const used = taken(composedParts), cards = hand.cards.filter((card) => used.has(fold(card.id)));
  return cargo.parts.filter((part) => !composedParts.includes(part)).flatMap((part) => {
    const words = treesIn(sheet.value, part).flatMap(wordsIn), both = cards.filter((card) => hasName(words, card.id));
    return both.map((card) => `${titleOf(card)} is played and waits in ${part}, too: it serves once`);
  });
});
const warned = () => doubled().map((said) => `; ${said}`).join('');

const titleOf = (card) => `${card.id} ${card.name}`.trim();

/* Every unit that any order made of a card names. */
const namedInOrders = () => once(sheet.value, 'named in orders', () => (
  new Set(madeOrders().flatMap((order) => [...namesIn(order.tree)]))));
"""
