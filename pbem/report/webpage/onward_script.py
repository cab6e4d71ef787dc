"""The script that finds where a unit can go in a later part from where its orders take it before."""

from __future__ import annotations

ONWARD = r"""
const onward = unfolded(cargo.onward);

function unfolded({ places, around, steps, ways, ...more }) {
  const names = places.split(' ').flatMap(inARow), number = new Map(names.map((name, n) => [name, n]));
  const digits = ways.length / names.length / 2, out = [], along = [];
  const told = (n) => parseInt(ways.slice(n * digits, (n + 1) * digits), 36);
  const signs = steps.split('|'), shapes = around.split('|').map((shape) => shape.split('/'))
    .map(([far, roads]) => [far.split(' ').map(Number), roads]);
  names.forEach((name, at) => {
    const [far, roads] = shapes[told(2 * at)], next = far.map((by) => at + by), points = signs[told(2 * at + 1)];
    out.push([...points].flatMap((sign, n) => (sign === '-' ? [] : [[next[n], parseInt(sign, 36)]])));
    along.push([...roads].map((sign) => next[parseInt(sign, 36)]));
  });
  const set = (list) => new Set(list.map((name) => number.get(name)));
  return { ...more, names, number, out, along, held: set(more.held), watched: set(more.watched) };
}

/* The numbers of a run: `0201:0241`. */
function inARow(run) {
  const [first, last = first] = run.split(':'), found = [first];
  while (found[found.length - 1] !== last) {
    found.push(String(Number(found[found.length - 1]) + 1).padStart(first.length, '0'));
  }
  return found;
}

/* Everywhere within the budget, with what it costs: nobody goes on from where he must stop. */
function within(from, steps, budget, { closed, stops, toll }) {
  const costs = new Map([[from, 0]]), rounds = [[from]];
  for (let spent = 0; spent <= budget; spent += 1) {
    for (const here of rounds[spent] || []) {
      if (costs.get(here) !== spent || stops.has(here)) { continue; }
      for (const [to, points] of steps(here)) {
        const total = spent + points + toll(here) + toll(to);
        if (closed.has(to) || total > budget || total >= (costs.get(to) ?? Infinity)) { continue; }
        costs.set(to, total);
        (rounds[total] = rounds[total] || []).push(to);
      }
    }
  }
  costs.delete(from);
  return costs;
}

/* Whether the orders before the part leave a unit in road mode. */
function isColumn(name) {
  return once(sheet.value, `column ${name}`, () => {
    let road = onward.columns.includes(name);
    for (const part of partsOf(name).filter((other) => order(other) < order(onward.part))) {
      for (const words of ordersIn(sheet.value, part).filter((line) => isFor(line, name))) {
        for (const [, word] of words.matchAll(/(enter|leave) road mode/g)) { road = word === 'enter'; }
      }
    }
    return road;
  });
}

/* Friends as the orders before the part place them. */
function friendsOf(name) {
  const others = once(sheet.value, 'friends', () => (
    onward.friends.map((id) => [id, onward.number.get(goalOf(id, onward.part) || onward.comes[id])])));
  return others.filter(([id, at]) => id !== name && at !== undefined);
}

/* What lies in a unit's way: places that are closed or too near to friends, where it stops, what it pays.  Into a place
   that is cleared before it moves a friend may have advanced. */
function hindrances(name, cleared) {
  const friends = friendsOf(name), stands = new Map(), freed = numbersOf(onward.frees[cleared] || []);
  for (const [, at] of friends) { stands.set(at, (stands.get(at) || 0) + 1); }
  const near = (at) => [at, ...onward.along[at]], place = onward.number.get(cleared);
  const full = friends.filter(([id, at]) => onward.crowds.includes(id) || stands.get(at) >= onward.room);
  const stops = new Set([...onward.watched].filter((at) => !stands.has(at) && !freed.has(at)));
  const held = [...onward.held].filter((at) => at !== place);
  return {
    march: { closed: new Set([...held, ...full.map(([, at]) => at)]), stops,
      toll: (at) => (stands.has(at) || at === place ? onward.toll : 0) },
    drive: { closed: new Set([...held, ...friends.flatMap(([, at]) => near(at))]), stops, toll: () => 0 },
    lanes: new Set(friends.filter(([id]) => isColumn(id)).flatMap(([, at]) => near(at))),
  };
}
const numbersOf = (places) => new Set(places.map((place) => onward.number.get(place)));

/* Whether a unit may go over a side. */
const isOpen = (name) => {
  const walls = onward.bound.includes(name) ? onward.walls : [];
  return (at, to) => !walls.includes([onward.names[at], onward.names[to]].sort().join('-'));
};

/* Where a unit can go in the part from where it will stand; what leads through places that the sheet's own attacks
   may clear, if they do. */
function beyond(name) {
  if (!(name in onward.points)) { return []; }
  const here = goalOf(name, onward.part), from = onward.number.get(here);
  if (from === undefined) { return []; }
  const away = here !== homeOf(name), sure = away ? reachFrom(name, from) : [];
  const known = away ? sure.map(([at]) => onward.names[at])
    : choicesOf(name).filter((one) => one.part === onward.part && one.at === here).map(({ space }) => space);
  const made = sure.map(([at, way, points]) => onwardChoice(name, here, at, `${name}: ${way}`, points, way === 'hold'));
  for (const hex of isColumn(name) ? [] : clearedWithout(name)) {
    for (const [at, points] of throughCleared(name, from, hex)) {
      const to = onward.names[at], line = `{${name}: to ${to}, if: ${hex} cleared}`;
      if (!known.includes(to)) { made.push(onwardChoice(name, here, at, line, points)); }
    }
  }
  return made;
}

function onwardChoice(name, here, at, line, points, stays = false) {
  const note = stays ? 'stays' : `${points} ${points === 1 ? 'point' : 'points'}`;
  return { part: onward.part, unit: name, space: onward.names[at], line, entry: '', kind: 'move', at: here, into: '',
    beside: '', most: 0, alone: 0, shared: false, weight: 0, note, brief: note };
}

/* The places that others attack, each to be cleared perhaps; nobody who attacks himself has such a move. */
function clearedWithout(name) {
  const attacks = onward.fights ? treesIn(sheet.value, onward.fights).map(aboutOf) : [];
  return attacks.some(({ company }) => company.includes(name)) ? []
    : [...new Set(attacks.flatMap(({ place }) => place))].filter((hex) => hex in onward.frees);
}

function throughCleared(name, from, hex) {
  const { march, lanes } = hindrances(name, hex), isPassable = isOpen(name);
  const steps = (at) => onward.out[at].filter(([to]) => isPassable(at, to));
  return [...within(from, steps, onward.points[name], march)].filter(([at]) => !lanes.has(at));
}

/* In its mode, by leaving road mode at the end, and what a change of mode at the beginning adds. */
function reachFrom(name, from) {
  const { march, drive, lanes } = hindrances(name, ''), all = onward.points[name], { change, rate } = onward;
  const isPassable = isOpen(name), open = (steps, at) => steps.filter(([to]) => isPassable(at, to));
  const marches = (points) => within(from, (at) => open(onward.out[at], at), points, march);
  const along = (at) => open(onward.along[at].map((to) => [to, 1]), at);
  const drives = (points) => new Map([...within(from, along, points * rate, drive)]
    .map(([at, steps]) => [at, Math.ceil(steps / rate)]));
  const road = isColumn(name), found = [[from, 'hold', 0]], near = new Set([from]);
  const take = (ways, word, spent, fresh) => ways.forEach((points, at) => {
    if (lanes.has(at) || (fresh && near.has(at)) || spent + points > all) { return; }
    found.push([at, word(onward.names[at]), spent + points]);
  });
  const reach = road ? drives(all) : marches(all);
  take(reach, (hex) => `to ${hex}`, 0);
  if (road) { take(reach, (hex) => `to ${hex}, leave road mode`, change); }
  found.forEach(([at]) => near.add(at));
  const word = road ? 'leave road mode' : 'enter road mode';
  if (change <= all && (road || (onward.along[from].length && !drive.closed.has(from)))) {
    found.push([from, word, change]);
    take((road ? marches : drives)(all - change), (hex) => `${word}, to ${hex}`, change, true);
  }
  return found;
}
"""
