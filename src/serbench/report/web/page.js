"use strict";
// Sorts and filters the measurements, and shows what stands behind a number: samples, command, code.
// Everything that is shown is set as text, never as markup.
(() => {
const byId = id => document.getElementById(id);
const dataText = id => byId(id).textContent;

function element(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

// ---- numbers, written as the rest of the page writes them

const UNITS = [["ns", 1], ["µs", 1e3], ["ms", 1e6], ["s", 1e9]];

function digits(value) {
  if (value < 1e-4) return value === 0 ? "0" : "<0.0001";
  const decimals = Math.max(0, 2 - Math.floor(Math.log10(value)));
  return value.toFixed(Math.min(decimals, 4));
}

const counted = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

function duration(ns) {
  const [unit, size] = UNITS.filter(step => step[1] <= ns).pop() || UNITS[0];
  return `${digits(ns / size)} ${unit}`;
}

// ---- the theme

const root = document.documentElement;
const themeButton = byId("theme");
const prefersDark = window.matchMedia("(prefers-color-scheme: dark)");
const isDark = () => (root.dataset.theme || (prefersDark.matches ? "dark" : "light")) === "dark";
const nameTheme = () => { themeButton.textContent = isDark() ? "Light" : "Dark"; };
themeButton.hidden = false;
nameTheme();
prefersDark.addEventListener("change", nameTheme);
themeButton.addEventListener("click", () => {
  root.dataset.theme = isDark() ? "light" : "dark";
  nameTheme();
});

// ---- tables that can be sorted

function compare(a, b) {
  if (a === b) return 0;
  if (a === null || a === "") return 1;  // what is not known comes last, whatever the direction
  if (b === null || b === "") return -1;
  return typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b));
}

function ordered(items, valueOf, descending) {
  const known = item => { const value = valueOf(item); return value !== null && value !== ""; };
  const first = items.filter(known).sort((a, b) => compare(valueOf(a), valueOf(b)));
  if (descending) first.reverse();
  return first.concat(items.filter(item => !known(item)));
}

function sortButton(header, act) {
  const button = element("button", {type: "button"}, header.textContent);
  button.addEventListener("click", () => {
    const descending = header.getAttribute("aria-sort") === "ascending";
    for (const other of header.parentNode.children) other.removeAttribute("aria-sort");
    header.setAttribute("aria-sort", descending ? "descending" : "ascending");
    act(descending);
  });
  header.replaceChildren(button);
}

for (const table of document.querySelectorAll("table.sortable")) {
  [...table.tHead.rows[0].cells].forEach((header, column) => sortButton(header, descending => {
    const rows = [...table.tBodies[0].rows];
    const numbers = rows.some(row => "value" in row.cells[column].dataset);
    const valueOf = row => {
      const cell = row.cells[column];
      if (!numbers) return cell.textContent.trim();
      return "value" in cell.dataset ? Number(cell.dataset.value) : null;
    };
    table.tBodies[0].append(...ordered(rows, valueOf, descending));
  }));
}

// ---- all measurements

let DATA = null;
let CELLS = [];
const link = cell => "#cell/" + [cell.codec, cell.workload, cell.mark === "decode" ? "decode" : cell.operation]
  .map(encodeURIComponent).join("/");

const COLUMNS = [
  {name: "rank", value: cell => cell.rank,
   text: cell => cell.rank === null ? "" : cell.rank + (cell.tied.length ? "=" : "")},
  {name: "codec", isText: true, value: cell => cell.codec},
  {name: "time", value: cell => cell.median,
   text: cell => duration(cell.median) + (cell.mark === "not read" ? "*" : cell.mark === "decode" ? " (decode)" : "")},
  {name: "95 % interval", value: cell => (cell.high - cell.low) / cell.median,
   text: cell => `${duration(cell.low)} – ${duration(cell.high)}`},
  {name: "× fastest", value: cell => cell.times, text: cell => cell.times === null ? "" : digits(cell.times)},
  {name: "wall time", value: cell => cell.wall, text: cell => duration(cell.wall)},
  {name: "bytes", value: cell => cell.size, text: cell => cell.size.toFixed(0)},
  {name: "allocated bytes", value: cell => cell.allocated,
   text: cell => cell.allocated === null ? "" : cell.allocated.toFixed(0)},
  {name: "allocations", value: cell => cell.allocations,
   text: cell => cell.allocations === null ? "" : digits(cell.allocations)},
  {name: "instructions", value: cell => cell.instructions,
   text: cell => cell.instructions === null ? "" : cell.instructions.toFixed(0)},
  {name: "format", isText: true, value: cell => cell.format},
  {name: "workload", isText: true, value: cell => cell.workload, canBeLeftOut: true},
  {name: "operation", isText: true, value: cell => cell.operation, canBeLeftOut: true},
  {name: "side", isText: true, value: cell => cell.side, canBeLeftOut: true},
];
const FILTERS = [
  ["workload", cell => [cell.workload]], ["operation", cell => [cell.operation]],
  ["language", cell => [cell.language]], ["format", cell => [cell.format]],
  ["side", cell => [cell.side]], ["trait", cell => cell.traits],
];
const FIRST_ROWS = 120;
const chosen = {workload: "", operation: "", language: "", format: "", side: "", trait: "", words: ""};
let sorting = {column: COLUMNS.find(column => column.name === "time"), descending: false};
let showsAll = false;

function measureAgainstFastest() {
  const fastest = new Map();
  const key = cell => `${cell.workload}\n${cell.operation}`;
  for (const cell of CELLS)
    if (cell.rank !== null) fastest.set(key(cell), Math.min(cell.median, fastest.get(key(cell)) || Infinity));
  for (const cell of CELLS) cell.times = fastest.has(key(cell)) ? cell.median / fastest.get(key(cell)) : null;
}

function matching() {
  const words = chosen.words.toLowerCase().split(/\s+/).filter(Boolean);
  return CELLS.filter(cell =>
    FILTERS.every(([name, valuesOf]) => !chosen[name] || valuesOf(cell).includes(chosen[name]))
    && words.every(word => `${cell.codec} ${cell.format} ${cell.operation}`.toLowerCase().includes(word)));
}

function draw() {
  const found = ordered(matching(), sorting.column.value, sorting.descending);
  // A column with the same value in all rows says nothing, and one of which no row knows a value neither.
  const columns = COLUMNS.filter(column => column.canBeLeftOut
    ? new Set(found.map(column.value)).size > 1
    : found.length === 0 || found.some(cell => column.value(cell) !== null));
  const slowest = Math.max(...found.map(cell => cell.median));
  const table = byId("cells");
  const heads = columns.map(column => {
    const head = element("th", {scope: "col"}, column.name);
    if (column.isText) head.className = "text";
    if (column === sorting.column) head.setAttribute("aria-sort", sorting.descending ? "descending" : "ascending");
    sortButton(head, descending => { sorting = {column, descending}; draw(); focusHead(column.name); });
    return head;
  });
  table.tHead.replaceChildren(element("tr", {}, ...heads));
  const shown = showsAll ? found : found.slice(0, FIRST_ROWS);
  table.tBodies[0].replaceChildren(...shown.map(cell => rowOf(cell, columns, slowest)));
  const codecs = new Set(found.map(cell => cell.codec)).size;
  byId("count").textContent = `${counted(found.length, "measurement")} of ${counted(codecs, "codec")}`
    + (shown.length < found.length ? `; the first ${shown.length} are shown` : "");
  byId("more").hidden = shown.length === found.length;
}

function focusHead(name) {
  for (const button of byId("cells").tHead.querySelectorAll("button"))
    if (button.textContent === name) button.focus();
}

function rowOf(cell, columns, slowest) {
  const row = element("tr");
  row.className = cell.mark === "floor" ? "floor" : cell.rank === 1 ? "first" : "";
  for (const column of columns) {
    const text = column.text ? column.text(cell) : column.value(cell);
    const made = element("td", column.isText ? {class: "text"} : {});
    if (column.name === "time") {
      made.append(element("a", {href: link(cell)}, text));
      made.dataset.ns = cell.median;
    } else made.append(text);
    if (column.name === "codec") {
      const language = cell.codec.split("/")[0];
      const bar = element("span", {class: ["cpp", "java", "rust"].includes(language) ? `bar ${language}` : "bar"});
      bar.style.width = `${Math.max(1, 100 * cell.median / slowest)}%`;
      made.append(bar);
    }
    row.append(made);
  }
  return row;
}

function select(name, values) {
  const options = values.map(value => element("option", {value}, value));
  const made = element("select", {id: `filter-${name}`}, element("option", {value: ""}, "any"), ...options);
  made.addEventListener("change", () => { chosen[name] = made.value; showsAll = false; draw(); });
  made.value = chosen[name];
  return element("label", {}, name, made);
}

function beginExplorer() {
  measureAgainstFastest();
  // At first the ranking of the first workload: what its codecs need for encode and decode together.
  chosen.workload = CELLS[0].workload;
  chosen.operation = CELLS[0].operation;
  for (const [name, valuesOf] of FILTERS) {
    const values = [...new Set(CELLS.flatMap(valuesOf))].filter(Boolean);
    if (!["workload", "operation"].includes(name)) values.sort();
    if (values.length > 1) byId("filters").append(select(name, values));
  }
  const words = element("input", {type: "search", id: "filter-words", placeholder: "protobuf"});
  words.addEventListener("input", () => { chosen.words = words.value; showsAll = false; draw(); });
  byId("filters").append(element("label", {}, "codec", words));
  byId("more").addEventListener("click", () => { showsAll = true; draw(); });
  draw();
}

async function begin() {
  DATA = await unfold("data-cells");
  CELLS = DATA.cells.map(cell => {
    const found = Object.fromEntries(DATA.columns.map((name, index) => [name, cell[index]]));
    const codec = DATA.codecs[found.codec] || {language: found.codec.split("/")[0], format: "", traits: []};
    return Object.assign(found, {language: codec.language, format: codec.format, traits: codec.traits});
  });
  beginExplorer();
  followAddress();
}

// ---- what stands behind a number

const unfolded = {};
async function unfold(id) {
  if (!(id in unfolded)) {
    const text = dataText(id);
    if (!text) return {};
    const bytes = Uint8Array.from(atob(text), character => character.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    unfolded[id] = JSON.parse(await new Response(stream).text());
  }
  return unfolded[id];
}

const dialog = byId("measurement");
const command = text => element("pre", {class: "wrap"}, text);
const quoted = text => /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'"'"'`)}'`;

function forkTable(forks) {
  const body = element("tbody");
  for (const [fork, line, started, , n, cpu, wall] of forks)
    n.forEach((count, index) => body.append(element("tr", {},
      ...[fork, line, started.slice(0, 19), count, cpu[index], wall[index], (cpu[index] / count).toFixed(2)]
        .map(value => element("td", {}, String(value))))));
  const heads = ["fork", "line", "began (UTC)", "n", "CPU ns", "wall ns", "CPU ns / n"];
  return element("div", {class: "scroll", role: "region", "aria-label": "Samples", tabindex: "0"}, element("table", {class: "samples"},
    element("thead", {}, element("tr", {}, ...heads.map(name => element("th", {scope: "col"}, name)))), body));
}

function factsOf(cell) {
  const codec = DATA.codecs[cell.codec] || {};
  const versions = Object.entries(codec.versions || {}).map(pair => pair.join(" ")).join(", ");
  const facts = [
    ["time", `${duration(cell.median)} of CPU time for one object, ${duration(cell.low)} to ${duration(cell.high)}`],
    ["wall time", duration(cell.wall)],
    ["size", `${cell.size.toFixed(0)} bytes`],
    ["allocated", cell.allocated === null ? "" : `${cell.allocated.toFixed(0)} bytes in ${counted(cell.allocations, "allocation")}`],
    ["instructions", cell.instructions === null ? "" : cell.instructions.toFixed(0)],
    ["library", [codec.library, versions].filter(Boolean).join(", ")],
    ["format", cell.format],
    ["compiled", [codec.build?.compiler, codec.build?.flags].filter(Boolean).join(" ")],
    ["homepage", codec.homepage], ["licence", codec.licence],
    ["tied with", cell.tied.join(", ")],
  ];
  return element("dl", {}, ...facts.filter(([, text]) => text)
    .flatMap(([label, text]) => [element("dt", {}, label), element("dd", {}, text)]));
}

async function show(codec, workload, operation) {
  const cell = CELLS.find(one => one.codec === codec && one.workload === workload && one.operation === operation);
  if (!cell) return;
  const body = byId("measurement-body");
  byId("measurement-title").textContent = `${codec}, ${operation}, ${workload}`;
  body.replaceChildren(factsOf(cell), element("p", {class: "quiet"}, "One moment …"));
  if (!dialog.open) dialog.showModal();
  const [samples, pages] = await Promise.all([unfold("data-samples"), unfold("data-pages")]);
  body.replaceChildren(factsOf(cell), ...codeOf(codec, workload, pages[codec]));
  for (const name of operation.split(" + ")) body.append(...samplesOf(cell, name, samples));
}

function codeOf(codec, workload, files) {
  const at = DATA.revision ? `git checkout ${DATA.revision} && ` : "";
  const parts = [element("h3", {}, "The code that was measured"),
    command(`${at}./serbench show ${quoted(codec)} ${quoted(workload)}`)];
  for (const [path, text] of Object.entries(files || {}))
    parts.push(element("details", {}, element("summary", {}, path), element("pre", {}, text)));
  return parts;
}

function samplesOf(cell, operation, samples) {
  const forks = samples[[cell.codec, cell.workload, operation].join("\n")];
  const parts = [element("h3", {}, `The samples of ${operation}`)];
  const again = forks ? [element("p", {}, "One fork again:"), command(forks[0][3])] : [];
  if (!forks || forks[0].length < 5) {
    const question = `SELECT fork, sample, n, cpu_ns_per_operation FROM samples WHERE run = '${DATA.run}'`
      + ` AND codec = '${cell.codec}' AND workload = '${cell.workload}' AND operation = '${operation}'`;
    const where = forks ? `, from line ${forks[0][1]} on` : "";
    return [...parts, ...again, element("p", {}, `They are in measurements.jsonl of the run${where}:`),
      command(`./serbench sql ${quoted(question)}`)];
  }
  const meaning = "A sample is n operations between two readings of the clocks; line is that of measurements.jsonl.";
  return [...parts, ...again, element("p", {}, meaning), forkTable(forks)];
}

function followAddress() {
  const [kind, ...path] = location.hash.slice(1).split("/");
  if (kind === "cell" && path.length === 3) show(...path.map(decodeURIComponent));
}
window.addEventListener("hashchange", followAddress);
dialog.addEventListener("close", () => {
  if (location.hash.startsWith("#cell/")) history.replaceState(null, "", location.pathname + location.search);
});
dialog.addEventListener("click", event => { if (event.target === dialog) dialog.close(); });
if (dataText("data-cells")) begin();

// ---- words beside the marks of a chart

// A chart has hundreds of links, which stand in the tables too: the tabulator goes to those.
for (const mark of document.querySelectorAll("figure svg a")) mark.setAttribute("tabindex", "-1");

const tip = byId("tip");
document.addEventListener("pointerover", event => {
  const mark = event.target.closest && event.target.closest("figure [aria-label]");
  tip.hidden = !mark;
  if (!mark) return;
  tip.textContent = mark.getAttribute("aria-label");
  const box = mark.getBoundingClientRect();
  const left = Math.min(box.left, root.clientWidth - tip.offsetWidth - 8);
  tip.style.left = `${Math.max(8, left) + window.scrollX}px`;
  tip.style.top = `${box.bottom + 6 + window.scrollY}px`;
});
})();
