"""The script that takes steps back, and keeps the sheet in the browser until it is handed in."""

from __future__ import annotations

KEEPING = r"""
const past = [];  // the sheet before each step
const shelf = `sheet ${cargo.file}`, DAYS = 60;
const mark = (text) => [...text].reduce((sum, sign) => (sum * 31 + sign.codePointAt(0)) % 1000000007, text.length);

/* A step that can be taken back. */
function doing(step) {
  const before = sheet.value;
  step();
  if (sheet.value !== before) { past.push(before); keepSheet(); }
}

function undo() {
  if (!past.length) { speak('nothing to take back'); return; }
  sheet.value = past.pop();
  keepSheet();
  refresh();
  speak(`undone; ${past.length} more`);
}

function keepSheet() { recall(shelf, { of: mark(sheet.defaultValue), text: sheet.value, day: Date.now() / 864e5 }); }
const isKept = () => recall(shelf)?.text === sheet.value;

/* Sheets of long ago go. */
function clearShelf() {
  try {
    const ours = (name) => name.startsWith('pbem ') && name.includes(' sheet ');
    for (const key of Object.keys(localStorage).filter(ours)) {
      if (JSON.parse(localStorage.getItem(key)).day < Date.now() / 864e5 - DAYS) { localStorage.removeItem(key); }
    }
  } catch { /* a browser that keeps nothing has nothing to clear */ }
}

/* The sheet as it was left, if it is of this draft. */
function restore() {
  clearShelf();
  const left = recall(shelf);
  if (!left || left.of !== mark(sheet.defaultValue) || left.text === sheet.value) { return; }
  past.push(sheet.value);
  sheet.value = left.text;
  speak('the sheet as you left it; undo brings back the draft');
}

/* Two windows of one page keep one sheet: the other one has written last. */
window.addEventListener('storage', (event) => {
  if (event.key?.endsWith(` ${shelf}`) && event.newValue && !isKept()) {
    speak('this sheet has been changed in another window: go on there, or load this page again');
  }
});

/* --- a page that is no longer the newest ------------------------------------------------------------------- */

/* The newest exchange of this game that this browser has opened a page for, on this side; no page asks anybody else. */
const opened = `pbem newest ${cargo.game} ${cargo.side} ${document.querySelector('h1').textContent}`;
let age = '';  // what is said of an old page; empty: nothing newer is known

function tellAge() {
  let last = cargo.exchange;
  try {
    last = Math.max(last, Number(localStorage.getItem(opened)));
    localStorage.setItem(opened, last);
  } catch { /* a browser that keeps nothing knows of no other page */ }
  if (last === cargo.exchange) { return; }
  age = `this page is of exchange ${cargo.exchange}, and one of exchange ${last} was opened in this browser`;
  const rest = 'unless the game was taken back since, this exchange is over and its sheet will be refused';
  const said = document.querySelector('.old') || document.createElement('p');
  said.className = 'old';
  said.setAttribute('role', 'alert');
  said.textContent = `An old page: ${age}; ${rest}. Go on in the newer one: pbem show.`;
  document.querySelector('.status').append(said);
  for (const name of ['copy', 'save']) { byId(name).textContent = `${name} the old sheet`; }
}
window.addEventListener('storage', (event) => { if (event.key === opened) { tellAge(); } });

/* A sheet of an old page says so itself, wherever it is taken. */
const handedOut = () => (age ? `# of an old page: ${age}\n${sheet.value}` : sheet.value);
const then = (file) => (age ? `${age}: pbem check will refuse it` : `then: pbem check ${file}`);

/* What a sheet says at its head that this page is not of: it was copied from another. */
const headed = (text, key) => new RegExp(`^${key}:\\s*([^\\s#]+)`, 'm').exec(text)?.[1];
function strangeHead() {
  const own = (key) => headed(sheet.defaultValue, key), told = (key) => headed(sheet.value, key);
  const key = ['game', 'exchange', 'side'].find((one) => own(one) && told(one) && own(one) !== told(one));
  return key ? `this page is of ${key} ${own(key)}, the sheet of ${told(key)}` : '';
}

byId('undo').onclick = undo;
document.addEventListener('keydown', (event) => {
  const typing = event.target.closest('input:not([type=checkbox]),textarea,select');
  const control = event.ctrlKey || event.metaKey;
  const meant = control ? event.key === 'z' : event.key === 'u';
  if (typing || !meant || event.altKey) { return; }
  event.preventDefault();
  undo();
});
"""
