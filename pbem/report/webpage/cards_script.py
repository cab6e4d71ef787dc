"""The script that shows the hand, and what each card may be used for."""

from __future__ import annotations

CARDS = r"""
/* --- the hand ------------------------------------------------------------------------------------------ */

const cardsBox = document.querySelector('#cards'), usesBox = document.querySelector('#uses');

function showHand() {
  const held = document.activeElement, was = held && held.dataset.card, use = held && held.dataset.use;
  const orders = madeOrders();
  cardsBox.replaceChildren();
  for (const card of hand.cards) {
    const order = orders.find((other) => other.card === card);
    const button = pressed('', '', card.id === shownCard, (event) => chooseCard(card, byKey(event)), cardsBox);
    button.className = `card ${card.kind.replace(/\s+/g, '-')}`;
    button.dataset.card = card.id;
    shown('b', card.id, button);
    shown('span', card.name, button);
    shown('small', [card.kind, stateOf(card, order)].filter(Boolean).join(' \u00b7 '), button);
    button.classList.toggle('used', Boolean(order));
    button.classList.toggle('absent', !card.held);
  }
  showUses();
  const again = (one) => (was ? one.dataset.card === was : one.dataset.use === use);
  if (was || use) { [...cardsBox.children, ...usesBox.children].find(again)?.focus(); }
}

function stateOf(card, order) {
  if (order && order.part === AHEAD) { return `\u2713 planned ${order.n + 1}`; }
  if (order) { return `\u2713 played${hand.now > 1 ? ` ${order.n + 1}` : ''}`; }
  if (!card.held) { return 'may come'; }
  return card.uses.length && card.uses.every((use) => barredBy(use, null)) ? 'barred' : '';
}

function showUses() {
  usesBox.replaceChildren();
  const card = hand.cards.find((one) => one.id === shownCard);
  if (!card) { return; }
  const order = madeOrders().find((other) => other.card === card);
  for (const use of card.uses) {
    const barred = barredBy(use, order), on = Boolean(order) && useIn(order) === use;
    const words = `${on ? '\u2713 ' : ''}${use.words}`;
    const button = pressed(words, barred || whoIn(use), on, (event) => playUse(card, use, event), usesBox);
    button.dataset.use = use.line;
    button.disabled = Boolean(barred) && !on;
  }
  if (order) { pressed('take the card back', '', null, () => takeOutOrder(order), usesBox).className = 'out'; }
  if (card.notes.length) { shown('p', card.notes.join('; '), usesBox); }
}

const whoIn = (use) => (use.units.length ? `${use.units.length} ${use.units.length === 1 ? 'unit' : 'units'}` : '');

const byKey = (event) => event.detail === 0;

/* Who plays by keys goes on from the card to its uses, and from there to the map. */
function chooseCard(card, keyed) {
  shownCard = card.id;
  const order = madeOrders().find((other) => other.card === card);
  if (order) { openAt(order.part, order.n); } else { refresh(); }
  const words = card.uses.map((use) => use.words + (barredBy(use, order) ? ' (barred)' : ''));
  speak(`${titleOf(card)}: ${words.join(', ') || 'nothing today'}`);
  if (keyed) { usesBox.querySelector('button:enabled')?.focus(); }
}

function playUse(card, use, event) {
  play(card, use);
  if (byKey(event) && openOrder()?.card === card) { svg.focus(); }
}

document.addEventListener('keydown', (event) => {
  if (event.key !== 'h' || event.ctrlKey || event.metaKey || event.altKey
    || event.target.closest('input:not([type=checkbox]),textarea,select')) { return; }
  event.preventDefault();
  (cardsBox.querySelector(`[data-card="${shownCard}"]`) || cardsBox.firstElementChild).focus();
});
for (const box of [cardsBox, usesBox]) { box.onkeydown = alongside; }

/* Left and right among buttons beside each other. */
function alongside(event) {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const all = [...event.currentTarget.querySelectorAll('button:enabled')];
  if (!by) { return; }
  event.preventDefault();
  all[(all.indexOf(event.target) + by + all.length) % all.length].focus();
}
"""
