"""The script that leads a unit's move from place to place: its line goes on from where it ends."""

from __future__ import annotations

LED = r"""
/* --- one move, led from place to place ------------------------------------------------------------------ */

let led = null;  // the unit, and the part, whose move goes on from where its line ends

function lead(next) {
  if (led || next) { known.text = null; }
  led = next;
}

/* A unit's own line of a part as it stands: how it goes, what it waits for, and all that it says. */
function lineOf(name, part) {
  const tree = treesIn(sheet.value, part)[turnOf(name, part)];
  const key = tree instanceof Map && [...tree.keys()].find((one) => same(one, name)), way = key && tree.get(key);
  if (!way || typeof way !== 'string' || same(way, 'hold')) { return null; }
  const clauses = way.split(',').map((one) => one.trim()), waits = listIn(tree.get('if'));
  const cleared = waits.flatMap((one) => /^(\S+) cleared$/.exec(one)?.slice(1) || []);
  const saying = (words) => (tree.size > 1 ? inFlow(new Map(tree).set(key, words)) : `${name}: ${words}`);
  return { clauses, cleared, saying };
}

/* Where a line takes its unit, what it has used by then, and in which mode; null if it cannot be followed. */
const endOf = (name, part) => once(sheet.value, `end ${part} ${name}`, () => (
  stageBy(name, part, lineOf(name, part), Infinity)));

/* The same by the end of some of its clauses. */
function stageBy(name, part, line, clauses) {
  const start = line && isKnown(name) && startOf(name, part);
  if (!start || !onward.number.has(start.at)) { return null; }
  const first = { ...start, used: 0, road: isColumn(name, part), isOn: true };
  return line.clauses.slice(0, clauses)
    .reduce((stage, words) => stage && stageAfter(name, part, stage, words, line.cleared), first);
}

function stageAfter(name, part, stage, words, cleared) {
  const { rate, change } = onward.strides[onward.units.get(name).stride];
  const mode = /^(enter|leave) road mode$/.exec(words);
  if (mode) {
    const used = stage.used + Math.ceil(stage.lost / rate) + change;
    return stage.behind ? null : { ...stage, used, lost: 0, road: mode[1] === 'enter' };
  }
  const told = words.replace(' by road', ''), byRoad = told !== words;
  const found = /^to (\d+)(?: via (\d+(?: \d+)*))?$/.exec(told) || /^(\d+(?: \d+)*)()$/.exec(told);
  const places = found ? [...(found[2] || '').split(' '), ...found[1].split(' ')].filter(Boolean) : [null];
  return places.reduce((from, place) => from && stepTo(name, part, from, place, cleared, byRoad), stage);
}

function stepTo(name, part, stage, place, cleared, byRoad) {
  const at = onward.number.get(place), leg = onward.legs.indexOf(part), from = onward.number.get(stage.at);
  const left = onward.units.get(name).points[leg] - (onward.spent[leg][name] || 0) - stage.used;
  const { along, marches } = pacesOf(name, part, stage, from, cleared);
  const cost = (stage.road ? along(left, stage.lost) : marches(left, byRoad)).get(at);
  if (cost === undefined) { return null; }
  return { ...stage, at: place, behind: false, lost: stage.road ? stage.lost + cost : 0,
    used: stage.used + (stage.road ? 0 : cost) };
}

/* What a line can say more; places on the way to a goal stand behind `via`. */
function onFrom(name, part) {
  const line = lineOf(name, part), start = line && endOf(name, part);
  if (!start) { return []; }
  const [last] = line.clauses.slice(-1), before = line.clauses.slice(0, -1);
  const [, stop, via = ''] = /^to (\d+)((?: via)?(?: \d+)*)$/.exec(last) || [];
  return reachFrom(name, part, start, line.cleared).map(([to, way, used, , road]) => {
    const [, goal, rest] = stop && /^to (\d+)(.*)$/.exec(way) || [];
    const more = goal ? [`to ${goal} via${via.replace(' via', '')} ${stop}${rest}`] : [last, way];
    const note = `${used} ${used === 1 ? 'point' : 'points'}${road ? ', road mode' : ''}`;
    const words = line.saying([...before, ...more].join(', '));
    return foundChoice(name, part, beginningOf(name, part), onward.names[to], words, note);
  });
}

/* Moves that are led further than the page offers at once: they stand as long as they can be followed. */
const ledMoves = (name) => onward.legs.filter((part) => onward.units.has(name) && endOf(name, part)).map((part) => (
  foundChoice(name, part, goalOf(name, part), goalOf(name, part, true), ordersIn(sheet.value, part)[turnOf(name, part)],
    '')));

/* The move of the chosen unit goes on, or is another again. */
function leadOn(part) {
  const isLed = led?.name === unit && led.part === part;
  lead(isLed || !part ? null : { name: unit, part });
  if (led) { meant = part; }
  refresh();
  if (!unit) { speak('choose a unit first'); return; }
  speak(led ? `${unit} goes on from ${goalOf(unit, part, true)}` : `${unit}: another way`);
}

/* The part whose line can go on: the one that is shown, else the last. */
const ledPart = () => onward.legs.filter((part) => (!meant || part === meant) && unit && endOf(unit, part)).pop();

function leadButton(name, part) {
  if (!onward.legs.includes(part) || !endOf(name, part)) { return []; }
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'addition';
  button.dataset.offer = `> ${part}`;
  button.setAttribute('aria-pressed', led?.name === name && led.part === part);
  button.textContent = `go on from ${goalOf(name, part, true)}`;
  button.onclick = () => leadOn(part);
  return [button];
}
"""
