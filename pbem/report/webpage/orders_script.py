"""The script between the choices and the sheet: what a unit may do, what the sheet says about it, writing an order."""

from __future__ import annotations

ORDERS = r"""
const byId = (id) => document.getElementById(id);
const cargo = JSON.parse(byId('cargo').textContent);
const sheet = byId('sheet'), figure = document.querySelector('.board figure.map'), svg = figure.chart.svg;
const spaces = figure.chart.spaces;
const counters = new Map(cargo.units.map(([id, space, side, words]) => [id, { id, space, side, words }]));
const desks = new Map();  // for each unit its choices, the parts that they are for, and the lines shared with others
let unit = null;  // the unit that is chosen

for (const [place, number, ...texts] of cargo.offers) {
  const part = cargo.parts[place], [name, kind, at, before, after] = texts.map((text) => cargo.texts[text]);
  if (!desks.has(name)) { desks.set(name, { choices: [], parts: new Set(), shared: new Map() }); }
  const { choices, parts, shared } = desks.get(name), reach = cargo.reaches[number].split('|');
  parts.add(part);
  let note = '';
  for (const space of reach) {
    if (space.startsWith('#')) { note = cargo.notes[space.slice(1)]; continue; }
    const line = after === undefined ? before : before + space + after;
    const isShared = line.includes(`[${SLOT}]`);
    choices.push({ part, unit: name, space, line, note, kind, at, shared: isShared, brief: note.split(',')[0] });
    if (isShared) { shared.set(part, (shared.get(part) || new Set()).add(line)); }
  }
}
const units = [...desks.keys()];
const choicesOf = (name) => desks.get(name)?.choices || [];
const sharedLines = (name, part) => [...(desks.get(name)?.shared.get(part) || [])];
const partsOf = (name) => [...(desks.get(name)?.parts || [])].sort((one, other) => order(one) - order(other));
const order = (part) => cargo.parts.indexOf(part);
const homeOf = (name) => (counters.get(name) || { space: '' }).space;

/* --- what the sheet says ------------------------------------------------------------------------------ */

/* Whether the sheet has any order for a unit. */
function hasOrder(name) {
  return once(sheet.value, `has ${name}`, () => partsOf(name).some((part) => (
    ordersIn(sheet.value, part).some((words) => (
      isFor(words, name) || sharedLines(name, part).some((line) => sharers(words, line, true)?.has(name)))))));
}

const isWritten = (choice) => once(sheet.value, choice, () => (
  ordersIn(sheet.value, choice.part).some((words) => says(words, choice))));

/* Where a unit's own lines take it, all of them or those before a part. */
function goalOf(name, end) {
  return once(sheet.value, `goal ${end} ${name}`, () => {
    let goal = homeOf(name);
    for (const part of partsOf(name).filter((other) => !end || order(other) < order(end))) {
      for (const words of ordersIn(sheet.value, part).filter((line) => isFor(line, name))) {
        goal = namedIn(words, name, part) || goal;
      }
    }
    return goal;
  });
}

/* The space that a line leads to: that of the choice that it was written by, else the last that it names. */
function namedIn(words, name, part) {
  const choice = choicesOf(name).find((other) => other.part === part && !other.shared && says(words, other));
  if (choice) { return choice.space; }
  return words.replace(/\bvia\b[^,}]*/g, '').split(/[^\w./-]+/).filter((word) => spaces.has(word)).pop();
}

/* What a unit may do, as the sheet now stands. */
function offersTo(name) {
  return once(sheet.value, `offers ${name}`, () => (
    choicesOf(name).filter((choice) => !choice.at || choice.at === goalOf(name, choice.part))));
}

/* --- writing ------------------------------------------------------------------------------------------ */

function choose(choice) {
  const text = ordered(sheet.value, choice, cargo.parts, sharedLines(choice.unit, choice.part));
  if (text === null) { speak(`${choice.part} is written in one line: edit the sheet by hand`); return; }
  const stood = standing(choice.unit);
  let dropped = [];
  doing(() => {
    sheet.value = text;
    dropped = dropImpossible(choice.unit, stood);
  });
  refresh();
  point(choice);
  speak(`${sentence(choice)}${dropped.length ? `; taken back: ${dropped.map(sentence).join('; ')}` : ''}`);
}

const standing = (name) => offersTo(name).filter((choice) => choice.at && isWritten(choice));

/* Takes out orders that stood, and that were offered from another space than where the unit now goes. */
function dropImpossible(name, stood) {
  const same = (one) => (other) => other.part === one.part && other.line === one.line;
  const gone = stood.filter((choice) => isWritten(choice) && !offersTo(name).some(same(choice)));
  for (const choice of gone) { takeOut(choice.part, name); }
  return gone;
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
  const stood = standing(unit);
  doing(() => {
    takeOut(part, unit);
    dropImpossible(unit, stood);
  });
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
"""
