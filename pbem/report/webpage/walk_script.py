"""The script of ways that are given hex by hex: each space that is pressed is one step more."""

from __future__ import annotations

WALK = r"""
/* --- hex by hex ------------------------------------------------------------------------------------------- */

let walk = null;  // the unit, and the part, whose way goes on to the next space that is pressed

const goesByHexes = (name, part) => cargo.walks.includes(part) && spaces.has(homeOf(name))
  && (part !== hand?.part || isOpenTo(wayOf(name, part, [])));

function walkButton(name, part) {
  if (!goesByHexes(name, part)) { return []; }
  return [added('hex by hex', `> ${part}`, walk?.name === name && walk.part === part, () => walkOn(part))];
}

function walkOn(part) {
  walk = walk || !part ? null : { name: unit, part };
  refresh();
  if (walk) { svg.focus(); }
  speak(walk ? `${unit}: press the next hex, or go there and press Enter; Backspace takes one back, Escape ends`
    : 'the way ends here');
}

const walkPart = () => cargo.walks.find((part) => unit && (!meant || part === meant) && goesByHexes(unit, part));

/* The hexes of a unit's own line, if it is made of hexes alone. */
function pathOf(name, part) {
  const own = part === hand?.part ? listIn(openOrder()?.tree.get?.('move')).find((one) => one.has?.(name))
    : treesIn(sheet.value, part).find((tree) => tree instanceof Map && tree.has(name));
  const path = String(own?.get(name) || '').split(' ');
  return path.every((place) => spaces.has(place)) ? path : [];
}

const wayOf = (name, part, path) => ({ part, unit: name, space: path[path.length - 1] || '',
  line: `${name}: ${path.join(' ')}`, entry: '', kind: 'move', at: '', into: part === hand?.part ? 'move[]' : '',
  beside: '', most: 0, alone: 0, shared: false, weight: 0, note: '', brief: '' });

/* Spaces that touch are as near as the nearest, or hardly farther. */
function touches(one, other) {
  const far = ({ x, y }) => Math.hypot(x - spaces.get(one).x, y - spaces.get(one).y);
  const least = Math.min(...[...spaces.values()].filter(({ id }) => id !== one).map(far));
  return one !== other && far(spaces.get(other)) < 1.25 * least;
}

function walkHere() {
  const { name, part } = walk, path = pathOf(name, part), from = path[path.length - 1] || homeOf(name);
  if (!touches(from, cursor)) { speak(`${cursor} is not next to ${from}`); return; }
  choose(wayOf(name, part, [...path, cursor]));
}

function walkBack() {
  const { name, part } = walk, path = pathOf(name, part);
  if (!path.length) { return; }
  if (path.length > 1) { choose(wayOf(name, part, path.slice(0, -1))); go(path[path.length - 2]); return; }
  if (part === hand?.part) { chooseWithin(wayOf(name, part, path)); return; }
  doing(() => { takeOut(part, name); });
  refresh();
  speak(`${name}: no order in ${part}`);
}
"""
