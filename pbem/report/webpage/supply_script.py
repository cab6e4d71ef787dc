"""The script of the supply layer: lines from the units to their sources, and a sign on those that have none.

Lines run together on their way, so each stretch is drawn once for each side.  One's own lines are whole, the enemy's
dotted; the chosen unit's is broad, with its source ringed.
"""

from __future__ import annotations

SUPPLY = r"""
const supplied = new Map();

/* A line that joins an earlier one goes on as that does. */
for (const [id, place, told, way, cut, joined] of cargo.supply) {
  const trace = way ? way.split('|') : [], words = [place, cargo.supplies[told]].filter(Boolean).join(': ');
  if (joined !== undefined) {
    const line = supplied.get(cargo.supply[joined][0]).trace;
    trace.push(...line.slice(line.indexOf(trace[trace.length - 1]) + 1));
  }
  supplied.set(id, { words, trace, cut });
}

const supplyBox = byId('supply'), ways = layer('supply'), lacks = layer('lacks');
under.before(ways);
over.before(lacks);

/* The stretches of a side's lines, each once, as a path. */
function stretches(side) {
  const found = new Set();
  for (const [id, { trace }] of supplied) {
    if (!counters.has(id) || counters.get(id).side !== side) { continue; }
    for (const [n, there] of trace.slice(1).entries()) { found.add([trace[n], there].sort().join('\n')); }
  }
  return [...found].map((pair) => through(pair.split('\n'))).join('');
}

function through(trace) {
  return trace.map((id) => spaces.get(id)).filter(Boolean)
    .map(({ x, y }, n) => `${n ? 'L' : 'M'}${x} ${y}`).join('');
}

function drawSupply() {
  ways.replaceChildren();
  lacks.replaceChildren();
  if (!supplyBox.checked) { return; }
  const sides = [...new Set([...counters.values()].map((counter) => counter.side))];
  for (const side of [...sides.filter((other) => other !== cargo.side), cargo.side]) {
    const look = side === cargo.side ? 'mine' : 'theirs', d = stretches(side);
    if (d && look === 'mine') { made(ways, 'path', { class: 'way halo', d }); }
    if (d) { made(ways, 'path', { class: `way ${look}`, d }); }
  }
  const own = supplied.get(unit);
  if (own && own.trace.length) {
    const source = spaces.get(own.trace[own.trace.length - 1]);
    made(ways, 'path', { class: 'way halo chosen', d: through(own.trace) });
    made(ways, 'path', { class: 'way mine chosen', d: through(own.trace) });
    if (source) { made(lacks, 'circle', { class: 'source', cx: source.x, cy: source.y, r: 40 }); }
  }
  for (const id of cutOff()) { drawLack(homeOf(id)); }
}

const cutOff = () => [...supplied.keys()].filter((id) => supplied.get(id).cut && counters.has(id));

/* A crossed circle at the lower left of the space. */
function drawLack(place) {
  const { x, y } = spaces.get(place) || {};
  if (x === undefined) { return; }
  made(lacks, 'circle', { class: 'lack', cx: x - 32, cy: y + 32, r: 12 });
  made(lacks, 'path', { class: 'lack', d: `M${x - 40} ${y + 24}l16 16` });
}

supplyBox.onchange = () => {
  drawSupply();
  const cut = cutOff();
  if (!supplyBox.checked) { speak('supply hidden'); return; }
  const lacking = cut.length ? `no supply for ${cut.join(', ')}` : 'all units are in supply';
  const own = supplied.get(unit);
  speak([own && own.words, lacking].filter(Boolean).join('; '));
};

document.addEventListener('keydown', (event) => {
  if (event.key !== 's' || event.ctrlKey || event.metaKey || event.altKey || supplyBox.disabled
    || event.target.closest('input:not([type=checkbox]),textarea,select')) { return; }
  event.preventDefault();
  supplyBox.checked = !supplyBox.checked;
  supplyBox.onchange();
});
"""
