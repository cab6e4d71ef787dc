"""The script that runs a replay's film: unpacking it, showing a frame, stepping, the bar, what is told of a frame."""

from __future__ import annotations

FILM = r"""
const byId = (name) => document.getElementById(name);

async function unpacked(name) {
  const letters = byId(name).textContent.trim();
  const bytes = Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function build(tag, words = '', className = '', inside = []) {
  const element = document.createElement(tag);
  element.textContent = words;
  if (className) { element.className = className; }
  element.append(...inside);
  return element;
}

function parsed(markup) {
  const holder = document.createElementNS(SVG, 'g');
  holder.innerHTML = markup;
  return holder.firstElementChild;
}

/* --- frames: one as each number begins, one for each entry that shows anything -------------------------- */

let reel, view, frames = [], now = 0, playing = 0;
const still = matchMedia('(prefers-reduced-motion: reduce)');
const figure = document.querySelector('figure.map'), chart = figure.chart, svg = chart.svg;
const pieces = svg.querySelector('.pm-counters'), shownPieces = new Map();
const layers = new Map([...svg.querySelectorAll('[data-layer]')].map((layer) => [layer.dataset.layer, layer]));
const trails = layerBefore('past'), arrows = layerBefore('pm-arrows'), lit = layerBefore('lit');
const signs = layerAfter('pm-battles'), life = layerAfter('life');

function layerBefore(name) {
  const layer = document.createElementNS(SVG, 'g');
  layer.setAttribute('class', name);
  pieces.before(layer);
  return layer;
}

function layerAfter(name) {
  const layer = document.createElementNS(SVG, 'g');
  layer.setAttribute('class', name);
  pieces.after(layer);
  return layer;
}

function load(chosen) {
  view = reel.views[chosen];
  frames = [];
  let pieceState = new Map(), layerState = {}, points = {}, luck = {};
  view.scenes.forEach((scene, place) => {
    apply(scene, true);
    for (const shot of scene.shots) { apply(shot, false); }
    advance(scene.end);
    scene.pieces = pieceState;
    const counted = !scene.aside && figures.get(scene.base === undefined ? scene.n : scene.base);
    if (counted) { frames[frames.length - 1].points = points = counted; }
    function advance(change) {
      pieceState = new Map(pieceState);
      for (const [name, look, at, height] of change.c || []) {
        if (look === undefined) { pieceState.delete(name); } else { pieceState.set(name, [look, at, height]); }
      }
      layerState = { ...layerState, ...change.layers };
    }
    function apply(change, opens) {
      advance(change);
      if (change.luck) { luck = change.luck; }
      frames.push({ scene, place, shot: opens ? null : change, pieces: pieceState, layers: layerState, points, luck });
    }
  });
  byId('bar').max = frames.length - 1;
}

const words = (number) => reel.words[number];
const nameOf = (number) => reel.names[number];

/* --- showing a frame ------------------------------------------------------------------------------------ */

function placeOf(at) {
  const [x, y] = at.match(/-?[\d.]+/g).map(Number);
  return { x, y };
}

function show(to, moving) {
  const from = now;
  now = Math.max(0, Math.min(frames.length - 1, to));
  const frame = frames[now];
  chart.fan(null);
  showPieces(frame, moving && now === from + 1 && !still.matches);
  for (const [name, layer] of layers) {
    const number = frame.layers[name];
    if (layer.dataset.shown === String(number)) { continue; }
    layer.dataset.shown = number;
    layer.innerHTML = number === undefined ? '' : reel.layers[name][number];
  }
  showStrokes(frame);
  if (byId('follow').checked) { follow(from); }
  tell(frame);
}

function showPieces(frame, moving) {
  for (const [name, element] of [...shownPieces]) {
    if (!frame.pieces.has(name)) { element.remove(); shownPieces.delete(name); }
  }
  const fresh = [];
  for (const [name, [look, at, height]] of frame.pieces) {
    let element = shownPieces.get(name);
    const before = element && element.place;
    if (!element || element.look !== look) {
      const drawn = parsed(reel.looks[look]);
      if (element) { element.replaceWith(drawn); } else { fresh.push(drawn); }
      drawn.look = look;
      drawn.height = -1;
      shownPieces.set(name, drawn);
      element = drawn;
    }
    if (element.place !== at) { element.setAttribute('transform', at); element.place = at; }
    if (element.height !== height) { element.height = height; fresh.push(element); }
    if (moving && before && before !== at) { glide(element, before, at, frame); }
  }
  for (const element of new Set(fresh)) {
    element.remove();
    const stack = stackAt(Math.floor(element.height / 100));
    stack.insertBefore(element, [...stack.children].find((other) => other.height > element.height) || null);
  }
  for (const stack of pieces.children) {
    stack.classList.toggle('pm-stack', stack.querySelectorAll('.pm-counter').length > 1);
  }
  chart.mark();
  const shot = frame.shot || {};
  const changed = new Set((shot.deeds || []).map(([unit]) => unit));
  const fights = new Set(isFight(shot) ? shot.units || [] : []);
  for (const [name, element] of shownPieces) {
    element.classList.toggle('now', changed.has(name));
    element.classList.toggle('named', fights.has(name) && !changed.has(name));
  }
}

/* The counters of a space lie in one group, the groups from the top of the map down. */
function stackAt(rank) {
  const found = [...pieces.children].find((stack) => stack.rank >= rank);
  if (found && found.rank === rank) { return found; }
  const stack = document.createElementNS(SVG, 'g');
  stack.rank = rank;
  pieces.insertBefore(stack, found || null);
  return stack;
}

/* A counter goes from where it was to where it is, along the arrow that is drawn for it. */
function glide(element, before, at, frame) {
  const a = placeOf(before), b = placeOf(at), steps = [];
  const path = frame.shot && frame.shot.arrows ? parsed(stroke(frame.shot.arrows)) : null;
  const line = path && path.querySelector('.pm-arrow');
  if (line && line.getTotalLength) {
    svg.append(path);
    const long = line.getTotalLength();
    for (let part = 1; part < 8; part++) {
      const { x, y } = line.getPointAtLength((long * part) / 8);
      steps.push({ x, y });
    }
    path.remove();
  }
  const scale = (at.match(/scale\(([\d.]+)\)/) || [0, 1])[1];
  const keys = [a, ...steps, b].map(({ x, y }) => ({ transform: `translate(${x}px,${y}px) scale(${scale})` }));
  element.animate(keys, { duration: Math.min(700, 220 + 70 * keys.length), easing: 'ease-in-out' });
}

const stroke = (number) => reel.strokes[number - 1];

const isFight = (shot) => Boolean(shot && (shot.stars || (shot.dice || []).some((die) => !die[4])));

/* The arrows and stars of the number so far: those of before are pale. */
function showStrokes(frame) {
  const shots = frame.scene.shots, upTo = frame.shot ? shots.indexOf(frame.shot) : -1;
  const past = shots.slice(0, Math.max(0, upTo));
  const same = (one) => frame.shot && one.step === frame.shot.step;
  trails.innerHTML = past.filter((one) => one.arrows && same(one)).map((one) => stroke(one.arrows)).join('');
  arrows.innerHTML = frame.shot && frame.shot.arrows ? stroke(frame.shot.arrows) : '';
  signs.innerHTML = shots.slice(0, upTo + 1).filter((one) => one.stars).map((one) => stroke(one.stars)).join('');
  lit.replaceChildren();
  const places = isFight(frame.shot) ? frame.shot.places || [] : [];
  for (const place of places.slice(0, 2)) {
    const space = chart.spaces.get(place);
    if (space) { const shape = chart.outline(space); shape.setAttribute('class', 'fight'); lit.append(shape); }
  }
}

/* --- the view goes where something happens --------------------------------------------------------------- */

function spotsAt(number) {
  const frame = frames[number], found = [];
  if (!frame.shot) { return frame.scene.shots.length ? sceneSpots(frame.scene) : []; }
  for (const [unit] of frame.shot.deeds || []) {
    for (const state of [frame.pieces, frames[Math.max(0, number - 1)].pieces]) {
      if (state.has(unit)) { found.push(placeOf(state.get(unit)[1])); }
    }
  }
  const places = ((frame.shot.dice || !found.length) && frame.shot.places) || [];
  for (const place of places) { if (chart.spaces.has(place)) { found.push(chart.spaces.get(place)); } }
  return found.length > 12 ? [] : found;
}

const WIDE = 900, HIGH = 620;

/* What happens nowhere, or everywhere, is seen where the last thing happened. */
function follow(from) {
  let spots = spotsAt(now);
  for (let n = now - 1; n > 0 && !spots.length && Math.abs(now - from) > 1; n -= 1) { spots = spotsAt(n); }
  if (!spots.length) { return; }
  const [left, right] = [Math.min(...spots.map(({ x }) => x)), Math.max(...spots.map(({ x }) => x))];
  const [top, bottom] = [Math.min(...spots.map(({ y }) => y)), Math.max(...spots.map(({ y }) => y))];
  const box = chart.seen(), edge = 90;
  const inside = left > box[0] + edge && right < box[0] + box[2] - edge && top > box[1] + edge
    && bottom < box[1] + box[3] - edge && box[2] < 2.2 * Math.max(WIDE, right - left);
  if (inside && Math.abs(now - from) < 2) { return; }
  const ratio = svg.clientWidth / Math.max(1, svg.clientHeight);
  let wide = Math.max(right - left + 300, svg.clientWidth < 600 ? WIDE * 0.62 : WIDE, (bottom - top + 300) * ratio);
  if (svg.clientWidth >= 600) { wide = Math.max(wide, HIGH * ratio); }
  const high = wide / ratio, whole = reel.frame;
  const within = (from, long, start, all) => (
    long >= all ? start - (long - all) / 2 : Math.max(start, Math.min(from, start + all - long)));
  if (wide >= whole[2] && high >= whole[3]) { chart.go(whole); return; }
  chart.go([within((left + right - wide) / 2, wide, whole[0], whole[2]),
    within((top + bottom - high) / 2, high, whole[1], whole[3]), wide, high]);
}

/* Where most of a number's entries happen. */
function sceneSpots(scene) {
  const first = scene.shots.find((shot) => (shot.places || []).some((place) => chart.spaces.has(place)));
  return first ? first.places.filter((place) => chart.spaces.has(place)).map((place) => chart.spaces.get(place)) : [];
}

/* --- what is told of it ---------------------------------------------------------------------------------- */

const FACES = ['', '\u2680', '\u2681', '\u2682', '\u2683', '\u2684', '\u2685'];

function whenOf(frame) {
  const day = frame.scene.at ? frame.scene.at.slice(0, 10) : '';
  const step = frame.shot && frame.shot.step;
  return { number: frame.scene.n, turn: step ? reel.steps[step] || step : frame.scene.turn, day };
}

function tell(frame) {
  const { number, turn, day } = whenOf(frame), bar = byId('bar'), shot = frame.shot;
  bar.value = now;
  bar.setAttribute('aria-valuetext', `exchange ${number}, ${turn}, ${now + 1} of ${frames.length}`);
  byId('when').replaceChildren(build('b', `${number}`), ` ${turn}`, build('small', day));
  const said = shot ? words(shot.w) : frame.scene.kind === 'charter' ? 'before the first entry' : opening(frame.scene);
  byId('said').textContent = said;
  const own = shot && shot.own ? `${view.reader} alone was told` : frame.scene.aside ? 'set aside later by all' : '';
  byId('only').textContent = own;
  byId('only').hidden = !own;
  showCard(shot);
  markLog();
  drawCursor();
  showSigned();
}

function opening(scene) {
  return [scene.turn, ...scene.remarks].filter(Boolean).join('. ');
}

/* The numbers of a battle, its dice large, and the entry as it was signed. */
function showCard(shot) {
  const dice = ((shot && shot.dice) || []).filter((die) => !die[4]);
  const thrown = dice.flatMap(([name, , sides, faces]) => faces.map((face, n) => {
    const look = `die${sides === 6 ? ' six' : ''}${n ? '' : ' first'}`;
    const die = build('span', sides === 6 ? FACES[face] : String(face), look);
    die.setAttribute('role', 'img');
    die.setAttribute('aria-label', `die ${face}`);
    die.title = `${name}: ${face} of ${sides}`;
    return die;
  }));
  byId('dice').replaceChildren(...thrown.slice(0, 24));
  const card = (shot && shot.card) || (thrown.length ? [['', words(shot.w)]] : []);
  const rows = card.map(([label, text], n) => (
    build('div', '', label ? 'pair' : n ? 'beside' : 'plain', [
      ...(label ? [build('dt', label)] : []), build('dd', text)])));
  byId('said').classList.toggle('unseen', rows.length > 0);
  byId('when').parentNode.classList.toggle('short', rows.length > 0);
  byId('card').replaceChildren(...rows);
  byId('battle').hidden = !thrown.length && !rows.length;
  const names = ((shot && shot.dice) || []).map(([name]) => name);
  byId('signed').textContent = names.length ? `${reel.mark} ${shot.case}   ${[...new Set(names)].join(', ')}` : '';
}
"""

KEYS_AND_BAR = r"""
/* --- stepping -------------------------------------------------------------------------------------------- */

function step(by) { show(now + by, by === 1); }

function exchange(by) {
  const here = frames[now].place, start = frames.findIndex((frame) => frame.place === here);
  const target = by < 0 && now > start ? here : here + by;
  const found = frames.findIndex((frame) => frame.place === target);
  show(found < 0 ? (by < 0 ? 0 : frames.length - 1) : found);
}

function play(on) {
  clearTimeout(playing);
  playing = 0;
  const button = byId('play');
  button.setAttribute('aria-pressed', on);
  button.textContent = on ? '\u275a\u275a' : '\u25b6';
  button.setAttribute('aria-label', on ? 'pause' : 'play');
  if (on) { tick(); }
}

function tick() {
  if (now >= frames.length - 1) { play(false); return; }
  step(1);
  const frame = frames[now], pause = frame.shot ? (frame.shot.dice ? 2600 : 900) : 1300;
  playing = setTimeout(tick, pause / Number(byId('speed').value));
}

const does = {
  first: () => show(0), back: () => exchange(-1), less: () => step(-1), play: () => play(!playing), more: () => step(1),
  forth: () => exchange(1), last: () => show(frames.length - 1),
};
for (const [name, act] of Object.entries(does)) {
  byId(name).onclick = () => { if (name !== 'play' && playing) { play(false); } act(); };
}
byId('bar').addEventListener('input', () => { if (playing) { play(false); } show(Number(byId('bar').value)); });
byId('follow').onchange = () => { if (byId('follow').checked) { follow(-9); } };

const KEYS = {
  ArrowRight: 'more', ArrowLeft: 'less', PageDown: 'forth', PageUp: 'back', Home: 'first', End: 'last', ' ': 'play',
  '.': 'more', ',': 'less', n: 'forth', p: 'back',
};
document.addEventListener('keydown', (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) { return; }
  const typing = event.target.closest('input:not([type=range]):not([type=checkbox]),textarea,select');
  const pressing = event.key === ' ' && event.target.closest('button,summary,input,a');
  const name = event.shiftKey && { ArrowRight: 'forth', ArrowLeft: 'back' }[event.key] || KEYS[event.key];
  if (typing || pressing || !name || event.target.closest('[role=tablist]')) { return; }
  event.preventDefault();
  byId(name).click();
});
"""
