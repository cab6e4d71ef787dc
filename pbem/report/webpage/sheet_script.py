"""The script that edits the sheet's text: finds a part, puts a unit's line into it, takes it out again.

It understands the text as far as a draft is written and a player edits it: parts at the margin, orders behind
dashes, or one block without any.  All else is left as it stands.  Every function takes a text and gives one.
"""

from __future__ import annotations

SHEET = r"""
const fold = (text) => text.toLowerCase().replace(/[\s_-]+/g, ' ').trim();
const bare = (text) => text.replace(/(^|\s)#.*$/, '').trim();
const literal = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const squeezed = (text) => text.replace(/\s+/g, ' ').trim().toLowerCase();
const NOTHING = ['', 'none', '[]', '{}', '~', 'null', 'ask', 'as written'];
const SLOT = 'UNIT';

function headingOf(line) {
  const found = /^([A-Za-z][^:#]*):/.exec(line);
  return found ? fold(found[1]) : null;
}

/* Where a part stands: its heading's line, what is said beside the heading, and its orders.  In a block each line at
   its own margin is one. */
function partIn(lines, part) {
  const head = lines.findIndex((line) => headingOf(line) === fold(part));
  if (head < 0) { return null; }
  const block = cargo.blocks.includes(part);
  const found = { head, beside: bare(lines[head].replace(/^[^:]*:/, '')), dash: block ? '  ' : '  - ', orders: [] };
  for (let at = head + 1; at < lines.length && !/^[^\s#-]/.test(lines[at]); at += 1) {
    const words = bare(lines[at]), last = found.orders[found.orders.length - 1];
    const dash = (block ? /^\s+/ : /^\s*-\s+/).exec(lines[at]);
    if (!words) { continue; }
    const begins = dash && (!last || (block ? dash[0].length <= found.dash.length
      : dash[0].indexOf('-') <= found.dash.indexOf('-')));
    if (begins) {
      found.dash = dash[0];
      found.orders.push({ from: at, to: at + 1, words: bare(lines[at].slice(dash[0].length)) });
    } else if (last) {
      last.to = at + 1;
      last.words += '\n' + words;
    }
  }
  return found;
}

/* What was found out about a text is kept until another text is asked about: in a big game it takes long. */
let known = { text: null, found: new Map() };

function once(text, question, answer) {
  if (known.text !== text) { known = { text, found: new Map() }; }
  if (!known.found.has(question)) { known.found.set(question, answer()); }
  return known.found.get(question);
}

/* The orders of a part in words. */
function ordersIn(text, part) {
  return once(text, `orders ${part}`, () => {
    const found = partIn(text.split('\n'), part);
    return found ? found.orders.map((order) => order.words) : [];
  });
}

/* Whether an order is a unit's own: `1 Foot: to 0503`, alone or joined with others by +; `Heydte at 0512`; `9B`. */
function isFor(words, unit) {
  if (!ownLines.has(unit)) {
    const name = `["']?${literal(unit)}["']?`;
    ownLines.set(unit, new RegExp(`(^|[{,\n]\\s*|\\+\\s+)${name}(\\s*(\\+[^:]*)?:|\\s+at\\s|$)`, 'i'));
  }
  return ownLines.get(unit).test(words);
}
const ownLines = new Map();

/* Cut at the commas that stand in no bracket and between no quotes. */
function pieces(text) {
  const found = [''];
  let deep = 0, quote = '';
  for (const sign of text) {
    if (quote) { quote = sign === quote ? '' : quote; } else if (sign === '"' || sign === "'") { quote = sign; }
    if (!quote) { deep += '[{'.includes(sign) - ']}'.includes(sign); }
    if (sign === ',' && !deep && !quote) { found.push(''); } else { found[found.length - 1] += sign; }
  }
  return found.map((piece) => piece.trim()).filter(Boolean);
}

/* Where the bracket closes that was open before `from`; -1 if it does not. */
function closing(text, from) {
  let deep = 1, quote = '';
  for (let at = from; at < text.length; at += 1) {
    const sign = text[at];
    if (quote) { quote = sign === quote ? '' : quote; } else if (sign === '"' || sign === "'") { quote = sign; }
    if (!quote) { deep += '[{'.includes(sign) - ']}'.includes(sign); }
    if (!deep) { return at; }
  }
  return -1;
}

const unquoted = (name) => squeezed(name.replace(/^["']|["']$/g, ''));

/* Whether an entry of a list is a unit's: its name, `{26VG: Clervaux}`; all are, of what is no unit. */
const isOf = (entry, unit) => manifold.has(unit) || unquoted(entry) === squeezed(unit) || isFor(entry, unit);

/* The list in an order that is the same as a shared line, or that has such a list at all; null without. */
function sharers(words, line, loosely = false) {
  const before = line.slice(0, line.indexOf(SLOT)), start = loosely ? before.split(',').pop().trim() : before;
  const found = new RegExp(`^${loosely ? '[^]*?' : ''}${literal(start).replace(/ /g, '\\s*')}`, 'i').exec(words);
  const from = found && found[0].length, end = found ? closing(words, from) : -1;
  if (!found || end < 0) { return null; }
  const list = pieces(words.slice(from, end));
  return {
    list,
    of: (unit) => list.find((entry) => isOf(entry, unit)),
    has: (unit) => list.some((entry) => isOf(entry, unit)),
    holds: (entry) => list.some((other) => squeezed(other) === squeezed(entry)),
    saying: (names) => found[0] + names.join(', ') + words.slice(end),
  };
}

/* Whether an order, in words, is what a choice writes, whatever it may say besides. */
function says(words, choice) {
  if (!choice.shared) {
    const isLine = (said) => squeezed(said) === squeezed(choice.line) || isMore(said, choice.line);
    return isLine(words) || (WHEN_SAID.test(words) && isLine(coreOf(words)));
  }
  const sharing = sharers(words, choice.line);
  return sharing !== null && (choice.entry ? sharing.holds(choice.entry) : sharing.has(choice.unit));
}

const isMore = (words, line) => /^\{.*\}$/.test(line) && squeezed(words).startsWith(`${squeezed(line).slice(0, -1)},`);

/* An order without its conditions and what it says else. */
function coreOf(words) {
  if (!cores.has(words)) {
    const lines = words.split('\n').map((text) => ({ indent: 0, text }));
    const tree = tried(() => (/^\{/.test(words) ? flow(words) : treeOf(lines)));
    const core = new Map([...tree instanceof Map ? tree : []].filter(([key]) => !CONDITIONAL.includes(key)));
    cores.set(words, core.size > 1 ? inFlow(core) : linesOf(core).join('\n'));
  }
  return cores.get(words);
}
const cores = new Map(), CONDITIONAL = ['if', 'unless', 'else'], WHEN_SAID = /[{,\n]\s*(if|unless):/;

/* The text without a unit's orders in a part; `lines` are the shared ones that it may be in, `own` its own ones. */
function without(text, part, unit, lines, own = true) {
  const all = text.split('\n'), found = partIn(all, part);
  for (const order of found ? found.orders.reverse() : []) {
    const left = leftOf(order.words, unit, lines, own);
    if (left !== order.words) { rewrite(all, order, found.dash, left); }
  }
  return all.join('\n');
}

/* What is left of an order when a unit leaves it; nothing, if it was the only one. */
function leftOf(words, unit, lines, own = true) {
  for (const sharing of lines.map((line) => sharers(words, line, true))) {
    if (sharing && sharing.has(unit)) {
      const others = sharing.list.filter((entry) => !isOf(entry, unit));
      return others.length ? sharing.saying(others) : '';
    }
  }
  if (!own || !isFor(words, unit)) { return words; }
  const joint = /^([^:{\n]*\s\+\s[^:]*)(:[^]*)$/.exec(words);
  const others = joint ? joint[1].split(/\s\+\s/).filter((name) => squeezed(name) !== squeezed(unit)) : [];
  return others.length ? others.map((name) => name.trim()).join(' + ') + joint[2] : '';
}

function rewrite(all, order, dash, words) {
  const lines = words ? words.split('\n').map((line, n) => (n ? ' '.repeat(dash.length) : dash) + line) : [];
  all.splice(order.from, order.to - order.from, ...lines);
}

/* The text with a choice written into it; `lines` are all shared ones that the unit may be in.  Null: it cannot be. */
function ordered(text, choice, parts, lines) {
  const own = (words) => isFor(words, choice.unit) && !leftOf(words, choice.unit, []);
  if (choice.most) { return written(text, choice, parts, () => false); }
  const replaces = !choice.shared && !choice.beside && ordersIn(text, choice.part).some(own);
  const base = choice.alone ? withoutOthers(text, choice) : text;
  return written(
    replaces ? base : without(base, choice.part, choice.unit, lines, !choice.beside), choice, parts, own);
}

/* The text without the lines of a part that are not the choice's: it has room for one. */
function withoutOthers(text, choice) {
  const all = text.split('\n'), found = partIn(all, choice.part);
  const fits = ({ words }) => (choice.shared ? sharers(words, choice.line) : squeezed(words) === squeezed(choice.line));
  for (const order of found ? found.orders.reverse().filter((other) => !fits(other)) : []) {
    all.splice(order.from, order.to - order.from);
  }
  return all.join('\n');
}

/* In place of the unit's own line, into a shared one, or after the last. */
function written(text, choice, parts, own) {
  const all = text.split('\n'), found = partIn(all, choice.part);
  if (!found) { return written(withHeading(all, choice.part, parts), choice, parts, own); }
  if (!NOTHING.includes(found.beside.toLowerCase())) { return null; }
  if (found.beside) { all[found.head] = all[found.head].replace(/:.*$/, ':'); }
  const last = choice.beside ? null : found.orders[found.orders.length - 1], end = last ? last.to : found.head + 1;
  let order = { from: end, to: end }, words = choice.line;
  if (choice.shared) {
    const entry = choice.entry || choice.unit;
    order = found.orders.find((other) => sharers(other.words, choice.line)) || order;
    const sharing = order.words && sharers(order.words, choice.line);
    words = sharing ? sharing.saying([...sharing.list, entry]) : choice.line.replace(SLOT, () => entry);
  } else if (!choice.beside) {
    order = found.orders.find((other) => own(other.words)) || order;
  }
  rewrite(all, order, found.dash, words);
  return all.join('\n');
}

/* The text with one of the choice's lines or entries taken out, the last such. */
function withoutOne(text, choice) {
  const all = text.split('\n'), found = partIn(all, choice.part);
  const order = found && found.orders.reverse().find(({ words }) => says(words, choice));
  if (!order) { return text; }
  const sharing = choice.shared && sharers(order.words, choice.line);
  const list = sharing ? [...sharing.list] : [];
  list.splice(list.map(squeezed).lastIndexOf(squeezed(choice.entry)), 1);
  rewrite(all, order, found.dash, list.length ? sharing.saying(list) : '');
  return all.join('\n');
}

/* A part that is not yet in the sheet goes before the next one that is. */
function withHeading(all, part, parts) {
  const later = parts.slice(parts.indexOf(part) + 1).map(fold);
  let at = all.findIndex((line) => later.includes(headingOf(line)));
  if (at < 0) { at = all[all.length - 1] === '' ? all.length - 1 : all.length; }
  all.splice(at, 0, `${part}:`);
  return all.join('\n');
}
"""
