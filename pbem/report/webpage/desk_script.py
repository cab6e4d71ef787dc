"""The script around the map: the bar of the chosen unit, finding, layers, tabs, copying and saving."""

from __future__ import annotations

DESK = r"""
const spoken = byId('spoken'), offersBox = byId('offers'), unitBox = byId('unit');

function speak(words) { spoken.textContent = words; }

/* --- the bar ------------------------------------------------------------------------------------------ */

function showBar() {
  for (const option of unitBox.options) {
    if (!option.value) { continue; }
    option.textContent = `${option.value}${hasOrder(option.value) ? ' \u2713' : ''}`;
    option.disabled = !isAble(option.value);
  }
  unitBox.value = unit || '';
  const counted = units.filter((name) => counters.has(name) || !manifold.has(name));
  byId('count').textContent = strangeHead()
    || (counted.length ? `${counted.filter(hasOrder).length} of ${counted.length} units have orders` : '');
  byId('remove').disabled = !unit || !hasOrder(unit);
  byId('undo').disabled = !past.length;
  const held = document.activeElement && document.activeElement.dataset.offer;
  const offers = unit ? offersTo(unit) : [], moves = (choice) => choice.kind === 'move';
  const attacksFirst = [...offers.filter((choice) => !moves(choice)), ...offers.filter(moves)];
  const parts = [...new Set(attacksFirst.map((choice) => choice.part))];
  const shownParts = parts.filter((part) => !meant || part === meant);
  const controls = (part) => [
    ...(cargo.onward ? [...leadButton(unit, part), ...roadButton(unit, part), ...jointButtons(unit, part)] : []),
    ...(cargo.walks.length ? walkButton(unit, part) : []), ...detailControls(unit, part), ...whenControls(unit, part)];
  offersBox.replaceChildren(...(pending ? pendingControls() : [...parts.map((part) => partButton(part, parts)),
    ...shownParts.flatMap((part) => [...(parts.length > 1 ? [partLabel(part)] : []), ...controls(part),
      ...attacksFirst.filter((one) => one.part === part && isMeant(one) && !one.isTold).map(offerButton)])]));
  for (const button of waitingBox.children) {
    button.hidden = !isAble(button.dataset.name);
    button.setAttribute('aria-pressed', button.dataset.name === unit);
    button.textContent = `${hasOrder(button.dataset.name) ? '\u2713 ' : ''}${button.dataset.name}`;
  }
  if (held) { [...offersBox.children].find((button) => button.dataset.offer === held)?.focus(); }
}

function partLabel(part) {
  const label = document.createElement('b');
  label.textContent = part;
  return label;
}

/* The name of a part: pressed, map and list show what the unit may do in this part alone. */
function partButton(part, parts) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'part';
  button.dataset.offer = `= ${part}`;
  button.disabled = parts.length < 2;
  button.setAttribute('aria-pressed', meant === part);
  button.textContent = part;
  button.onclick = () => meanPart(meant === part ? null : part);
  return button;
}

function meanPart(part) {
  meant = part;
  refresh();
  speak(part ? `the map shows ${part}` : 'the map shows all parts');
}

/* The next part that the unit has something in, then all of them. */
function nextPart() {
  const parts = [null, ...new Set(unit ? offersTo(unit).map((choice) => choice.part) : [])];
  meanPart(parts[(parts.indexOf(meant) + 1) % parts.length]);
}

function offerButton(choice) {
  const button = document.createElement('button'), cost = document.createElement('small');
  const done = isWritten(choice);
  button.type = 'button';
  button.className = choice.kind;
  button.dataset.space = choice.space;
  button.dataset.offer = `${choice.part} ${choice.space} ${choice.entry || choice.line}`;
  button.setAttribute('aria-pressed', done);
  button.title = choice.note;
  cost.textContent = choice.brief;
  button.append(`${done ? '\u2713 ' : ''}${choice.kind === 'move' ? '' : '\u2715 '}${brief(choice)} `, cost);
  button.onclick = () => { go(choice.space, true); choose(choice); };
  return button;
}

/* Presses the button whose offer ends so, as a key does. */
function pressOffer(end) {
  [...offersBox.children].find((one) => one.dataset.offer?.endsWith(end))?.click();
}

/* Who has no counter on the map: reinforcements, air points and the like. */
const waitingBox = byId('waiting');
for (const name of units.filter((one) => !spaces.has(homeOf(one)))) {
  const button = document.createElement('button');
  button.type = 'button';
  button.dataset.name = name;
  button.onclick = () => select(name);
  waitingBox.append(button);
}
waitingBox.hidden = !waitingBox.children.length;

function nextUnit(by) {
  const able = units.filter(isAble), at = able.indexOf(unit);
  if (!able.length) { speak('play a card first'); return; }
  select(able[at < 0 ? 0 : (at + by + able.length) % able.length]);
}

unitBox.append(new Option('choose a unit', ''), ...units.map((name) => new Option(name, name)));
unitBox.onchange = () => { if (unitBox.value) { select(unitBox.value); } };
byId('before').onclick = () => nextUnit(-1);
byId('after').onclick = () => nextUnit(1);
byId('remove').onclick = takeBack;
if (!units.length) {
  speak('No unit can be ordered on the map now; what can be said stands under orders.');
  for (const button of document.querySelectorAll('.who > *')) { button.disabled = button.id !== 'undo'; }
}

/* --- finding and layers ------------------------------------------------------------------------------- */

const find = byId('find');

/* A space by its number, or by a town or unit in it. */
function found(words) {
  const said = fold(words);
  const named = (fits) => [...spaces.values()].find((space) => fits(fold(space.id)) || fits(fold(space.name)));
  const counter = [...counters.values()].find((other) => fold(other.id) === said);
  const exact = named((name) => name === said) || (counter && spaces.get(counter.space));
  return exact || named((name) => name.startsWith(said));
}

const called = [...spaces.values()].map(({ id, name }) => name || id).filter((name) => !/^\d+$/.test(name));
const findable = new Set([...called, ...counters.keys(), ...units]);
byId('places').append(...[...findable].sort().map((name) => new Option(name)));

find.onkeydown = (event) => {
  if (event.key === 'Escape') { svg.focus(); }
  if (event.key !== 'Enter' || !find.value.trim()) { return; }
  const said = fold(find.value), name = units.find((one) => fold(one) === said);
  if (name) { svg.focus(); select(name); return; }
  const space = found(find.value);
  if (!space) { speak(`nothing on the map is called ${find.value}`); return; }
  pointed = [...counters.keys()].find((id) => fold(id) === said) || pointed;
  svg.focus();
  go(space.id);
};

document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && !svg.contains(event.target) && (pending || instead || walking())) { leaveOff(); }
  if (event.key !== '/' || event.target.closest('input,textarea,select')) { return; }
  event.preventDefault();
  find.focus();
  find.select();
});

for (const box of document.querySelectorAll('[data-layer]')) {
  box.onchange = () => {
    figure.classList.toggle(`without-${box.dataset.layer}`, !box.checked);
    speak(`${box.dataset.layer} ${box.checked ? 'shown' : 'hidden'}`);
  };
}

/* The whole drawing, or without its heading and legend, which take room from the map. */
const whole = svg.getAttribute('viewBox').split(' ').map(Number);

function frame() {
  figure.chart.frame(byId('legend').checked ? whole : cargo.frame);
}
byId('legend').onchange = frame;

for (const name of document.querySelectorAll('.report [data-place]')) {
  name.addEventListener('click', () => go(name.dataset.place));
}

/* The twin's supply and reach are written in when it is opened. */
const twin = document.querySelector('.twin');

function fillTwin() {
  for (const row of twin.querySelectorAll('tr[data-row]')) {
    const id = row.dataset.row, home = homeOf(id);
    const offers = desks.has(id) ? offersTo(id).filter((choice) => !choice.at || choice.at === home) : [];
    const words = offers.map((choice) => (
      `${choice.kind === 'move' ? '' : `${choice.kind} `}${choice.space} ${choice.brief}`.trim()));
    row.append(...[supplied.get(id)?.words || '', [...new Set(words)].join(', ')].map((said) => {
      const cell = document.createElement('td');
      cell.textContent = said;
      return cell;
    }));
  }
}
twin.addEventListener('toggle', fillTwin, { once: true });

/* --- tabs --------------------------------------------------------------------------------------------- */

const tabs = [...document.querySelectorAll('[role=tab]')];

function showTab(chosen) {
  for (const tab of tabs) {
    tab.setAttribute('aria-selected', tab === chosen);
    tab.tabIndex = tab === chosen ? 0 : -1;
    byId(tab.getAttribute('aria-controls')).classList.toggle('closed', tab !== chosen);
  }
}

for (const [n, tab] of tabs.entries()) {
  tab.onclick = () => showTab(tab);
  tab.onkeydown = (event) => {
    const to = { ArrowRight: n + 1, ArrowLeft: n - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) { return; }
    event.preventDefault();
    const next = tabs[(to + tabs.length) % tabs.length];
    showTab(next);
    next.focus();
  };
}

/* --- the sheet ---------------------------------------------------------------------------------------- */

let kept = sheet.value;  // the text as it was last saved or copied

sheet.addEventListener('input', () => { keepSheet(); refresh(); });

byId('save').onclick = () => {
  const link = document.createElement('a');
  const address = URL.createObjectURL(new Blob([handedOut()], { type: 'text/yaml' }));
  link.href = address;
  link.download = cargo.file;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
  kept = sheet.value;
  speak(`saved as ${cargo.file}; ${then(cargo.file)}`);
};

byId('copy').onclick = () => {
  const text = sheet.value;
  sheet.value = handedOut();
  sheet.select();
  const copied = () => {
    kept = text;
    speak(`copied; paste it into ${cargo.file}, ${then(cargo.file)}`);
  };
  const isDone = document.execCommand('copy');
  sheet.value = text;
  if (isDone) { copied(); return; }
  navigator.clipboard.writeText(handedOut()).then(copied, () => speak('select the sheet and copy it by hand'));
};

window.addEventListener('beforeunload', (event) => {
  if (sheet.value !== kept && !isKept()) { event.preventDefault(); }
});

for (const hidden of document.querySelectorAll('.page [hidden]:not(#waiting)')) { hidden.hidden = false; }
document.body.classList.add('ready');
showTab(hand || (!units.length && sheet.value.trim()) ? byId('tab-orders') : tabs[0]);
frame();
figure.chart.opening();
restore();
tellAge();
refresh();
"""
