"""The script of standing orders, and of what a part that is asked for again may say as a whole."""

from __future__ import annotations

STANDING = r"""
/* --- a part as a whole --------------------------------------------------------------------------------- */

/* The part's own lines go behind a #, and the word stands beside its heading; a second press takes it away. */
function sayBeside(part, word) {
  const was = besideOf(part) === word;
  let all = sheet.value.split('\n');
  if (!partIn(all, part)) { all = withHeading(all, part, cargo.parts); }
  const found = partIn(all, part);
  for (const order of found.orders) {
    for (let at = order.from; at < order.to; at += 1) { all[at] = `#${all[at]}`; }
  }
  all[found.head] = all[found.head].replace(/:[^#]*/, was ? ': ' : `: ${word} `).trimEnd();
  doing(() => { sheet.value = all.join('\n'); });
  refresh();
  speak(`${part}: ${was ? 'no word' : word}`);
}

const besideOf = (part) => partIn(sheet.value.split('\n'), part)?.beside.toLowerCase() || '';

function pressing(words, parent, act, isOn) {
  const button = shown('button', words, parent);
  button.type = 'button';
  button.onclick = act;
  optionsShown.push([button, isOn]);
}

for (const part of cargo.again) {
  const heading = [...linesBox.querySelectorAll('h3')].find((one) => one.textContent === part);
  const row = document.createElement('div');
  row.className = 'wishes';
  for (const word of ['as written', 'none']) {
    pressing(`${part}: ${word}`, row, () => sayBeside(part, word), () => besideOf(part) === word);
  }
  if (heading) { heading.after(row); } else { linesBox.prepend(row); }
}

/* What is asked of the sheet as a whole: to write the rest anew when something comes between. */
function settle(setting) {
  const all = sheet.value.split('\n'), at = all.findIndex((line) => headingOf(line) === fold(setting));
  const end = all[all.length - 1] === '' ? all.length - 1 : all.length;
  if (at >= 0) { all.splice(at, 1); } else { all.splice(end, 0, `${setting}: ask`); }
  doing(() => { sheet.value = all.join('\n'); });
  refresh();
  speak(`${setting}: ${at < 0 ? 'ask' : 'no word'}`);
}

if (offeredLines.length) {
  const row = document.createElement('div');
  row.className = 'wishes';
  for (const setting of ['if-impossible', 'if-stopped', 'after-each']) {
    pressing(`${setting}: ask`, row, () => settle(setting),
      () => sheet.value.split('\n').some((line) => headingOf(line) === fold(setting)));
  }
  linesBox.append(row);
}

/* --- standing orders ----------------------------------------------------------------------------------- */

cargo.blocks.push('standing');  // a line for each topic

const wishesIn = () => ordersIn(sheet.value, 'standing').map((line) => /^([^:]+):\s*([^]*)$/.exec(line)).filter(Boolean)
  .map(([, topic, words]) => [topic, words]);

/* What would count: the sheet's, if it says anything, else those in force. */
const wishes = () => new Map(headingStands() ? wishesIn() : cargo.force);
const headingStands = () => sheet.value.split('\n').some((line) => headingOf(line) === 'standing');

/* Words with the unit that was pressed last, friend or enemy, and the space at the cursor put in; null if one is
   wanted and none is chosen. */
function filledIn(words) {
  const names = { UNIT: pointed, HEX: cursor, SPACE: cursor };
  const missing = Object.keys(names).filter((slot) => new RegExp(`\\b${slot}\\b`).test(words) && !names[slot]);
  if (missing.length) { return null; }
  return words.replace(/\b(UNIT|HEX|SPACE)\b(\.\.\.)?/g, (_, slot) => names[slot]);
}

const wordsOfTopic = (topic) => cargo.topics.find(([name]) => name === topic)[1];
const plainWords = (topic) => wordsOfTopic(topic).filter((words) => !/[A-Z]{3}/.test(words));
const clausesOf = (topic) => pieces((wishes().get(topic) || '').replace(/^\[|\]$/g, ''));

/* Plain words take the place of other plain ones; what names a unit or a place is added to them. */
function wish(topic, words) {
  const said = filledIn(words), plain = plainWords(topic);
  if (said === null) { speak(`choose a unit and a space on the map first: ${words}`); return; }
  const now = clausesOf(topic), has = now.includes(said);
  const others = now.filter((one) => one !== said && (!plain.includes(said) || !plain.includes(one)));
  const next = has ? others : plain.includes(said) ? [said, ...others] : [...others, said];
  const all = wishes();
  if (next.length) { all.set(topic, next.join(', ')); } else { all.delete(topic); }
  writeWishes(all);
  speak(`${topic}: ${next.join(', ') || 'nothing said'}`);
}

function writeWishes(all) {
  const lines = sheet.value.split('\n');
  const end = lines[lines.length - 1] === '' ? lines.length - 1 : lines.length;
  if (!headingStands()) { lines.splice(end, 0, 'standing:'); }
  const found = partIn(lines, 'standing'), said = [...all].map(([topic, words]) => `  ${topic}: ${words}`);
  const asNow = said.join('\n') === cargo.force.map(([topic, words]) => `  ${topic}: ${words}`).join('\n');
  for (const order of found.orders.reverse()) { lines.splice(order.from, order.to - order.from); }
  lines.splice(found.head, 1, ...(asNow ? [] : [said.length ? 'standing:' : 'standing: none', ...said]));
  doing(() => { sheet.value = lines.join('\n'); });
  refresh();
}

if (cargo.topics.length) {
  shown('h3', 'standing orders, from the next exchange on', linesBox);
  shown('p', 'HEX and SPACE are the space at the cursor, UNIT is the counter pressed last, friend or enemy.', linesBox);
  for (const [topic, words] of cargo.topics) {
    const row = document.createElement('div');
    row.className = 'wishes';
    shown('b', topic, row);
    for (const one of words) {
      const isOn = () => clausesOf(topic).includes(one) || clausesOf(topic).includes(filledIn(one));
      pressing(one, row, () => wish(topic, one), isOn);
    }
    linesBox.append(row);
  }
}
"""
