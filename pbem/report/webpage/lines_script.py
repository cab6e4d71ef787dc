"""The script of what a sheet may say beyond the map: every line that the draft offers, and the answers to questions."""

from __future__ import annotations

LINES = r"""
/* --- what the draft offers, line by line --------------------------------------------------------------- */

/* The lines of a draft by part, live or behind a #, and the remarks between them. */
function draftLines(text) {
  const found = [];
  let part = null;
  for (const line of text.split('\n')) {
    const heading = headingOf(line), last = found[found.length - 1];
    if (heading) { part = cargo.parts.find((name) => fold(name) === heading); }
    if (heading || !part) { continue; }
    const order = (cargo.blocks.includes(part) ? /^#? {2}(?=[^\s-])(.*)$/ : /^#? {2}- (.*)$/).exec(line);
    const more = /^#? {4,}(\S.*)$/.exec(line), note = /^# {3}(\S.*)$/.exec(line);
    const about = /(?:^|\s)# (.*)$/.exec(order ? order[1] : '');
    if (order) { found.push({ part, words: bare(order[1]), note: about ? about[1] : '' }); continue; }
    if (more && last && last.part === part && last.words) { last.words += `\n${bare(more[1])}`; continue; }
    if (note) { found.push({ part, words: '', note: note[1] }); }
  }
  return found;
}

const drafted = draftLines(sheet.defaultValue), offeredLines = drafted.filter((line) => line.words);
const isBlock = (part) => cargo.blocks.includes(part);

/* The orders of a part as they stand; of a block, its lines. */
function liveIn(text, part) {
  return once(text, `live ${part}`, () => {
    const orders = ordersIn(text, part);
    return (isBlock(part) ? orders.flatMap((words) => words.split('\n')) : orders).map(squeezed);
  });
}

const isLive = (line) => liveIn(sheet.value, line.part).includes(squeezed(line.words));

/* The text with a line of the draft ordered: its # is taken away, or it is written after the last one. */
function withLine(text, line) {
  const all = text.split('\n'), found = partIn(all, line.part);
  if (!found) { return withLine(withHeading(all, line.part, cargo.parts), line); }
  if (!NOTHING.includes(found.beside.toLowerCase())) { return null; }
  if (found.beside) { all[found.head] = all[found.head].replace(/:.*$/, ':'); }
  const wanted = line.words.split('\n').map(squeezed), dash = isBlock(line.part) ? '  ' : '  - ';
  let end = found.head + 1;
  for (let at = end; at < all.length && !/^[^\s#-]/.test(all[at]); at += 1) {
    if (/^\s/.test(all[at]) && bare(all[at])) { end = at + 1; }
    const same = wanted.every((words, n) => squeezed(bare((all[at + n] || '').replace(/^#\s*(- )?/, ''))) === words);
    if (all[at].startsWith(`#${dash}`) && same) {
      wanted.forEach((_, n) => { all[at + n] = all[at + n].slice(1); });
      return all.join('\n');
    }
  }
  const lines = line.words.split('\n').map((words, n) => (n ? ' '.repeat(dash.length) : dash) + words);
  all.splice(end, 0, ...lines);
  return all.join('\n');
}

/* The text with a line put behind a # again. */
function withoutLine(text, line) {
  const all = text.split('\n'), found = partIn(all, line.part), words = squeezed(line.words);
  const same = (order) => squeezed(order.words) === words;
  const order = isBlock(line.part) ? null : found && found.orders.find(same);
  const from = order ? order.from : all.findIndex((one, n) => found && n > found.head && squeezed(bare(one)) === words);
  if (from < 0) { return text; }
  for (let at = from; at < (order ? order.to : from + 1); at += 1) { all[at] = `#${all[at]}`; }
  return all.join('\n');
}

function toggleLine(line) {
  const was = isLive(line), text = was ? withoutLine(sheet.value, line) : withLine(sheet.value, line);
  if (text === null) { speak(`${line.part} is written in one line: edit the sheet by hand`); return; }
  doing(() => { sheet.value = text; });
  refresh();
  speak(`${was ? 'taken back' : 'ordered'}: ${line.words}`);
}

const linesBox = byId('lines');

function shown(tag, text, parent) {
  const element = document.createElement(tag);
  element.textContent = text;
  if (parent) { parent.append(element); }
  return element;
}

function lineButton(line) {
  const button = document.createElement('button');
  button.type = 'button';
  shown('span', line.words, button);
  if (line.note) { shown('small', line.note, button); }
  button.onclick = () => toggleLine(line);
  line.button = button;
  return button;
}

for (const part of new Set(drafted.map((line) => line.part))) {
  const here = drafted.filter((line) => line.part === part);
  linesBox.append(shown('h3', part), ...here.map((line) => (line.words ? lineButton(line) : shown('p', line.note))));
}

const named = (line, name) => ` ${line.words.replace(/[^\w/. -]+/g, ' ')} `.includes(` ${name} `);

/* Which lines stand in the sheet, and which are about the chosen unit. */
function showLines() {
  for (const line of offeredLines) {
    line.button.setAttribute('aria-pressed', isLive(line));
    line.button.classList.toggle('about', Boolean(unit) && named(line, unit));
  }
  for (const [option, isChosen] of optionsShown) { option.setAttribute('aria-pressed', isChosen()); }
}

/* --- answers ------------------------------------------------------------------------------------------ */

const optionsShown = [];

/* The letters that a question is answered by. */
function lettersOf(text, name) {
  const lines = text.split('\n'), head = lines.findIndex((line) => headingOf(line) === 'answers');
  const line = head < 0 ? '' : lines.slice(head + 1).find((one) => one.trim().startsWith(`${name}:`)) || '';
  return bare(line).replace(/^[^:]*:/, '').replace(/[[\]]/g, ' ').split(/[\s,]+/).filter(Boolean);
}

function withAnswer(text, name, letters) {
  const all = text.split('\n');
  if (!all.some((line) => headingOf(line) === 'answers')) {
    all.splice(all[all.length - 1] === '' ? all.length - 1 : all.length, 0, 'answers:');
  }
  const head = all.findIndex((line) => headingOf(line) === 'answers');
  all[head] = all[head].replace(/:.*$/, ':');
  const at = all.findIndex((line, n) => n > head && line.trim().startsWith(`${name}:`) && /^\s/.test(line));
  const said = letters.length === 1 ? letters[0] : `[${letters.join(', ')}]`;
  all.splice(at < 0 ? head + 1 : at, at < 0 ? 0 : 1, ...(letters.length ? [`  ${name}: ${said}`] : []));
  return all.join('\n');
}

function answer(name, letter, several) {
  const now = lettersOf(sheet.value, name), has = now.includes(letter);
  const next = has ? now.filter((one) => one !== letter) : several ? [...now, letter].sort() : [letter];
  doing(() => { sheet.value = withAnswer(sheet.value, name, next); });
  refresh();
  speak(next.length ? `${name}: ${next.join(', ')}` : `${name}: no answer`);
}

for (const box of document.querySelectorAll('.question')) {
  const name = box.querySelector('.mark').textContent, several = 'several' in box.dataset;
  for (const option of box.querySelectorAll('.options li')) {
    const letter = option.querySelector('.mark').textContent;
    option.setAttribute('role', 'button');
    option.tabIndex = 0;
    option.onclick = () => answer(name, letter, several);
    option.onkeydown = (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') { return; }
      event.preventDefault();
      answer(name, letter, several);
    };
    optionsShown.push([option, () => lettersOf(sheet.value, name).includes(letter)]);
  }
}
"""
