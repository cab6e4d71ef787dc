"""The script of what a line may say besides its order: `min: 2-1`, `then: advance 1 Foot`."""

from __future__ import annotations

ADDITIONS = r"""
/* The fields of a line that has several, such as `attack: 0503`; null for a line that has none. */
function fieldsOf(words) {
  const flow = /^\{([^]*)\}$/.exec(words.trim());
  const list = flow ? pieces(flow[1].replace(/\n/g, ' ')) : words.split('\n').map((line) => line.trim());
  const found = list.map((field) => /^([\w -]+?):\s*([^]*)$/.exec(field));
  return found.every(Boolean) && (flow || found.length > 1)
    ? { flow: Boolean(flow), fields: new Map(found.map(([, key, value]) => [key, value])) } : null;
}

const worded = ({ flow, fields }) => {
  const said = [...fields].map(([key, value]) => `${key}: ${value}`);
  return flow ? `{${said.join(', ')}}` : said.join('\n');
};

/* What a field holds, as a list. */
const valuesOf = (value) => (/^\[[^]*\]$/.test(value || '') ? pieces(value.slice(1, -1)) : value ? [value] : []);

/* What may be added now to the lines that a unit has in a part: each with the key, the words and the order. */
function additionsTo(name, part) {
  const mine = ordersIn(sheet.value, part).filter((words) => isFor(words, name)
    || sharedLines(name, part).some((line) => sharers(words, line, true)?.has(name)));
  const words = mine.find(fieldsOf);
  if (!words) { return []; }
  const here = goalOf(name, part), there = goalOf(name);
  return cargo.additions.filter(([place, , , names, at]) => cargo.parts[place] === part
    && (!names.length || names.includes(name)) && (!at || at === here || at === there))
    .flatMap(([, key, said, , , lists]) => said.map((one) => (
      { part, name, key, lists, said: one.replace(/\bUNIT\b/g, () => name), words })));
}

const isAdded = ({ words, key, said }) => valuesOf(fieldsOf(words).fields.get(key)).map(unquoted)
  .includes(squeezed(said));

/* A press adds it, another takes it back; where only one may stand it takes the other's place. */
function toggleAddition(addition) {
  const { part, key, said, lists, words } = addition, was = isAdded(addition), line = fieldsOf(words);
  const others = valuesOf(line.fields.get(key)).filter((value) => unquoted(value) !== squeezed(said));
  const next = was ? others : lists ? [...others, said] : [said];
  if (next.length) { line.fields.set(key, lists && next.length > 1 ? `[${next.join(', ')}]` : next[0]); }
  if (!next.length) { line.fields.delete(key); }
  const all = sheet.value.split('\n'), found = partIn(all, part);
  rewrite(all, found.orders.find((order) => order.words === words), found.dash, worded(line));
  doing(() => { sheet.value = all.join('\n'); });
  refresh();
  speak(`${was ? 'taken back' : 'added'}: ${key}: ${said}`);
}

/* Few words are buttons; of many, of which one may stand, one is picked from a list. */
function additionControls(name, part) {
  const all = additionsTo(name, part), keys = [...new Set(all.map((addition) => addition.key))];
  return keys.flatMap((key) => {
    const mine = all.filter((addition) => addition.key === key);
    return mine.length > FEW && !mine[0].lists ? [additionList(key, mine)] : mine.map(additionButton);
  });
}
const FEW = 3;

function additionList(key, additions) {
  const list = document.createElement('select'), now = additions.find(isAdded);
  list.className = 'addition';
  list.dataset.offer = `+ ${additions[0].part} ${key}`;
  list.setAttribute('aria-label', key);
  list.append(new Option(`${key} \u2026`, ''), ...additions.map(({ said }) => new Option(`${key}: ${said}`, said)));
  list.value = now ? now.said : '';
  list.onchange = () => toggleAddition(additions.find(({ said }) => said === list.value) || now);
  return list;
}

function additionButton(addition) {
  const button = document.createElement('button'), done = isAdded(addition);
  button.type = 'button';
  button.className = 'addition';
  button.dataset.offer = `+ ${addition.part} ${addition.key}: ${addition.said}`;
  button.setAttribute('aria-pressed', done);
  button.textContent = `${done ? '\u2713 ' : ''}${addition.key}: ${addition.said}`;
  button.onclick = () => toggleAddition(addition);
  return button;
}
"""
