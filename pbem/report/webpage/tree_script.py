"""The script that reads an order as a tree and writes it down again: words, lists, and mappings in their order.

A sheet's lines are edited as text wherever one line will do.  An order with lists inside it, such as an impulse with
its moves and attacks, is read, changed and written anew; what cannot be read is left to its writer.
"""

from __future__ import annotations

TREE = r"""
/* What stands between brackets, or words. */
function flow(text) {
  let at = 0;
  const skip = () => { while (/\s/.test(text[at] || '')) { at += 1; } };
  const take = (sign) => { skip(); if (text[at] !== sign) { return false; } at += 1; return true; };
  const must = (sign) => { if (!take(sign)) { throw new SyntaxError(`no ${sign} in ${text}`); } };

  function word() {
    skip();
    const quote = text[at];
    if (quote === '"' || quote === "'") {
      const end = text.indexOf(quote, at + 1);
      if (end < 0) { throw new SyntaxError(`no end of ${text}`); }
      at = end + 1;
      return text.slice(text.lastIndexOf(quote, end - 1) + 1, end);
    }
    const from = at;
    while (at < text.length && !',[]{}'.includes(text[at]) && !/^:(?:[\s,\]}]|$)/.test(text.slice(at, at + 2))) {
      at += 1;
    }
    return text.slice(from, at).trim();
  }

  function value() {
    if (take('[')) { return listed(); }
    return take('{') ? mapped(new Map()) : word();
  }

  function listed() {
    const found = [];
    while (!take(']')) {
      const one = value();
      found.push(take(':') ? new Map([[one, value()]]) : one);
      if (!take(',')) { must(']'); break; }
    }
    return found;
  }

  function mapped(found) {
    while (!take('}')) {
      const key = word();
      must(':');
      found.set(key, value());
      if (!take(',')) { must('}'); break; }
    }
    return found;
  }

  const first = text.trim()[0] || '';
  if ('[{'.includes(first) && first) {
    const found = value();
    skip();
    if (at < text.length) { throw new SyntaxError(`more after ${text}`); }
    return found;
  }
  return '"\''.includes(first) && first ? word() : text.trim();
}

const KEYED = /^([^\s[{"'#-][^#]*?|"[^"]*"|'[^']*')\s*:(?:\s+(\S.*))?$/;
const openings = (text) => text.replace(/[^[{]/g, '').length - text.replace(/[^\]}]/g, '').length;

/* The tree of lines that have an indent and a text. */
function treeOf(lines) {
  let at = 0;
  const whole = (text) => {
    let all = text;
    while (openings(all) > 0 && at < lines.length) { all += ` ${lines[at].text}`; at += 1; }
    return flow(all);
  };

  function block() {
    const { indent, text } = lines[at];
    if (/^-(?:\s|$)/.test(text)) { return listing(indent); }
    if (KEYED.test(text)) { return mapping(indent); }
    at += 1;
    return whole(text);
  }

  function listing(indent) {
    const found = [];
    while (at < lines.length && lines[at].indent === indent && /^-(?:\s|$)/.test(lines[at].text)) {
      const inner = /^-\s*/.exec(lines[at].text)[0].length, text = lines[at].text.slice(inner);
      if (text) { lines[at] = { indent: indent + inner, text }; } else { at += 1; }
      found.push(block());
    }
    return found;
  }

  function mapping(indent) {
    const found = new Map();
    while (at < lines.length && lines[at].indent === indent && KEYED.test(lines[at].text)) {
      const [, key, rest] = KEYED.exec(lines[at].text);
      at += 1;
      const deeper = at < lines.length && (lines[at].indent > indent
        || (lines[at].indent === indent && /^-(?:\s|$)/.test(lines[at].text)));
      found.set(key.replace(/^["']|["']$/g, ''), rest ? whole(rest) : deeper ? block() : '');
    }
    return found;
  }

  const found = block();
  if (at < lines.length) { throw new SyntaxError(`more after ${lines[at].text}`); }
  return found;
}

/* The orders of a part as trees; null where one cannot be read. */
function treesIn(text, part) {
  return once(text, `trees ${part}`, () => {
    const all = text.split('\n'), found = partIn(all, part);
    return found ? wholes(found, part).map((order) => treeAt(all, order)) : [];
  });
}

/* The orders of a part; all lines of a block are one. */
function wholes({ orders }, part) {
  if (!cargo.blocks.includes(part) || !orders.length) { return orders; }
  return [{ from: orders[0].from, to: orders[orders.length - 1].to, words: '' }];
}

function tried(reading) {
  try { return reading(); } catch { return null; }
}

function treeAt(all, order) {
  const lines = all.slice(order.from, order.to).map((line, n) => {
    const text = line.replace(/(^|\s)#.*$/, '').trimEnd(), shown = n ? text : text.replace(/^(\s*)-/, '$1 ');
    return { indent: /^\s*/.exec(shown)[0].length, text: shown.trim() };
  }).filter((line) => line.text);
  return tried(() => treeOf(lines));
}

/* --- writing ------------------------------------------------------------------------------------------ */

const quoted = (words) => `"${words.replace(/"/g, "'")}"`;
const between = (words) => (/^[^\s"'[\]{},#&*!|>%@`:-][^[\]{},#]*$/.test(words) && !/:(\s|$)/.test(words)
  ? words : quoted(words));
const alone = (words) => (/^[^\s"'[\]{},#&*!|>%@`:-]/.test(words) && !/:(\s|$)|\s#/.test(words)
  ? words : quoted(words));

function inFlow(tree) {
  if (typeof tree === 'string') { return between(tree); }
  if (Array.isArray(tree)) { return `[${tree.map(inFlow).join(', ')}]`; }
  return `{${[...tree].map(([key, value]) => `${between(key)}: ${inFlow(value)}`).join(', ')}}`;
}

const isEmpty = (tree) => (Array.isArray(tree) ? !tree.length : tree instanceof Map && !tree.size);

/* The lines of a tree: a list of mappings has a line or more for each of them, all else stands in one. */
function linesOf(tree) {
  if (typeof tree === 'string') { return [alone(tree)]; }
  if (!(tree instanceof Map)) { return [inFlow(tree)]; }
  return [...tree].filter(([, value]) => !isEmpty(value)).flatMap(([key, value]) => {
    const name = alone(key);
    if (typeof value === 'string') { return [value ? `${name}: ${alone(value)}` : `${name}:`]; }
    const plain = !Array.isArray(value) || value.every((one) => typeof one === 'string');
    if (plain) { return [`${name}: ${inFlow(value)}`]; }
    return [`${name}:`, ...value.flatMap((one) => linesOf(one).map((line, n) => (n ? '    ' : '  - ') + line))];
  });
}

/* The text with the n-th order of a part written anew, or taken out; one more if n is the number of orders.  What
   stands in braces stays in them, or is put into them. */
function withTree(text, part, n, tree, braced = false) {
  const all = text.split('\n'), found = partIn(all, part);
  if (!found) { return withTree(withHeading(all, part, cargo.parts), part, n, tree, braced); }
  if (!NOTHING.includes(found.beside.toLowerCase())) { return null; }
  if (found.beside) { all[found.head] = all[found.head].replace(/:.*$/, ':'); }
  const last = found.orders[found.orders.length - 1], end = last ? last.to : found.head + 1;
  const order = wholes(found, part)[n] || { from: end, to: end, words: '' };
  const isBraced = braced || (/^\{/.test(order.words) && tree?.size > 1);
  const words = tree === null ? '' : isBraced ? inFlow(tree) : linesOf(tree).join('\n');
  rewrite(all, order, found.dash, words);
  return all.join('\n');
}
"""
