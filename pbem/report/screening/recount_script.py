"""The script by which a replay counts points and luck again: from the signed states, from the signed entries."""

from __future__ import annotations

RECOUNTS = r"""
/* --- points: a sum of terms over a state, see `Term` ------------------------------------------------------- */

function worthOf({ at, only = {}, keys, each = 1, most = 0, times = 1, since }, table) {
  if (since && table[since[0]] < since[1]) { return 0; }
  const there = at.reduce((inner, key) => (inner || {})[key], table) || 0;
  const isOne = (one) => Object.entries(only).every(([field, known]) => known.includes(field ? one[field] : one));
  const weight = (key) => (keys ? (Object.hasOwn(keys, key) ? keys[key] : 0) : 1);
  const all = typeof there === 'object' ? Object.entries(there).filter(([, one]) => isOne(one)) : null;
  const sum = Math.floor((all ? all.reduce((found, [key]) => found + weight(key), 0) : Number(there)) / each);
  return times * (most ? Math.min(most, sum) : sum);
}

function figuresOf(state) {
  const worth = (terms) => terms.reduce((sum, term) => sum + worthOf(term, state.table), 0);
  return Object.fromEntries(Object.entries(RECOUNT.figures).map(([name, terms]) => [name, worth(terms)]));
}

const figures = new Map();

/* Of each state that the page carries; the proof holds those against their digests. */
function countPoints() {
  let state = null;
  for (const [number, step] of reel.states) {
    state = changed(state, step);
    figures.set(number, figuresOf(state));
  }
}

/* Beside the curve of points stands, after each number, what the state that stands then comes to. */
function pointsAgainst(states, { standing, from }) {
  const row = { what: 'points: counted from those states, as is said under their curve', count: 0, breaks: [] };
  let known = {};
  frames.forEach(({ scene, points }, place) => {
    if (frames[place + 1] && frames[place + 1].scene === scene) { return; }
    const state = (standing.has(scene.n) || !scene.n) && states.get(from.get(scene.n));
    known = state ? figuresOf(state) : known;
    row.count += Object.keys(known).length;
    if (!isAlike(points, known)) {
      row.breaks.push(`number ${scene.n}: points are drawn as ${inFigures(points)}, and were ${inFigures(known)}`);
    }
  });
  return row;
}

/* --- luck: where what came lies among all that could have come, in exact fractions ------------------------- */

const byUnit = new Map(Object.entries(RECOUNT.sides).flatMap(([side, names]) => names.map((name) => [name, side])));

function luckOf(event) {
  const law = RECOUNT.luck.find((one) => one.event === event.is);
  const unit = law && law.units.flatMap((field) => event[field])[0], side = byUnit.get(unit);
  const score = law && LAWS[law.law](law, event, side);
  if (!score) { return []; }
  const foe = Object.keys(RECOUNT.sides).find((one) => one !== side);
  return [[side, score], [foe, [100n * score[1] - score[0], score[1]]]];
}

const LAWS = {
  ranked({ fields, scores }, event) {
    const [top, bottom] = scores[fields.map((field) => event[field]).join(' ').trim()].split('/');
    return [BigInt(top), BigInt(bottom)];
  },
  hits({ dice, chance, hits, faces }, event) {
    const [thrown, hit] = [event[dice].length, event[chance]];
    if (!(hit > 0 && hit < faces)) { return null; }
    const ways = Array.from({ length: thrown + 1 }, (nothing, n) => (
      choices(thrown, n) * BigInt(hit) ** BigInt(n) * BigInt(faces - hit) ** BigInt(thrown - n)));
    return scoreAmong(ways, event[hits]);
  },
  chits({ cup, drawn, effects, signs }, event, side) {
    const count = event[drawn].length, rows = event[cup];
    if (!count || count > rows.reduce((sum, row) => sum + row[2], 0)) { return null; }
    const ways = drawsOf(rows, count), nets = [...ways.keys()].sort((one, other) => one - other);
    const words = event[effects].flatMap((effect) => effect.split(' ')).filter((word) => word && word !== '-');
    const net = words.reduce((sum, word) => sum + signs[side][word[0]] * Number(word.slice(1)), 0);
    const far = nets.map((one) => Math.abs(one - net));
    return scoreAmong(nets.map((one) => ways.get(one)), far.indexOf(Math.min(...far)));
  },
};

/* What lies below, and half of itself, in hundredths of all: the worst comes first. */
function scoreAmong(ways, place) {
  const total = (some) => some.reduce((sum, one) => sum + one, 0n);
  return [100n * (2n * total(ways.slice(0, place)) + ways[place]), 2n * total(ways)];
}

function choices(many, few) {
  let found = 1n;
  for (let n = 0; n < few; n++) { found = (found * BigInt(many - n)) / BigInt(n + 1); }
  return found;
}

/* In how many ways so many draws come to each sum. */
function drawsOf(rows, count) {
  let ways = Array.from({ length: count + 1 }, (nothing, n) => new Map(n ? [] : [[0, 1n]]));
  for (const [good, bad, there] of rows) {
    const grown = ways.map(() => new Map());
    ways.forEach((sums, size) => {
      for (let taken = 0; taken <= Math.min(there, count - size); taken++) {
        for (const [sum, number] of sums) {
          const more = grown[size + taken], to = sum + taken * (good - bad);
          more.set(to, (more.get(to) || 0n) + number * choices(there, taken));
        }
      }
    });
    ways = grown;
  }
  return ways[count];
}

const common = (one, other) => (other ? common(other, one % other) : one);

/* The mean of some scores in whole hundredths; halves go to the even one. */
function meanOf({ count, sum: [top, bottom] }) {
  const share = bottom * BigInt(count), whole = top / share, twice = 2n * (top - whole * share);
  return Number(twice > share || (twice === share && whole % 2n) ? whole + 1n : whole);
}

function withScore(tally, [top, bottom]) {
  const [t, b] = tally ? tally.sum : [0n, 1n], sum = [t * bottom + top * b, b * bottom];
  const shared = common(...sum);
  return { count: (tally ? tally.count : 0) + 1, sum: sum.map((part) => part / shared) };
}

/* The film's luck, entry by entry, against what the signed entries come to. */
function luckAgainst(book, standing) {
  const row = { what: 'luck: each score counted again from what was signed', count: 0, breaks: [] };
  for (const { scenes } of reel.views) {
    const tallies = new Map();
    let drawn = {};
    for (const scene of scenes) {
      const shown = new Map(scene.shots.filter(({ own }) => !own).map((shot) => [shot.at.join('/'), shot]));
      const stretches = (outcomeOf(book, scene.n) || { stretches: [] }).stretches;
      stretches.forEach(({ entries }, s) => entries.forEach((entry, e) => {
        if ('only' in entry) { return; }
        for (const [side, score] of standing.has(scene.n) ? luckOf(entry.event) : []) {
          row.count++;
          tallies.set(side, withScore(tallies.get(side), score));
        }
        const shot = shown.get(`${s}/${e}`);
        const known = Object.fromEntries([...tallies].map(([name, one]) => [name, meanOf(one)]));
        drawn = (shot && shot.luck) || drawn;
        if (shot && !isAlike(drawn, known)) {
          row.breaks.push(`number ${scene.n}: luck is drawn as ${inFigures(drawn)}, and was ${inFigures(known)}`);
        }
      }));
      const strange = [scene, scene.end, ...scene.shots.filter(({ own }) => own)].some(({ luck }) => luck);
      if (strange) { row.breaks.push(`number ${scene.n}: luck changes without a signed entry`); }
    }
  }
  row.idle = !RECOUNT.luck.length && reel.views.some(({ scenes }) => scenes.some(({ shots }) => shots.some(hasLuck)));
  return row;
}

const hasLuck = ({ luck }) => Boolean(luck);

const isAlike = (one, other) => inFigures(one) === inFigures(other);
const inFigures = (found) => Object.keys(found).sort().map((name) => `${name} ${found[name]}`).join(', ') || 'nothing';
"""
