"""The script that shows every order with lists or details, to be opened, filled in and taken out."""

from __future__ import annotations

COMPOSED = r"""
function pressed(words, note, isOn, does, parent) {
  const button = document.createElement('button');
  button.type = 'button';
  button.append(words);
  if (note) { shown('small', note, button); }
  if (isOn !== null) { button.setAttribute('aria-pressed', isOn); }
  button.onclick = does;
  parent.append(button);
  return button;
}

/* --- orders with details -------------------------------------------------------------------------------- */

const composedBox = byId('composed');

function detailGroup(order, path, entry, detail, parent) {
  const extras = extrasFor(detail, entry, order.part);
  if (!extras.length) { return; }
  const group = shown('div', '', parent), said = entry.get(detail.field);
  group.className = 'detail';
  group.setAttribute('role', 'group');
  group.setAttribute('aria-label', detail.field);
  shown('b', detail.field, group);
  const place = path ? `${path.list} ${path.n}` : '';
  for (const [text, note] of extras) {
    const on = isSaid(entry, detail, text);
    const button = pressed(`${on ? '\u2713 ' : ''}${text}`, note, on, () => say(order, path, detail, text), group);
    button.dataset.say = `${order.part} ${order.n} ${place} ${detail.field} ${text}`;
  }
  const strange = said !== undefined && !detail.several && !extras.some(([text]) => same(text, String(said)));
  if (strange) { shown('span', String(said), group); }
}

function showEntry(order, list, entry, n, parent) {
  const row = shown('div', '', parent), path = { list, n };
  row.className = 'entry';
  const line = shown('p', '', row);
  shown('span', inFlow(entry).replace(/^{|}$/g, ''), line);
  const left = order.tree.get(list).filter((_, other) => other !== n);
  pressed('\u2715', '', null, () => {
    if (write(order.part, order.n, new Map(order.tree).set(list, left))) { refresh(); speak('taken back'); }
  }, line).setAttribute('aria-label', `take back ${inFlow(entry)}`);
  if (!(entry instanceof Map)) { return; }
  for (const detail of detailsOf(order.part, list)) { detailGroup(order, path, entry, detail, row); }
}

/* Whether an order can say more: one line of many can, if it says several things. */
const isTaken = ({ part, tree }) => cargo.blocks.includes(part) || composedParts.includes(part) || tree.size > 1;

/* What a use does in an order: with the unit that it is about. */
const useWords = (use, tree) => [use.words, soleIn(tree, use)].filter(Boolean).join(': ');

function showOrder(order, isOpen) {
  const box = shown('div', '', composedBox), { tree } = order;
  box.className = `order${isOpen ? ' open' : ''}`;
  const use = order.card && useIn(order);
  const typed = tree === null ? 'as written' : inFlow(tree), head = shown('div', '', box);
  const words = order.card ? `${titleOf(order.card)}: ${use ? useWords(use, tree) : 'as written'}` : typed;
  const label = `${order.part === AHEAD ? 'ahead ' : ''}${order.n + 1}  ${words}`;
  pressed(label, '', isOpen, () => openAt(order.part, order.n), head).dataset.order = `${order.part} ${order.n}`;
  pressed('\u2715', '', null, () => takeOutOrder(order), head).setAttribute('aria-label', `take back ${words}`);
  if (!isOpen || !(tree instanceof Map)) { return; }
  for (const [list, entries] of tree) {
    if (!Array.isArray(entries) || !entries.some((entry) => entry instanceof Map)) { continue; }
    shown('h4', list, box);
    entries.forEach((entry, n) => showEntry(order, list, entry, n, box));
  }
  if (!isTaken(order)) { return; }
  for (const detail of detailsOf(order.part)) { detailGroup(order, null, tree, detail, box); }
  if (!composedParts.includes(order.part) || !cargo.conditions.length) { return; }
  const group = shown('div', '', box);
  group.className = 'detail';
  group.append(...whenButtons(order));
}

function showComposed() {
  const held = document.activeElement?.dataset, kept = held && (held.say || held.order);
  composedBox.replaceChildren();
  for (const said of hand ? doubled() : []) { shown('p', said, composedBox).className = 'doubt'; }
  for (const part of detailedParts) {
    const trees = treesIn(sheet.value, part);
    if (!trees.length && part !== hand?.part) { continue; }
    shown('h3', `${part}: your orders`, composedBox);
    if (!trees.length) { shown('p', 'Play a card of the hand.', composedBox); }
    trees.forEach((tree, n) => {
      const order = { part, n, tree, card: hand && composedParts.includes(part) ? cardIn(tree) : null };
      showOrder(order, cargo.blocks.includes(part) || (open.part === part && open.n === n));
    });
  }
  if (kept) {
    [...composedBox.querySelectorAll('button')].find((one) => kept === (one.dataset.say || one.dataset.order))?.focus();
  }
}
"""
