"""The script between the choices and the sheet: what a unit may do, what the sheet says about it, writing an order."""

from __future__ import annotations

ORDERS = r"""
const byId = (id) => document.getElementById(id);
const cargo = JSON.parse(byId('cargo').textContent);
const sheet = byId('sheet'), figure = document.querySelector('.board figure.map'), svg = figure.chart.svg;
const spaces = figure.chart.spaces;
const twins = [...document.querySelectorAll('tr[data-row]')].map((row) => [row.dataset.row, row.lastElementChild]);
const twinWords = new Map(twins.map(([id, cell]) => [id, cell.textContent]));  // what each counter is
const counters = new Map(
  cargo.units.map(([id, space, side]) => [id, { id, space, side, words: twinWords.get(id) || id }]),
);
for (const counter of svg.querySelectorAll('[data-unit]')) {
  counter.prepend(made(counter, 'title', {}, twinWords.get(counter.dataset.unit) || counter.dataset.unit));
}
const desks = new Map();  // for each unit its choices, the parts that they are for, and the lines shared with others
const manifold = new Map();  // what is no unit and may have several lines: how many in each part
let unit = null;  // the unit that is chosen

function deskOf(name) {
  if (!desks.has(name)) { desks.set(name, { choices: [], parts: new Set(), shared: [] }); }
  return desks.get(name);
}

/* Whose moves and attacks the page finds by itself. */
for (const [name, , weight, ...points] of cargo.onward?.friends || []) {
  const { legs, strikes } = cargo.onward, parts = legs.filter((_, n) => points[n] >= 0);
  if (weight) {
    parts.push(strikes.part);
    deskOf(name).shared.push({ part: strikes.part, beside: '', line: strikes.line });
  }
  for (const part of parts) { deskOf(name).parts.add(part); }
}

/* An offer holds texts by their numbers, and may end with what is rarer. */
function read([place, number, ...texts]) {
  const rarer = Array.isArray(texts[texts.length - 1]) ? texts.pop() : [];
  const [weight = 0, beside = '', most = 0, alone = 0, into = '', ...entry] = rarer;
  const part = cargo.parts[place], [name, kind, at, ...around] = texts.map((text) => cargo.texts[text]);
  const line = around.map((text, n) => (n ? text : text.replace(/^@(?=:)/, () => name)));
  const isShared = line.join('').includes(`[${SLOT}]`);
  if (most) { manifold.set(name, Math.max(most, manifold.get(name) || 0)); }
  const desk = deskOf(name), { choices, parts, shared } = desk;
  parts.add(part);
  desk.isWithin ||= Boolean(into);
  let note = '';
  for (const space of cargo.reaches[number].split('|')) {
    if (space.startsWith('#')) { note = cargo.notes[space.slice(1)]; continue; }
    const choice = { part, unit: name, space, line: line.join(space), entry: entry.join(space), note, kind, at, into,
      weight, beside, most, alone, shared: isShared, brief: note.split(',')[0] };
    choices.push(choice);
    if (isShared && !into && !shared.some((one) => one.part === part && one.line === choice.line)) {
      shared.push({ part, beside, line: choice.line });
    }
  }
}
cargo.offers.forEach(read);
const units = [...desks.keys()];
const choicesOf = (name) => desks.get(name)?.choices || [];
/* The lines of a part that a unit may share with others: all, or those that stand beside its other choices. */
function sharedLines(name, part, beside) {
  const lines = (desks.get(name)?.shared || []).filter((one) => one.part === part);
  return lines.filter((one) => beside === undefined || one.beside === beside).map((one) => one.line);
}
const partsOf = (name) => [...(desks.get(name)?.parts || [])].sort((one, other) => order(one) - order(other));
const order = (part) => cargo.parts.indexOf(part);
const homeOf = (name) => (counters.get(name) || { space: '' }).space;

/* --- what the sheet says ------------------------------------------------------------------------------ */

/* Whether the sheet has any order for a unit; what is no unit may share lines with nobody. */
function hasOrder(name) {
  const shares = (words, part) => sharedLines(name, part).some((line) => sharers(words, line, true)?.has(name));
  const chosen = (words, part) => choicesOf(name).some((choice) => choice.part === part && says(words, choice));
  const has = (words, part) => isFor(words, name) || (manifold.has(name) ? chosen : shares)(words, part);
  return once(sheet.value, `has ${name}`, () => (hand && namedInOrders().has(name))
    || partsOf(name).some((part) => ordersIn(sheet.value, part).some((words) => has(words, part))));
}

const isWritten = (choice) => (choice.into ? isWithin(choice) : once(sheet.value, choice, () => (
  ordersIn(sheet.value, choice.part).some((words) => says(words, choice)))));

/* Where a unit's own lines take it, all of them, those before a part, or those up to its end. */
function goalOf(name, end, through = false) {
  const within = desks.get(name)?.isWithin && goalWithin(name);
  if (within) { return within; }
  return once(sheet.value, `goal ${end} ${through} ${name}`, () => {
    let goal = homeOf(name);
    for (const part of partsOf(name).filter((other) => !end || order(other) < order(end) + through)) {
      for (const words of ordersIn(sheet.value, part).filter((line) => isFor(line, name))) {
        goal = namedIn(words, name, part) || goal;
      }
    }
    return goal;
  });
}

/* The space that a line leads to: that of the choice that it was written by, else the last that it names. */
function namedIn(words, name, part) {
  const isWay = (other) => other.part === part && !other.beside && (other.entry || !other.shared);
  const choice = choicesOf(name).find((other) => isWay(other) && says(words, other));
  if (choice) { return choice.space; }
  const entry = sharedLines(name, part).map((line) => sharers(words, line, true)?.of(name)).find(Boolean);
  const goes = (entry || words).replace(/\bvia\b[^,}]*|\b(if|unless|else):[^]*$/g, '');
  return goes.split(/[^\w./-]+/).filter((word) => spaces.has(word)).pop();
}

/* What a unit may do, as the sheet now stands. */
function offersTo(name) {
  return once(sheet.value, `offers ${open.part} ${open.n} ${name}`, () => (
    [...offersAt(name), ...(cargo.onward ? beyond(name) : [])]));
}

/* The same without the moves that take time to find. */
function offersAt(name) {
  const fits = (choice) => (!choice.into || isOpenTo(choice))
    && (!choice.at || choice.at === goalOf(name, choice.part));
  return [...choicesOf(name).filter(fits), ...attacksBy(name)];
}

const attacksBy = (name) => (cargo.onward?.strikes ? strikesOf(name) : []);

/* --- writing ------------------------------------------------------------------------------------------ */

/* A choice is written; one of which there may be several, and that stands at a space, is taken back if it stands. */
function choose(choice) {
  if (isElse(choice)) { chooseElse(choice); return; }
  if (choice.into) { chooseWithin(choice); return; }
  const takesBack = choice.most && choice.space && isWritten(choice);
  if (choice.most && !takesBack && standingOf(choice).length >= choice.most) {
    speak(`${choice.unit}: all ${choice.most} are given; take one back first`);
    return;
  }
  const text = takesBack ? withoutOne(sheet.value, choice)
    : ordered(sheet.value, choice, cargo.parts, sharedLines(choice.unit, choice.part, choice.beside));
  if (text === null) { speak(`${choice.part} is written in one line: edit the sheet by hand`); return; }
  const stood = standing(choice.unit), others = ordersBeside(choice);
  let dropped = [], joined = [];
  doing(() => {
    sheet.value = text;
    for (const other of others) { takeOut(other.part, choice.unit); }
    dropped = [...others, ...dropImpossible(choice.unit, stood)];
    joined = whoMustJoin(choice);
    for (const other of joined) {
      sheet.value = ordered(sheet.value, other, cargo.parts, sharedLines(other.unit, other.part, other.beside));
    }
  });
  refresh();
  point(choice);
  const said = takesBack ? `taken back: ${sentence(choice)}` : sentence(choice);
  const must = joined.length ? `; ${joined.map((other) => other.unit).join(', ')} must join` : '';
  const gone = dropped.length ? `; taken back: ${dropped.map(sentence).join('; ')}` : '';
  speak(`${said}${must}${gone}${hand ? warned() : ''}`);
}

/* Where all beside an enemy attack: those to whom the attacks leave no other place than this one. */
function whoMustJoin(choice) {
  if (!cargo.must.includes(choice.part) || choice.kind === 'move' || !isWritten(choice)) { return []; }
  const orders = treesIn(sheet.value, choice.part).map(aboutOf);
  const given = new Set(orders.flatMap(({ place }) => place)), busy = new Set(orders.flatMap(({ company }) => company));
  return units.filter((name) => !busy.has(name)).flatMap((name) => {
    const attacks = offersTo(name).filter((other) => other.part === choice.part && other.kind !== 'move');
    const left = attacks.filter(({ space }) => space === choice.space || !given.has(space));
    return left.length && left.every(({ space }) => space === choice.space) ? [left[0]] : [];
  });
}

/* What stands of choices like this one, of which there may be several: the words of each. */
function standingOf(choice) {
  const like = choicesOf(choice.unit).filter((other) => other.part === choice.part && other.line === choice.line);
  const said = ordersIn(sheet.value, choice.part);
  if (choice.shared) { return said.flatMap((words) => sharers(words, choice.line)?.list || []); }
  const lines = choicesOf(choice.unit).filter((other) => other.part === choice.part);
  return said.filter((words) => like.concat(lines).some((other) => says(words, other)));
}

/* The unit's orders in a part that does not go together with the choice's. */
function ordersBeside(choice) {
  const pair = isIdle(choice) ? [] : cargo.either.filter((parts) => parts.includes(choice.part)).flat();
  return offersTo(choice.unit).filter((other) => pair.includes(other.part) && other.part !== choice.part
    && isWritten(other) && !isIdle(other));
}

const isIdle = (choice) => choice.kind === 'move' && /: hold$/.test(choice.line);

const standing = (name) => standable(name).filter((choice) => choice.at && isWritten(choice));

/* What is offered, and moves that have been led further. */
function standable(name) {
  const offers = offersTo(name);
  const isNew = (one) => !offers.some((other) => other.part === one.part && says(one.line, other));
  return [...offers, ...(cargo.onward ? ledMoves(name).filter(isNew) : [])];
}

/* Takes out orders that stood, and that were offered from another space than where the unit now goes. */
function dropImpossible(name, stood) {
  const same = (one) => (other) => other.part === one.part && other.line === one.line;
  const able = standable(name), gone = stood.filter((choice) => isWritten(choice) && !able.some(same(choice)));
  for (const choice of gone) { takeOut(choice.part, name); }
  return gone;
}

function takeOut(part, name) { sheet.value = without(sheet.value, part, name, sharedLines(name, part)); }

/* Takes back the order at the cursor, else the unit's last one. */
function takeBack() {
  if (!unit || (desks.get(unit).isWithin && takeBackWithin(unit))) { return; }
  const here = offersTo(unit).find((choice) => choice.space === cursor && isWritten(choice));
  const ordering = partsOf(unit).filter((part) => ordersIn(sheet.value, part).some((words) => (
    leftOf(words, unit, sharedLines(unit, part)) !== words
      || (manifold.has(unit) && choicesOf(unit).some((choice) => choice.part === part && says(words, choice))))));
  const part = here ? here.part : ordering.pop();
  if (!part) { speak(`${unit} has no order`); return; }
  if (manifold.has(unit)) { takeLast(here, part); return; }
  const stood = standing(unit);
  doing(() => {
    takeOut(part, unit);
    dropImpossible(unit, stood);
  });
  refresh();
  speak(`${unit}: no order in ${part}`);
}

/* Of several lines or entries the one at the cursor, else the last. */
function takeLast(here, part) {
  const choices = choicesOf(unit).filter((choice) => choice.part === part && isWritten(choice));
  const said = ordersIn(sheet.value, part).flatMap((words) => choices.filter((choice) => says(words, choice))
    .map((choice) => [words, choice]));
  const [words, last] = said[said.length - 1];
  const entry = last.shared && squeezed(sharers(words, last.line).list.pop());
  const choice = here || choices.find((other) => other.line === last.line && squeezed(other.entry) === entry) || last;
  doing(() => { sheet.value = withoutOne(sheet.value, choice); });
  refresh();
  speak(`taken back: ${sentence(choice)}`);
}

/* Shows the line just written in the editor. */
function point(choice) {
  const lines = sheet.value.split('\n'), found = partIn(lines, choice.part);
  const order = found && found.orders.find((other) => says(other.words, choice));
  if (!order) { return; }
  if (detailedParts.includes(choice.part) && !hand) {
    open = { part: choice.part, n: found.orders.indexOf(order) };
    showComposed();
  }
  const start = lines.slice(0, order.from).join('\n').length + (order.from ? 1 : 0);
  sheet.setSelectionRange(start, start + lines[order.from].length);
  sheet.scrollTop = (order.from - 2) * (sheet.scrollHeight / lines.length);
}
"""
