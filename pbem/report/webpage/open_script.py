"""The script of the order that is open on the page: one of several, to be written anew or taken out."""

from __future__ import annotations

OPEN = r"""
const hand = cargo.hand, AHEAD = 'ahead';
let open = { part: hand ? hand.part : '', n: 0 };  // the order that clicks are written into
let shownCard = null;  // the card whose uses are shown

/* The parts whose orders are made of cards, now and ahead. */
const composedParts = hand ? [hand.part, AHEAD].filter((part) => cargo.parts.includes(part)) : [];

const ONE = '[UNIT]';  // stands for a unit

const same = (one, other) => squeezed(one) === squeezed(other);

const hasName = (list, name) => list.some((one) => same(one, name));
const isNames = (value) => Array.isArray(value) && value.every((one) => typeof one === 'string');
const inWords = (tree) => (tree === undefined ? '' : typeof tree === 'string' ? tree : inFlow(tree));

/* All words in a tree. */
function wordsIn(tree) {
  if (typeof tree === 'string') { return [tree]; }
  if (Array.isArray(tree)) { return tree.flatMap(wordsIn); }
  return tree ? [...tree].flatMap(([key, value]) => [key, ...wordsIn(value)]) : [];
}

function write(part, n, tree) {
  const text = withTree(sheet.value, part, n, tree);
  if (text === null) { speak(`${part} is written in one line: edit the sheet by hand`); return false; }
  doing(() => { sheet.value = text; });
  return true;
}

function openAt(part, n) {
  open = { part, n };
  const order = hand && openOrder();
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
"""
