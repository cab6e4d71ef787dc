"""The script by which a replay proves what it shows between two signed states: every counter that moves, comes or goes
does so by a signed entry; dice that words name are those that fell; lives tell of entries that name their piece."""

from __future__ import annotations

WAYS = r"""
/* --- between the numbers: the film's changes held against the signed entries ------------------------------ */

/* Every text in a value, its keys among them. */
function allTexts(value, found = new Set()) {
  if (typeof value === 'string') { found.add(value); } else if (value && typeof value === 'object') {
    for (const [key, inner] of Object.entries(value)) { found.add(key); allTexts(inner, found); }
  }
  return found;
}

/* Where a signed state has its pieces. */
function placesIn(state) {
  const found = new Map();
  for (const [path, leaf] of reel.anchors) {
    const known = path.reduce((inner, key) => (inner || {})[key], state.table) || {};
    for (const [name, piece] of Object.entries(known)) {
      found.set(name, Object.hasOwn(reel.places, piece[leaf]) ? piece[leaf] : undefined);
    }
  }
  return found;
}

function stretchOf(book, scene, shot, reader) {
  const part = shot.own ? openedOf(book, scene.n, reader) : outcomeOf(book, scene.n);
  return ((part && (shot.own ? part.news : part.stretches)[shot.at[0]]) || { entries: [] }).entries;
}

const entryOf = (book, scene, shot, reader) => stretchOf(book, scene, shot, reader)[shot.at[1]];

/* The entries of a place: a battle and what came of it. */
function entriesAt(book, scene, shot, reader, place) {
  const same = JSON.stringify(place);
  return stretchOf(book, scene, shot, reader).filter((entry) => JSON.stringify(entry.place) === same);
}

const tokensOf = (texts) => new Set([...texts].flatMap((text) => text.match(/[\w/]+/g) || []));

/* A film once more, change by change; `each` learns who stood where before and after, and by what. */
function replayed(scenes, each) {
  let now = new Map();
  for (const scene of scenes) {
    const shots = scene.shots.map((shot) => [shot, 'shot']);
    for (const [change, kind] of [[scene, 'opening'], ...shots, [scene.end, 'end']]) {
      const before = now;
      now = new Map(now);
      for (const [name, look, at, height] of change.c || []) {
        if (look === undefined) { now.delete(nameOf(name)); } else { now.set(nameOf(name), [look, at, height]); }
      }
      each({ scene, change, kind, before, after: now });
    }
  }
}

function waysOf(book, states) {
  const row = { what: 'counters between two numbers: each is moved by a signed entry, to where that says', count: 0,
    breaks: [] };
  const signed = new Map([...states].map(([number, state]) => [number, placesIn(state)]));
  const pieces = new Set([...signed.values()].flatMap((known) => [...known.keys()]));
  const known = new Map([...states].map(([number, state]) => [number, allTexts(state)]));
  for (const { reader, scenes } of reel.views) {
    const movers = moversIn(book, reader, scenes, pieces);
    replayed(scenes, (moment) => {
      const { scene, change, kind } = moment, troubles = [];
      if (!states.has(scene.n)) { return; }
      const earlier = [...signed].filter(([number]) => number < scene.n).map(([, places]) => places);
      if (kind === 'opening') { troubles.push(...openingOf(moment, earlier, pieces)); }
      const entry = kind === 'shot' ? entryOf(book, scene, change, reader) : null, texts = allTexts(entry);
      if (kind === 'shot' && change.own && !entry) { return; }
      if (kind !== 'opening') {
        row.count += (change.c || []).length;
        troubles.push(...changesOf(moment, texts, signed.get(scene.n), pieces));
      }
      if (earlier.length) { troubles.push(...strangersIn(moment, texts, [known.get(scene.n)], pieces)); }
      if (entry) { troubles.push(...goalOf(moment, entry.event, texts, movers, pieces)); }
      row.breaks.push(...troubles.map((one) => `number ${scene.n}: ${one}`));
    });
  }
  row.idle = !pieces.size;
  return row;
}

const standsIn = (pieces, name) => (pieces.has(name) ? spaceOf(name, pieces.get(name)) : undefined);

/* A number opens as a signed state before it has ended. */
function openingOf({ after }, earlier, pieces) {
  const fits = (places) => [...pieces].every((name) => standsIn(after, name) === places.get(name));
  return !earlier.length || earlier.reverse().some(fits) ? [] : ['it opens with other places than were signed'];
}

/* A piece comes, goes or leaves by an entry that names it and where it comes to; who is named by half ends there. */
function changesOf({ before, after }, texts, ends, pieces) {
  const found = [];
  for (const name of pieces) {
    if (before.get(name) === after.get(name)) { continue; }
    const [was, is] = [standsIn(before, name), standsIn(after, name)];
    if (was === is) { continue; }
    const named = texts.has(name), placed = is === undefined || texts.has(is);
    const half = (named || (is !== undefined && placed)) && is === ends.get(name);
    if (!(named && placed) && !half) { found.push(`${name} comes to ${is || 'no place'} by no signed entry`); }
  }
  return found;
}

/* Counters that are no pieces: signs, and markers that the signed state knows by a word of their name. */
function strangersIn({ change, after }, texts, states, pieces) {
  const found = [];
  for (const [number, look] of change.c || []) {
    const name = nameOf(number);
    if (look === undefined || pieces.has(name) || !after.has(name)) { continue; }
    const known = name.startsWith('#') ? !/pm-counter|data-unit/.test(reel.looks[look])
      : [name, ...name.split(' ')].some((word) => texts.has(word) || states.some((state) => state.has(word)));
    if (!known) { found.push(`nobody signed the counter ${name}`); }
  }
  return found;
}

/* The kinds of entries that bring their unit somewhere. */
function moversIn(book, reader, scenes, pieces) {
  const kinds = new Set();
  replayed(scenes, ({ scene, change, kind, before, after }) => {
    const { event } = (kind === 'shot' && entryOf(book, scene, change, reader)) || {};
    if (!event || !pieces.has(event.unit) || before.get(event.unit) === after.get(event.unit)) { return; }
    const is = standsIn(after, event.unit);
    if (is && is !== standsIn(before, event.unit)) { kinds.add(event.is); }
  });
  return kinds;
}

/* Who moves by an entry, and is still there, stands at the end of its way, or at a place that it names. */
function goalOf({ after }, event, texts, movers, pieces) {
  if (!event || !pieces.has(event.unit) || !movers.has(event.is)) { return []; }
  const is = standsIn(after, event.unit), way = Array.isArray(event.path) ? event.path : [];
  const there = way.length ? is === way[way.length - 1] : texts.has(is);
  return is === undefined || there ? [] : [`${event.unit} is shown in ${is}, and was signed elsewhere`];
}

/* --- words ------------------------------------------------------------------------------------------------ */

const DICE_SAID = /\b(?:die|dice) (\d+(?: \d+)*)/g;

function numbersIn(value, found = new Set()) {
  if (typeof value === 'number') { found.add(value); } else if (value && typeof value === 'object') {
    for (const inner of Object.values(value)) { numbersIn(inner, found); }
  }
  return found;
}

/* What is said of dice is what fell for this entry, or stands in one of its place. */
function saidDiceOf(book) {
  const row = { what: 'dice in sentences and cards: as they fell', count: 0, breaks: [] };
  for (const { reader, scenes } of reel.views) {
    for (const scene of scenes) {
      for (const shot of scene.shots.filter(({ dice }) => dice)) {
        const entry = entryOf(book, scene, shot, reader);
        if (!entry) { continue; }
        const fell = numbersIn([shot.dice.map((die) => die[3]), ...entriesAt(book, scene, shot, reader, entry.place)]);
        const lines = [words(shot.w), ...(shot.card || []).map((pair) => pair.join(' '))];
        for (const said of lines.flatMap((line) => [...line.matchAll(DICE_SAID)])) {
          row.count++;
          if (!said[1].split(' ').every((face) => fell.has(Number(face)))) {
            row.breaks.push(`number ${scene.n}: "${said[0]}" did not fall`);
          }
        }
      }
    }
  }
  return row;
}

/* A line of a life tells of an entry that names the piece or place, and of places that its number's entries name. */
function livesOf(book) {
  const row = { what: 'lives: each line is of entries that name the piece, and their places', count: 0, breaks: [] };
  for (const { reader, scenes, lives } of reel.views) {
    const within = new Map(), stood = new Map();
    replayed(scenes, ({ scene, change, kind, after, before }) => {
      if (kind === 'opening') { within.set(scene.n, new Set()); stood.set(scene.n, after); }
      if (kind !== 'shot') { return; }
      const entry = entryOf(book, scene, change, reader), at = `${scene.n} ${change.i}`;
      stood.set(at, [before, after]);
      within.set(at, entry && allTexts(entry));
      allTexts(entry, within.get(scene.n));
    });
    for (const [name, lines] of Object.entries(lives)) {
      for (const [number, shot, text] of lines) {
        row.count++;
        const wrong = lineIsWrong(name, number, shot, words(text), within, stood);
        if (wrong) { row.breaks.push(`the life of ${name}, number ${number}: ${wrong}`); }
      }
    }
  }
  return row;
}

function lineIsWrong(name, number, shot, text, within, stood) {
  const [before, after] = stood.get(`${number} ${shot}`) || [], opening = stood.get(number);
  if (!opening) { return 'there is no such number'; }
  const here = opening.get(name) && standsIn(opening, name), texts = within.get(`${number} ${shot}`);
  const told = [...tokensOf([text])].filter((word) => Object.hasOwn(reel.places, word));
  if (text.startsWith('begins at ')) { return told.every((one) => one === here) ? '' : 'it begins elsewhere'; }
  if (!texts) { return before ? '' : 'there is no such entry'; }
  const moved = before.get(name) !== after.get(name), isPlace = Object.hasOwn(reel.places, name);
  const went = isPlace && [...after.keys()].some((one) => before.get(one) !== after.get(one));
  if (!texts.has(name) && !moved && !went) { return `"${text.slice(0, 60)}" is of an entry that does not name it`; }
  const known = within.get(number), tokens = tokensOf(known);
  const strange = told.filter((one) => !tokens.has(one) && one !== here && one !== name
    && ![...opening.keys(), ...after.keys()].some((unit) => known.has(unit)
      && (standsIn(opening, unit) === one || standsIn(after, unit) === one)));
  return strange.length ? `"${text.slice(0, 60)}" names ${strange[0]}, which was not signed` : '';
}
"""
