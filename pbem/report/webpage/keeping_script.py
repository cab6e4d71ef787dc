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
