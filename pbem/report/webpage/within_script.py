"""The script of choices that are written into an order: into a list, a mapping or a field of the one that is open.

Where a part of the sheet is one block, that block is always open.
"""

from __future__ import annotations

WITHIN = r"""
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
const sharesIn = (entry) => [...entry].find(([, value]) => isNames(value));
const agrees = (tree, key, value) => tree instanceof Map && same(inWords(tree.get(key)), inWords(value));
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
  const path = moved || !walking() ? [] : pathOf(name, hand?.part);
  return moved ? moved.space : path[path.length - 1] || '';
}

/* Takes a unit's last choice out of the open order. */
function takeBackWithin(name) {
  const written = choicesOf(name).filter((choice) => choice.into && isWithin(choice));
  const choice = written.find((other) => other.space === cursor) || written.pop();
  if (!choice) { return false; }
  chooseWithin(choice);
  return true;
}
"""
