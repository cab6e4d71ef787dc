"""The script that finds where units can go, and whom they can attack, from where the sheet takes them.

A leg is a part of the sheet in which units move.  A unit moves when its line comes, or after all lines if it has none
yet: friends whose lines stand before it have moved by then, and the others have not.
"""

from __future__ import annotations

ONWARD = r"""
const onward = cargo.onward && unfolded(cargo.onward);

function unfolded({ places, around, steps, ways, friends, eyes, ...more }) {
  const names = places.split(' ').flatMap(inARow), number = new Map(names.map((name, n) => [name, n]));
  const digits = ways.length / names.length / 2, out = more.strides.map(() => []), along = [];
  const told = (n) => parseInt(ways.slice(n * digits, (n + 1) * digits), 36);
  const signs = steps.split('|').map((each) => each.split('/'));
  const shapes = around.split('|').map((shape) => shape.split('/'))
    .map(([far, roads]) => [far.split(' ').map(Number), roads]);
  names.forEach((name, at) => {
    const [far, roads] = shapes[told(2 * at)], next = far.map((by) => at + by);
    signs[told(2 * at + 1)].forEach((points, stride) => out[stride].push([...points].flatMap((sign, n) => (
      sign === '-' ? [] : [[next[n], parseInt(sign, 36)]]))));
    along.push([...roads].map((sign) => next[parseInt(sign, 36)]));
  });
  const units = new Map(friends.map(([name, flags, weight, ...points]) => [name, {
    stride: Number(flags.includes('s')), crowds: flags.includes('d'), bound: flags.includes('b'),
    column: flags.includes('r'), weight, points }]));
  const beside = new Map(Object.entries(eyes).map(([place, around]) => [place, around.split(' ').flatMap(inARow)]));
  const side = (name) => name.split('-').map((place) => number.get(place)).sort((one, other) => one - other).join();
  return { ...more, names, number, out, along, units, beside, walls: new Set(more.walls.map(side)),
    broken: new Set(more.broken.map(side)), unfit: new Set(more.unfit.map((place) => number.get(place))) };
}

/* The numbers of a run: `0201:0241`. */
function inARow(run) {
  const [first, last = first] = run.split(':'), found = [first];
  while (found[found.length - 1] !== last) {
    found.push(String(Number(found[found.length - 1]) + 1).padStart(first.length, '0'));
  }
  return found;
}

const isOver = (sides, at, to) => sides.has(at < to ? `${at},${to}` : `${to},${at}`);

/* --- where the sheet has everybody ---------------------------------------------------------------------- */

/* Which line of a part is a unit's own; behind them all, if it has none. */
function turnOf(name, part) {
  const turns = once(sheet.value, `turns ${part}`, () => {
    const lines = ordersIn(sheet.value, part), found = new Map();
    for (const id of onward.units.keys()) {
      const n = lines.findIndex((words) => isFor(words, id));
      if (n >= 0) { found.set(id, n); }
    }
    return found;
  });
  return turns.get(name) ?? Infinity;
}

/* Whether a unit is in road mode when a part begins, or after its own line in it. */
function isColumn(name, part, through = false) {
  return once(sheet.value, `column ${part} ${through} ${name}`, () => {
    let road = onward.units.get(name).column;
    for (const leg of onward.legs.filter((other) => order(other) < order(part) + through)) {
      for (const words of ordersIn(sheet.value, leg).filter((line) => isFor(line, name))) {
        for (const [, word] of words.matchAll(/(enter|leave) road mode/g)) { road = word === 'enter'; }
      }
    }
    return road;
  });
}

/* Who comes by an order, and the word of it that names the gate; in the order of the sheet. */
const announced = () => once(sheet.value, 'announced', () => {
  const lines = cargo.parts.slice(0, order(onward.legs[0])).flatMap((part) => ordersIn(sheet.value, part));
  const coming = [...onward.units.keys()].filter((name) => !homeOf(name));
  return new Map(lines.flatMap((words) => coming.filter((name) => isFor(words, name)).map((name) => (
    [name, words.split(/[^\w./-]+/).find((word) => word in onward.gates) || '']))));
});

const gateOf = (name) => announced().get(name) || onward.waits[name] || '';

/* Who comes and stands on the map at once: at a gate on it, while nobody is too near. */
const arrived = () => once(sheet.value, 'arrived', () => {
  const taken = new Set([...onward.units.keys()].map((name) => onward.number.get(homeOf(name)))), found = new Map();
  const unordered = Object.entries(onward.comes).filter(([name]) => !announced().has(name));
  for (const [name, gate] of [...announced(), ...unordered]) {
    const at = onward.number.get(gate), isOn = !onward.gates[gate] || onward.gates[gate] === gate;
    if (at !== undefined && isOn && ![at, ...onward.along[at]].some((place) => taken.has(place))) {
      taken.add(at);
      found.set(name, gate);
    }
  }
  return found;
});

/* Whether the sheet has a unit come where one can go on from: who comes without an order, comes where there is room. */
const isKnown = (name) => homeOf(name) || announced().has(name) || name in onward.waits;

/* Where a unit begins a leg: in a place, or behind a gate, with the places along the road that it loses there. */
function startOf(name, part) {
  const isFirst = part === onward.legs[0] && !homeOf(name), stands = isFirst ? arrived().get(name) : goalOf(name, part);
  if (stands) { return { at: stands, behind: false, lost: 0 }; }
  const gate = isFirst && gateOf(name);
  return gate ? { at: onward.gates[gate], behind: true, lost: onward.delay * passedBefore(name, part, gate) } : null;
}

function passedBefore(name, part, gate) {
  const turn = turnOf(name, part), came = [...arrived().values()].filter((other) => other === gate).length;
  const goes = (other) => ordersIn(sheet.value, part)[turnOf(other, part)]?.match(/\d/) && turnOf(other, part) < turn;
  const others = [...onward.units.keys()].filter((other) => other !== name && !homeOf(other) && !arrived().has(other));
  return (onward.passed[gate] || 0) + came + others.filter((other) => gateOf(other) === gate && goes(other)).length;
}

/* Friends when a unit's line of a part comes: where they are, and whether in road mode. */
function friendsOf(name, part) {
  const turn = turnOf(name, part);
  const all = once(sheet.value, `friends ${part} ${turn}`, () => [...onward.units.keys()].flatMap((id) => {
    const through = turnOf(id, part) < turn, isFirst = part === onward.legs[0] && !homeOf(id) && !through;
    const at = onward.number.get(isFirst ? arrived().get(id) : goalOf(id, part, through) || arrived().get(id));
    return at === undefined ? [] : [{ id, at, column: isColumn(id, part, through) }];
  }));
  return all.filter((friend) => friend.id !== name);
}

/* --- moves ---------------------------------------------------------------------------------------------- */

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

/* What lies in a unit's way: places that are closed or too near to friends, where it stops, what it pays.  Into a place
   that is cleared before it moves a friend may have advanced. */
function hindrances(name, part, cleared) {
  const friends = friendsOf(name, part), { stride, crowds } = onward.units.get(name), stands = new Map();
  for (const { at } of friends) { stands.set(at, (stands.get(at) || 0) + 1); }
  const near = (at) => [at, ...onward.along[at]], free = new Set(cleared);
  const isFull = ({ id, at, column }) => crowds || column || onward.units.get(id).crowds
    || stands.get(at) >= onward.room;
  const foes = [...onward.beside.keys()].filter((place) => !free.has(place));
  const held = foes.map((place) => onward.number.get(place)), emptied = new Set(numbersOf(cleared));
  const watched = foes.filter((place) => !onward.blind.includes(place)).flatMap((place) => onward.beside.get(place));
  return {
    stops: new Set(numbersOf(watched).filter((at) => !stands.has(at))),
    march: new Set([...held, ...friends.filter(isFull).map(({ at }) => at)]),
    drive: new Set([...held, ...onward.unfit, ...friends.flatMap(({ at }) => near(at))]),
    lanes: new Set(friends.filter(({ column }) => column).flatMap(({ at }) => near(at))),
    toll: (at) => (stands.has(at) || emptied.has(at) ? onward.strides[stride].toll : 0),
  };
}
const numbersOf = (places) => places.map((place) => onward.number.get(place));

/* How a unit gets about, with so many points: in standard mode, and along roads. */
function pacesOf(name, part, start, from, cleared) {
  const { stops, march, drive, lanes, toll } = hindrances(name, part, cleared);
  const { stride, bound } = onward.units.get(name), { rate } = onward.strides[stride];
  const isShut = (at, to) => bound && isOver(onward.walls, at, to);
  const steps = (at) => onward.out[stride][at].filter(([to]) => !isShut(at, to));
  const isRoad = (at, to) => onward.along[at].includes(to) && !isOver(onward.broken, at, to);
  const roads = (at) => (at < 0 ? (stops.has(from) ? [] : [[from, 1]])
    : onward.along[at].filter((to) => !isShut(at, to) && isRoad(at, to)).map((to) => [to, 1]));
  const along = (points, lost) => within(start.behind ? -1 : from, roads, points * rate - lost,
    { closed: drive, stops, toll: () => 0 });
  return {
    lanes, isCrowded: drive.has(from), along,
    marches: (points, byRoad) => within(from, (at) => steps(at).filter(([to]) => !byRoad || isRoad(at, to)), points,
      { closed: march, stops, toll }),
    drives: (points, lost) => new Map([...along(points, lost)].map(([at, on]) => [at, Math.ceil((on + lost) / rate)])),
  };
}

/* Where a unit can go in a leg, in its mode, by leaving road mode at the end, and what a change of mode at the
   beginning adds: the place, how it is said, the points, whether by road, whether in road mode at the end. */
function reachFrom(name, part, start, cleared) {
  const { stride, points } = onward.units.get(name), leg = onward.legs.indexOf(part);
  const { change, rate } = onward.strides[stride], { lost, road = isColumn(name, part), used: before = 0 } = start;
  const from = onward.number.get(start.at), spent = (onward.spent[leg][name] || 0) + before, all = points[leg] - spent;
  const { lanes, isCrowded, marches, drives } = pacesOf(name, part, start, from, cleared);
  const near = new Set(start.behind ? [] : [from]);
  const found = start.behind || start.isOn ? [] : [[from, 'hold', 0, false, road]];
  const take = (ways, word, more, isDrive, ends, fresh = false) => ways.forEach((used, at) => {
    if (lanes.has(at) || (fresh && near.has(at)) || used + more > all) { return; }
    found.push([at, word(onward.names[at]), used + more + spent, isDrive, ends]);
  });
  const reach = road ? drives(all, lost) : marches(all);
  take(reach, (hex) => `to ${hex}`, 0, road, road);
  if (road) { take(reach, (hex) => `to ${hex}, leave road mode`, change, true, false); }
  found.forEach(([at]) => near.add(at));
  const word = road ? 'leave road mode' : 'enter road mode', isOnRoad = onward.along[from].length && !isCrowded;
  const left = all - change - (start.behind ? 0 : Math.ceil(lost / rate));
  if (!start.behind && left >= 0 && (road || isOnRoad)) {
    found.push([from, word, all - left + spent, false, !road]);
    take(road ? marches(left) : drives(left, 0), (hex) => `${word}, to ${hex}`, all - left, !road, !road, true);
  }
  return found;
}

/* Where a unit can go in the legs; what leads through places that the sheet's own attacks may clear, if they do. */
function beyond(name) {
  const points = onward.units.get(name)?.points || [];
  return onward.legs.filter((_, n) => points[n] >= 0).flatMap((part) => {
    if (led?.name === name && led.part === part) { return onFrom(name, part); }
    const start = isKnown(name) && startOf(name, part), at = beginningOf(name, part);
    if (!start || !onward.number.has(start.at)) { return []; }
    const sure = reachFrom(name, part, start, []);
    return [...sure, ...throughCleared(name, part, start, sure)].map(([to, way, used, drive, road, places = []]) => {
      const note = `${used} ${used === 1 ? 'point' : 'points'}${road ? ', road mode' : ''}`;
      const line = onwardWords(name, way, drive, places);
      return foundChoice(name, part, at, onward.names[to], line, way === 'hold' ? 'stays' : note);
    });
  });
}

/* Where a unit must be for a move: anywhere, as long as nothing can have moved it. */
function beginningOf(name, part) {
  const isHere = part === onward.legs[0] && homeOf(name);
  return isHere && order(part) < order(onward.strikes?.part) ? '' : goalOf(name, part);
}

function foundChoice(name, part, at, space, line, note) {
  return { part, unit: name, space, line, entry: '', kind: 'move', at, into: '', beside: '', most: 0, alone: 0,
    shared: false, weight: 0, note, brief: note.split(',')[0] };
}

/* A friend who has advanced into a place is in the way of a column, no more. */
function onwardWords(name, way, drive, places) {
  if (!places.length) { return `${name}: ${way}`; }
  const all = (words) => (words.length > 1 ? `[${words.join(', ')}]` : words[0]);
  const unless = drive ? `, unless: ${all(places.map((hex) => `${hex} held by ${cargo.side}`))}` : '';
  const said = way.includes(',') ? `"${way}"` : way;
  return `{${name}: ${said}, if: ${all(places.map((hex) => `${hex} cleared`))}${unless}}`;
}

/* The places that others attack before a leg, each to be cleared perhaps; who attacks himself has no move there. */
function clearedWithout(name, part) {
  const { strikes } = onward;
  if (!strikes || order(part) < order(strikes.part)) { return []; }
  const attacks = treesIn(sheet.value, strikes.part).map(aboutOf);
  return attacks.some(({ company }) => company.includes(name)) ? []
    : [...new Set(attacks.flatMap(({ place }) => place))].filter((hex) => onward.beside.has(hex));
}

/* What is gained if places are cleared, each with as few of them as it takes: one, or more of them. */
function throughCleared(name, part, start, sure) {
  const known = new Set(sure.map(([at]) => at)), found = [], places = clearedWithout(name, part);
  const gained = (some) => reachFrom(name, part, start, some).filter(([at]) => !known.has(at));
  const take = (some, ways) => {
    for (const way of ways) { found.push([...way, some]); }
    for (const [at] of ways) { known.add(at); }
  };
  for (const hex of places) { found.push(...gained([hex]).map((way) => [...way, [hex]])); }
  for (const [at] of found) { known.add(at); }
  for (let left = places.length > 1 ? gained(places) : []; left.length; left = left.filter(([at]) => !known.has(at))) {
    const [goal] = left[0];
    const leads = (some) => gained(some).some(([at]) => at === goal);
    const needed = places.reduce((some, hex) => {
      const fewer = some.filter((other) => other !== hex);
      return leads(fewer) ? fewer : some;
    }, places);
    take(needed, gained(needed).filter(([at]) => needed.length === 2 || at === goal));
  }
  return found;
}

/* --- attacks -------------------------------------------------------------------------------------------- */

/* Whom a unit can attack from where its moves take it; in road mode with half its strength. */
function strikesOf(name) {
  const { strikes, units: friends, beside } = onward, weight = friends.get(name)?.weight;
  if (!weight || (!homeOf(name) && !arrived().has(name) && !movesIn(name))) { return []; }
  return once(sheet.value, `strikes ${name}`, () => {
    const at = goalOf(name, strikes.part), road = isColumn(name, strikes.part);
    const lift = strikes.lifts[at] || strikes.lift, whole = Math.ceil(weight / strikes.whole);
    const half = Math.ceil(whole / 2), ours = (road ? half : whole) * lift;
    const attackOn = (space) => {
      const theirs = strikes.defences[space], note = `${ours} to ${theirs}, alone ${oddsOf(ours, Math.max(theirs, 1))}`;
      return { ...foundChoice(name, strikes.part, at, space, strikes.line.replace('[PLACE]', space), note),
        kind: 'attack', shared: true, weight: (road ? half * strikes.whole : weight) * lift };
    };
    const joint = jointAttacks(at, attackOn), isNew = (place) => !joint.some(({ space }) => space === place);
    return [...joint, ...Object.keys(strikes.defences).filter((place) => isBeside(place, at) && isNew(place))
      .map(attackOn)];
  });
}

const movesIn = (name) => onward.legs.some((part) => order(part) < order(onward.strikes.part)
  && turnOf(name, part) < Infinity);

function oddsOf(ours, theirs) {
  const { columns } = onward.strikes;
  const met = columns.filter((label) => label.split('-').every((_, n, [a, d]) => ours * d >= theirs * a));
  return met.pop() || columns[0];
}
"""
