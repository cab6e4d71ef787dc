"""The script of what orders that stand can say besides: which of it fits, whether it is said, and saying it."""

from __future__ import annotations

DETAILS = r"""
const NEEDS = { note: '', places: [], units: [], at: [], allAt: [], company: [], having: '', takes: '' };
const extras = cargo.details.extras.map(({ least, ...extra }) => (
  { ...NEEDS, ...extra, least: least ? pairsOf(least) : null }));
const details = cargo.details.each.map((detail) => ({ ...detail, extras: detail.extras.map((n) => extras[n]) }));

/* A row of places and a number for each. */
function pairsOf([row, ...numbers]) {
  return Object.fromEntries(cargo.details.rows[row].split(' ').map((place, n) => [place, numbers[n]]));
}

const detailedParts = cargo.parts.filter((part) => composedParts.includes(part)
  || details.some((detail) => detail.part === part));
const detailsOf = (part, within = '') => details.filter((one) => one.within === within && (one.part === part
  || (part === AHEAD && hand && one.part === hand.part)));

/* --- what fits an order as it is composed so far -------------------------------------------------------- */

/* What an entry is about: its first word, and the units that it lists, alone or each with what it does. */
function aboutOf(entry) {
  const [first, ...more] = entry instanceof Map ? [...entry.values()] : [];
  const place = Array.isArray(first) ? first.map(String) : typeof first === 'string' ? [first] : [];
  const isAbout = (one) => typeof one === 'string' || (one instanceof Map && one.size === 1);
  const list = more.find((value) => Array.isArray(value) && value.every(isAbout)) || [];
  return { place, company: list.map((one) => spelled(one instanceof Map ? [...one.keys()][0] : one)) };
}

const spellings = new Map(units.map((name) => [fold(name), name]));
const spelled = (name) => spellings.get(fold(name)) || name;

/* What a unit brings to an order about a place, by the choice that it was written by. */
function weightOf(name, part, place) {
  const at = goalOf(name, part, true), fits = (one) => one.part === part && one.weight && one.space === place;
  const choice = [...choicesOf(name), ...attacksBy(name)].find((one) => fits(one) && (!one.at || one.at === at));
  return choice ? choice.weight : 0;
}

function reaches(least, { place, company }, part) {
  if (!least) { return true; }
  if (!place.length || !place.every((one) => one in least)) { return false; }
  const needed = place.reduce((sum, one) => sum + least[one], 0);
  return company.reduce((sum, name) => sum + weightOf(name, part, place[0]), 0) >= needed;
}

function fits(extra, entry, about, part) {
  const { place, company } = about;
  return (!extra.having || entry.has(extra.having))
    && (!extra.places.length || extra.places.some((one) => place.includes(one)))
    && (!extra.company.length || extra.company.length === company.length)
    && extra.company.every((one) => hasName(company, one))
    && (!extra.allAt.length || company.every((name) => extra.allAt.includes(goalOf(name, part, true))))
    && reaches(extra.least, about, part);
}

/* Those of an order's units that an extra is for, where they stand then. */
const thoseFor = ({ units: names, at }, { company }, part) => company.filter((name) => (
  (!names.length || hasName(names, name)) && (!at.length || at.includes(goalOf(name, part, true)))));

/* What a detail can say in this entry, with notes; a unit of it, or each, in the place of [UNIT]. */
function extrasFor(detail, entry, part, name = '') {
  const about = aboutOf(entry), found = new Map();
  const isFree = (extra) => !extra.takes || !taken().has(fold(extra.takes)) || isSaid(entry, detail, extra.text);
  for (const extra of detail.extras.filter((one) => fits(one, entry, about, part) && isFree(one))) {
    const texts = textsOf(extra, about, part, name);
    const isNew = (one) => !found.get(one) && !(extra.places.length && hasName(about.company, one));
    for (const text of texts.filter(isNew)) { found.set(text, extra.note); }
  }
  return [...found];
}

function textsOf(extra, about, part, name) {
  const able = extra.takes && extra.at.length ? [extra.takes].filter((one) => extra.at.includes(goalOf(one, part)))
    : thoseFor(extra, about, part);
  if (!extra.text.includes(ONE)) { return able.length || !(extra.units.length || extra.at.length) ? [extra.text] : []; }
  return able.filter((one) => !name || same(one, name)).map((one) => extra.text.replace(ONE, one));
}

/* The cards that orders are made of, the units in them, and what their details take; in some parts, or in all. */
const taken = (parts = detailedParts) => once(sheet.value, `taken ${parts}`, () => {
  const used = new Set(hand ? madeOrders().map((order) => order.card?.id) : []);
  const takers = extras.filter((extra) => extra.takes);
  const taking = new Map(takers.flatMap(({ text, takes }) => (
    [[text, takes], ...(desks.has(takes) || counters.has(takes) ? [[takes, takes]] : [])])));
  for (const part of parts) {
    for (const words of treesIn(sheet.value, part).flatMap(wordsIn)) { used.add(fold(taking.get(words) || '')); }
  }
  return used;
});

/* --- saying it ------------------------------------------------------------------------------------------ */

const pairIn = (text) => /^([^:{[]+): (.+)$/.exec(text);
const listIn = (there) => (Array.isArray(there) ? there : typeof there === 'string' && there ? [there] : []);

function isSaid(entry, detail, text) {
  const there = entry.get(detail.field);
  if (there === undefined) { return false; }
  if (!detail.several) { return same(inWords(there), text); }
  const pair = pairIn(text);
  if (pair) { return there instanceof Map && same(String(there.get(pair[1]) ?? ''), pair[2]); }
  return hasName(listIn(there).filter((one) => typeof one === 'string'), text);
}

/* The entry with a detail said, or no longer said. */
function withExtra(entry, detail, text) {
  const next = new Map(entry), there = next.get(detail.field), was = isSaid(entry, detail, text), pair = pairIn(text);
  if (!detail.several) {
    if (was) { next.delete(detail.field); } else { next.set(detail.field, text); }
  } else if (pair) {
    const map = new Map(there instanceof Map ? there : []);
    if (was) { map.delete(pair[1]); } else { map.set(pair[1], pair[2]); }
    next.set(detail.field, map);
  } else {
    const list = listIn(there);
    next.set(detail.field, was ? list.filter((one) => !same(String(one), text)) : [...list, text]);
  }
  if (isEmpty(next.get(detail.field))) { next.delete(detail.field); }
  return next;
}

function say(order, path, detail, text) {
  const entry = path ? order.tree.get(path.list)[path.n] : order.tree, was = isSaid(entry, detail, text);
  const next = withExtra(entry, detail, text);
  const entries = path && order.tree.get(path.list).map((one, n) => (n === path.n ? next : one));
  if (!write(order.part, order.n, path ? new Map(order.tree).set(path.list, entries) : next)) { return; }
  refresh();
  speak(`${was ? 'taken back' : 'added'}: ${detail.field}: ${text}${hand ? warned() : ''}`);
}

/* --- beside the chosen unit ----------------------------------------------------------------------------- */

/* The order of a part in which a unit takes part; of what is no unit, the last that its choices have written. */
function orderOf(name, part) {
  const trees = treesIn(sheet.value, part), choices = choicesOf(name).filter((one) => one.part === part);
  const isOwn = (words) => choices.some((choice) => choice.line.startsWith('{') && says(words, choice));
  const n = manifold.has(name) ? ordersIn(sheet.value, part).findLastIndex(isOwn)
    : trees.findIndex((tree) => tree instanceof Map && hasName(aboutOf(tree).company, name));
  return n < 0 ? null : { part, n, tree: trees[n] };
}

/* Few words are buttons; of many, of which one may stand, one is picked from a list. */
function detailControls(name, part) {
  const order = composedParts.includes(part) ? null : orderOf(name, part);
  return (order ? detailsOf(part) : []).flatMap((detail) => {
    const texts = extrasFor(detail, order.tree, part, name).map(([text]) => text);
    return texts.length > FEW && !detail.several ? [detailList(order, detail, texts)]
      : texts.map((text) => detailButton(order, detail, text));
  });
}
const FEW = 3;

function detailList(order, detail, texts) {
  const list = document.createElement('select'), now = texts.find((text) => isSaid(order.tree, detail, text));
  list.className = 'addition';
  list.dataset.offer = `+ ${order.part} ${detail.field}`;
  list.setAttribute('aria-label', detail.field);
  const options = texts.map((text) => new Option(`${detail.field}: ${text}`, text));
  list.append(new Option(`${detail.field} \u2026`, ''), ...options);
  list.value = now || '';
  list.onchange = () => say(order, null, detail, list.value || now);
  return list;
}

function detailButton(order, detail, text) {
  const button = document.createElement('button'), done = isSaid(order.tree, detail, text);
  button.type = 'button';
  button.className = 'addition';
  button.dataset.offer = `+ ${order.part} ${detail.field}: ${text}`;
  button.setAttribute('aria-pressed', done);
  button.textContent = `${done ? '\u2713 ' : ''}${detail.field}: ${text}`;
  button.onclick = () => say(order, null, detail, text);
  return button;
}
"""
