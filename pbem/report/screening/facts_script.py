"""The script by which a replay proves what it says around the entries: days, steps, what was set aside, the end."""

from __future__ import annotations

FACTS = r"""
/* --- which numbers stand, and whose state stands after each ------------------------------------------------ */

function courseOf(book) {
  let standing = [];
  const from = new Map([[0, 0]]);
  for (let number = 1; number <= book.last; number++) {
    const end = book.ends.get(number) || {}, edge = end.exchange - (end.kind === 'rejudge' ? 1 : 0);
    if (['undo', 'rejudge'].includes(end.kind)) { standing = standing.filter((one) => one <= edge); }
    standing.push(number);
    const back = end.kind === 'undo' ? end.exchange : number - 1;
    from.set(number, end.outcome ? number : from.get(back));
  }
  return { standing: new Set(standing), from };
}

const kindOf = (number, end) => (
  number === 0 ? 'charter' : end.parts ? 'opening' : AGREED.includes(end.kind) ? 'agreement' : 'record');
const AGREED = ['undo', 'rejudge', 'end'];

async function factsOf(book, { standing, from }) {
  const what = 'what stands around the entries: days, steps, what was set aside, the game and how it ended';
  const row = { what, count: 0, breaks: await headOf(book) };
  const wrong = (number, words) => row.breaks.push(`number ${number}: ${words}`);
  for (const { reader, scenes } of reel.views) {
    for (const { n, kind, at, aside, base, shots } of scenes) {
      const end = book.ends.get(n) || {};
      row.count++;
      if (kind !== kindOf(n, end) || at !== (n && end.at || '')) { wrong(n, 'another day, or another kind'); }
      if (Boolean(aside) !== (n > 0 && !standing.has(n))) { wrong(n, 'set aside, or not, as nobody signed'); }
      if ((base === undefined ? n : base) !== from.get(n)) { wrong(n, 'it goes on from another number'); }
      for (const shot of shots) {
        const part = shot.own ? openedOf(book, n, reader) : outcomeOf(book, n);
        const { turn, step } = (part && (shot.own ? part.news : part.stretches)[shot.at[0]]) || {};
        const isOther = step !== undefined && fold(`${turn} ${step}`.trim()) !== fold(shot.step);
        if (isOther) { wrong(n, `"${shot.step}" is not the step that was signed`); }
        const told = reel.steps[shot.step];
        if (told && turn !== undefined && !fold(`${told} `).startsWith(fold(`${turn} `))) {
          wrong(n, `"${told}" is of another turn`);
        }
      }
    }
  }
  return row;
}

/* The tags above the map: which game, which scenario, how it ended. */
async function headOf(book) {
  const [game, scenario, ended] = [...document.querySelectorAll('.which span')].map((tag) => tag.textContent);
  const name = base32(await digest('pbem/name/1', book.draft)).slice(0, 4), by = book.result && book.result.case;
  const good = {
    [`"${game}"`]: game === `game ${name}`, [`"${scenario}"`]: scenario === `scenario ${book.terms.scenario}`,
    [`"${ended}"`]: book.over ? !by || ended.endsWith(`(${reel.mark} ${by})`) : ended === 'not over yet',
  };
  return Object.keys(good).filter((tag) => !good[tag]).map((tag) => `${tag} above the map is not what was signed`);
}
"""
