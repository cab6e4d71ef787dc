"""The script of attacks on several places at once, and of moves that keep to roads."""

from __future__ import annotations

JOINT = r"""
/* --- one attack on several places --------------------------------------------------------------------------- */

/* The attacks on several places that stand, each for every one of its places, for who is beside them all. */
function jointAttacks(at, attackOn) {
  const { part, line } = onward.strikes;
  return treesIn(sheet.value, part).map((tree) => aboutOf(tree).place).filter((places) => places.length > 1
    && places.every((place) => isBeside(place, at)))
    .flatMap((places) => places.map((place, n) => (
      { ...attackOn(place), line: line.replace('[PLACE]', () => `[${places.join(', ')}]`), isTold: n > 0 })));
}

const isBeside = (place, at) => onward.beside.get(place)?.includes(at);

/* What else the attack of a unit can be on: who takes part stands beside all of it; an attack there is joined. */
function jointButtons(name, part) {
  const order = part === onward.strikes?.part && orderOf(name, part), about = order && aboutOf(order.tree);
  if (!order || !about.place.length) { return []; }
  const near = (company, places) => company.every((one) => (
    places.every((place) => isBeside(place, goalOf(one, part)))));
  const there = treesIn(sheet.value, part).map(aboutOf);
  return Object.keys(onward.strikes.defences).flatMap((place) => {
    const has = about.place.includes(place);
    const n = there.findIndex((one, at) => at !== order.n && one.place.includes(place));
    const [joined, places] = n < 0 ? [[], [place]] : [there[n].company, there[n].place];
    const fits = has ? about.place.length > 1 : near(about.company, places) && near(joined, about.place);
    const on = has ? about.place.filter((one) => one !== place) : [...about.place, ...places];
    return fits ? [added(`${has ? '\u2713 ' : ''}attack ${place}, too`, `& ${place}`, has,
      () => attackAll(order, on, [...about.company, ...joined], n))] : [];
  });
}

function attackAll({ part, n, tree }, places, company, gone) {
  const next = new Map([...tree].map(([key, value], at) => (
    [key, at === 0 ? (places.length > 1 ? places : places[0]) : isNames(value) && key === 'with' ? company : value])));
  const text = withTree(sheet.value, part, n, next);
  doing(() => { sheet.value = gone < 0 ? text : withTree(text, part, gone, null); });
  refresh();
  speak(`${company.join(', ')}: attack ${places.join(' and ')}`);
}

/* --- by road -------------------------------------------------------------------------------------------------- */

/* A goal in standard mode that can be come to along roads alone: the line says so, or says so no more. */
function roadButton(name, part) {
  const line = onward.legs.includes(part) && lineOf(name, part), last = line && line.clauses[line.clauses.length - 1];
  const [, way, road] = /^(to \d+(?: via \d+(?: \d+)*)?)( by road)?$/.exec(last || '') || [];
  const words = (last) => line.saying([...line.clauses.slice(0, -1), last].join(', '));
  const before = way && stageBy(name, part, line, -1), end = before && !before.road
    && stageAfter(name, part, before, `${way} by road`, line.cleared);
  if (!end) { return []; }
  return [added(`${road ? '\u2713 ' : ''}by road, ${end.used} points`, `~ ${part}`, Boolean(road), () => {
    choose(foundChoice(name, part, beginningOf(name, part), end.at, words(road ? way : `${way} by road`), ''));
  })];
}
"""
