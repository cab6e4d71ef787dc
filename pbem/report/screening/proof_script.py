"""The script by which a replay proves itself: the verifier of `verify.html` over the documents that the page
carries, then the film against what those documents say."""

from __future__ import annotations

VERIFIER = r"""
'use strict';
const verifier = (() => {
const ownArithmetic = () => false;
%s
return { Book, armoured, base32, digest, hex, utf8, written };
})();
"""

PROOF = r"""
const { Book, armoured, base32, digest, hex, utf8, written } = verifier;

/* The book as the page carries it: documents alone; what shows them to people is the film's business. */
class Carried extends Book {
  async shown() {
    (this.ends ??= new Map()).set(this.number, this.ending);
  }
}

function filesIn(bytes) {
  const files = new Map(), view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const field = () => {
    const long = view.getUint32(at), found = bytes.slice(at + 4, at + 4 + long);
    at += 4 + long;
    return found;
  };
  while (at < bytes.length) {
    const name = new TextDecoder().decode(field());
    files.set(name, utf8(armoured(field())));
  }
  return files;
}

const WHAT = {
  envelopes: 'signatures and digests', heads: 'every document answers the one before it',
  claims: 'times, receipts, deadlines, what counts, silences', links: 'lead to the tips and make the seeds',
  dice: 'computed again from their seeds', hidden: 'as it was sealed',
};

const WITHOUT = 'This browser does no cryptography for this page, so nothing was checked. Save the file and open it '
  + 'from disk, or by https, in a browser of 2023 or later.';

async function prove() {
  const button = byId('prove'), box = byId('found');
  if (!(window.crypto && crypto.subtle)) {
    box.replaceChildren(build('p', WITHOUT, 'verdict'));
    byId('proved').textContent = 'cannot be checked here';
    return;
  }
  button.disabled = true;
  box.replaceChildren(build('p', 'reading the documents', 'note'));
  try {
    const book = await new Carried(filesIn(await unpacked('documents'))).read(async (number, last) => {
      box.firstChild.textContent = `number ${number} of ${last}`;
      await new Promise((resolve) => setTimeout(resolve));
    });
    const rows = Object.entries(WHAT).map(([level, what]) => ({
      what: `${level}: ${what}${level === 'hidden' && book.waiting ? `, ${book.waiting} not yet open` : ''}`,
      count: book.checked[level], breaks: book.breaks[level] || [] }));
    if (book.breaks.shown) { rows.push({ what: 'files', count: 0, breaks: book.breaks.shown }); }
    if (book.ok) { rows.push(...await filmAgainst(book)); }
    showProof(rows, book);
    checked = rows.every(({ breaks }) => !breaks.length) ? book : null;
    showSigned();
  } catch (error) {
    showProof([{ what: 'the documents of this page cannot be read', count: 0, breaks: [String(error.message)] }], null);
  }
  button.disabled = false;
}

function showProof(rows, book) {
  const good = rows.every(({ breaks }) => !breaks.length);
  const table = build('table', '', '', rows.map(({ what, count, breaks, idle }) => build('tr', '', '', [
    build('td', String(count), 'count'), build('th', what),
    build('td', breaks.length ? `${breaks.length} BROKEN` : idle ? 'not compared' : '\u2713',
      breaks.length ? 'broken' : idle ? '' : 'pass')])));
  const broken = rows.flatMap(({ breaks }) => breaks).slice(0, 12).map((one) => build('li', one));
  const all = good && rows.every(({ idle }) => !idle), some = 'What was compared holds; the rest is only drawn.';
  const said = all ? 'Everything holds.' : good ? some : 'This page was ALTERED or damaged: do not trust it.';
  const verdict = build('p', said, good ? 'verdict pass' : 'verdict broken');
  const head = book && good ? build('p', `head ${hex(book.head)}`, 'head') : '';
  byId('found').replaceChildren(verdict, ...(broken.length ? [build('ul', '', 'breaks', broken)] : []), table, head);
  byId('proved').textContent = all ? 'checked: everything holds'
    : good ? 'checked: what was compared holds' : 'ALTERED or damaged';
  byId('proved').className = good ? 'pass' : 'broken';
}

/* --- the film against the documents ---------------------------------------------------------------------- */

async function filmAgainst(book) {
  const rows = [entriesOf(book), diceOf(book)], course = courseOf(book);
  const [states, found] = await statesOf(book);
  return [...rows, await factsOf(book, course), found, piecesOf(book, states), waysOf(book, states), saidDiceOf(book),
    livesOf(book), pointsAgainst(states, course), luckAgainst(book, course.standing)];
}

const outcomeOf = (book, number) => (book.ends.get(number) || {}).outcome || null;

function openedOf(book, number, reader) {
  const opening = [...book.ends.values()].find((end) => end && end.parts);
  return opening && opening.parts[number] ? opening.parts[number][reader] : null;
}

function textsIn(value, found = new Set()) {
  if (typeof value === 'string') { found.add(value); } else if (value && typeof value === 'object') {
    for (const one of Object.values(value)) { textsIn(one, found); }
  }
  return found;
}

/* Every entry of every record is in the film once and in its order, by its case, and names what it names. */
function entriesOf(book) {
  const what = 'entries of the log: all of them, in their order, by case and by whom and what they name';
  const row = { what, count: 0, breaks: [] }, quiet = reel.views[0].scenes.flatMap(({ silent }) => silent).length;
  row.what += quiet ? `; ${quiet} more have no words here` : '';
  for (const { reader, scenes } of reel.views) {
    if (scenes.map(({ n }) => n).join() !== [...Array(book.last + 1).keys()].join()) {
      row.breaks.push('the film has other numbers than the book');
    }
    for (const scene of scenes) {
      const outcome = outcomeOf(book, scene.n), wanted = ((outcome || {}).stretches || []).flatMap((stretch, s) => (
        stretch.entries.flatMap((entry, e) => ('only' in entry ? [] : [`${s}/${e}`]))));
      const open = scene.shots.filter((shot) => !shot.own).map(({ at }) => at.join('/'));
      const silent = scene.silent.filter(([, , own]) => !own).map(([s, e]) => `${s}/${e}`);
      const shown = new Set([...open, ...silent]);
      const rising = open.join() === wanted.filter((one) => open.includes(one)).join();
      if (!rising || wanted.length !== open.length + silent.length || !wanted.every((one) => shown.has(one))) {
        row.breaks.push(`number ${scene.n}: the film leaves out entries, or has others`);
      }
      for (const shot of scene.shots) {
        const part = shot.own ? openedOf(book, scene.n, reader) : outcome;
        if (shot.own && !part) { continue; }
        const entry = ((shot.own ? part.news : part.stretches)[shot.at[0]] || { entries: [] }).entries[shot.at[1]];
        row.count++;
        const texts = textsIn(entry);
        const named = [...(shot.units || []).map(nameOf), ...(shot.places || [])];
        if (!entry || entry.case !== shot.case || !named.every((one) => texts.has(one))) {
          row.breaks.push(`number ${scene.n}: "${words(shot.w).slice(0, 80)}" is not what was signed`);
        }
      }
    }
  }
  return row;
}

function diceOf(book) {
  const row = { what: 'dice in the film: as the signed die log has them', count: 0, breaks: [] };
  for (const { reader, scenes } of reel.views) {
    for (const scene of scenes) {
      for (const shot of scene.shots) {
        const part = shot.own ? openedOf(book, scene.n, reader) : outcomeOf(book, scene.n);
        for (const [name, , sides, faces, , full] of part ? shot.dice || [] : []) {
          const log = part.dice.filter((die) => die.name === full).sort((a, b) => a.index - b.index);
          row.count += faces.length;
          const same = log.length === faces.length && log.every((die, n) => die.face === faces[n] && die.die === sides);
          if (!same) { row.breaks.push(`${name}: the film shows ${faces.join(' ')}`); }
        }
      }
      const thrown = (outcomeOf(book, scene.n) || { dice: [] }).dice.length;
      const diced = scene.shots.filter((shot) => !shot.own && shot.dice);
      const open = diced.flatMap((shot) => shot.dice.flatMap((die) => die[3]));
      if (open.length !== thrown) { row.breaks.push(`number ${scene.n}: the film leaves out dice, or has others`); }
    }
  }
  return row;
}

/* A difference made good: see `difference` in proofs.py. */
function changed(before, step) {
  if (step === null) { return before; }
  if (step[0] === 0) { return step[1]; }
  if (step[0] === 1) {
    const after = { ...before };
    for (const gone of step[2]) { delete after[gone]; }
    for (const [key, inner] of Object.entries(step[1])) { after[key] = changed(before[key], inner); }
    return after;
  }
  return Array.from({ length: step[1] }, (nothing, n) => changed(before[n], step[2][n] ?? null));
}

async function statesOf(book) {
  const row = { what: 'public states: each has the digest that its record names', count: 0, breaks: [] };
  const states = new Map();
  let state = null;
  for (const [number, step] of reel.states) {
    state = changed(state, step);
    states.set(number, state);
    const outcome = outcomeOf(book, number);
    row.count++;
    const digested = hex(await digest('pbem/state/1', utf8(written(state))));
    if (!outcome || outcome.state !== digested) { row.breaks.push(`number ${number}: another state than was signed`); }
  }
  const all = [...book.ends.keys()].filter((number) => outcomeOf(book, number));
  if (all.some((number) => !states.has(number))) { row.breaks.push('a state is left out'); }
  return [states, row];
}

/* The space that a counter is drawn in, with its own face: there its height belongs, and there it lies. */
const HOME = 45, YARD = 75;  // how far it may lie from the middle of a hex, and of a yard
function spaceOf(name, [look, at, height]) {
  const space = reel.ranks[Math.floor(height / 100)], yard = reel.yards[space], { x, y } = placeOf(at);
  const home = yard ? { x: yard[0], y: yard[1] } : chart.spaces.get(space), far = yard ? YARD : HOME;
  const isThere = home && Math.abs(x - home.x) <= far && Math.abs(y - home.y) <= far;
  if (!isThere) { return `no place of ${space}`; }
  return parsed(reel.looks[look]).dataset.unit === name ? space : `the clothes of another in ${space}`;
}

/* After every number each counter stands where the signed state has it, and no piece is left out. */
function piecesOf(book, states) {
  const row = { what: 'counters after each number: where the signed states have them', count: 0, breaks: [] };
  for (const { scenes } of reel.views) {
    for (const scene of scenes.filter(({ n }) => states.has(n))) {
      const shown = new Map([...scene.pieces].map(([name, drawn]) => [nameOf(name), spaceOf(nameOf(name), drawn)]));
      for (const [path, leaf] of reel.anchors) {
        const known = path.reduce((inner, key) => (inner || {})[key], states.get(scene.n).table) || {};
        for (const [name, piece] of Object.entries(known)) {
          const said = Object.hasOwn(reel.places, piece[leaf]) ? piece[leaf] : undefined;
          if (said !== undefined) { row.count++; }
          if (said !== shown.get(name)) {
            const here = shown.get(name) || 'no place';
            row.breaks.push(`number ${scene.n}: ${name} is shown in ${here}, signed ${said || 'none'}`);
          }
        }
      }
    }
  }
  row.idle = !row.count;
  return row;
}

/* Beside the words the entry as it was signed, once the documents are checked. */
let checked = null;
function showSigned() {
  const { scene, shot } = frames[now], box = byId('entry');
  const part = checked && shot && (shot.own ? openedOf(checked, scene.n, view.reader) : outcomeOf(checked, scene.n));
  const stretch = part && (shot.own ? part.news : part.stretches)[shot.at[0]];
  const entry = stretch && stretch.entries[shot.at[1]];
  box.textContent = entry ? JSON.stringify(entry, null, 1) : '';
  byId('as-signed').hidden = !entry;
}

byId('prove').onclick = prove;
"""

START = r"""
async function start() {
  try {
    reel = JSON.parse(new TextDecoder().decode(await unpacked('film')));
  } catch (error) {
    byId('said').textContent = typeof DecompressionStream === 'undefined'
      ? 'This browser is too old for the replay: it wants one of 2023 or later.'
      : 'This page was altered or damaged: its film cannot be read.';
    byId('said').classList.add('broken');
    return;
  }
  chart.frame(reel.frame);
  countPoints();
  const whose = byId('whose-view');
  reel.views.forEach(({ reader }, place) => whose.append(new Option(reader || 'everybody', place)));
  byId('views').hidden = reel.views.length < 2;
  whose.onchange = () => { open(Number(whose.value), now); };
  byId('names').append(...[...Object.keys(reel.views[0].lives), ...Object.values(reel.places).filter(Boolean)]
    .map((name) => new Option(name, name)));
  for (let place = reel.views.length - 1; place >= 0; place--) { load(place); }
  open(0, 0);
  document.body.classList.add('ready');
}

function open(chosen, at) {
  const number = frames.length && frames[Math.min(at, frames.length - 1)].scene.n;
  load(chosen);
  shownPieces.clear();
  pieces.replaceChildren();
  listLog();
  curves();
  strip();
  const place = frames.findIndex((frame) => frame.scene.n === number);
  show(at ? place : 0);
  if (!at) { now = 0; follow(frames[0], -9); }
  tellLife(told);
  choose('log');
}

start();
"""
