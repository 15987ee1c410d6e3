// The table of all measurements: sorted, filtered, each line with its dot on a common scale.

let DATA = null;
let CELLS = [];
let TWINS = [];
let HAS_LANGUAGES = false;
const span = (low, high) => low === null ? "" : low === high ? String(low) : `${low}–${high}`;
// That of one or two forks tells nothing.
const hasInterval = cell => cell.level > 0.5;
const link = cell => "#cell/" + [cell.codec, cell.workload, cell.mark === "decode" ? "decode" : cell.operation]
  .map(encodeURIComponent).join("/");

const COLUMNS = [
  {name: "rank", value: cell => cell.rank,
   text: cell => span(cell.rank, cell.rank_high)},
  {name: "rank across languages", value: cell => HAS_LANGUAGES ? cell.rank_across : null,
   text: cell => span(cell.rank_across, cell.rank_across_high)},
  {name: "codec", isText: true, value: cell => cell.codec,
   text: cell => cell.codec + (cell.mark === "floor" ? " (floor)" : cell.hand_written ? " (hand-written)" : cell.ended ? ` (ended ${cell.ended})` : "")},
  {name: "time", value: cell => cell.median,
   text: cell => (isBound(cell) ? "≤ " : "") + duration(cell.median) + (cell.mark === "not read" ? "*" : cell.mark === "decode" ? " (decode)" : "")},
  {name: "interval", value: cell => hasInterval(cell) ? (cell.high - cell.low) / cell.median : null,
   text: cell => hasInterval(cell) ? `${duration(cell.low)} – ${duration(cell.high)}` : ""},
  {name: "dots", isPicture: true, value: cell => cell.median},
  {name: "× fastest", value: cell => cell.times, 
   text: cell => cell.times === null ? "" : (cell.timesAreLeast ? "≥ " : "") + digits(cell.times)},
  {name: "bytes", value: cell => cell.size, text: cell => cell.size.toFixed(0)},
  {name: "wall time", value: cell => cell.wall, text: cell => cell.wall === null ? "" : duration(cell.wall)},
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

// Floors and what is hand-written are references, and operations that read nothing are not ranked.
const isReference = cell => cell.mark === "floor" || cell.hand_written;
// Of what something else limits only an upper bound is known.
const isBound = cell => cell.mark === "at most";
const isRanked = cell => !isReference(cell) && (cell.mark === "" || cell.mark === "decode");

function measureAgainstFastest() {
  const fastest = new Map();
  const key = cell => `${cell.workload}\n${cell.operation}`;
  for (const cell of CELLS)
    if ((isRanked(cell) || isBound(cell)) && !(fastest.get(key(cell))?.median <= cell.median)) fastest.set(key(cell), cell);
  for (const cell of CELLS) {
    const first = fastest.get(key(cell));
    cell.times = isRanked(cell) ? cell.median / first.median : null;
    cell.timesAreLeast = first !== undefined && isBound(first);
  }
}

function matching() {
  const words = chosen.words.toLowerCase().split(/\s+/).filter(Boolean);
  return CELLS.filter(cell =>
    FILTERS.every(([name, valuesOf]) => !chosen[name] || valuesOf(cell).includes(chosen[name]))
    && words.every(word => `${cell.codec} ${cell.format} ${cell.operation}`.toLowerCase().includes(word)));
}

function draw() {
  const found = ordered(matching(), sorting.column.value, sorting.descending);
  // A column with the same value in all rows, or with no value, carries no information.
  const columns = COLUMNS.filter(column => column.canBeLeftOut
    ? new Set(found.map(column.value)).size > 1
    : found.length === 0 || found.some(cell => column.value(cell) !== null));
  const scale = scaleOf(found);
  const table = byId("cells");
  const heads = columns.map(column => {
    if (column.isPicture) return element("th", {scope: "col", class: "dots"}, scale.axis());
    const head = element("th", {scope: "col"}, column.name);
    if (column.isText) head.className = "text";
    if (column === sorting.column) head.setAttribute("aria-sort", sorting.descending ? "descending" : "ascending");
    sortButton(head, descending => { sorting = {column, descending}; draw(); focusHead(column.name); });
    return head;
  });
  table.hidden = false;
  table.tHead.replaceChildren(element("tr", {}, ...heads));
  const shown = showsAll ? found : found.slice(0, FIRST_ROWS);
  table.tBodies[0].replaceChildren(...shown.map(cell => rowOf(cell, columns, scale)));
  const codecs = new Set(found.map(cell => cell.codec)).size;
  byId("count").textContent = `${counted(found.length, "measurement")} of ${counted(codecs, "codec")}`
    + (shown.length < found.length ? `; the first ${shown.length} are shown` : "");
  byId("more").hidden = shown.length === found.length;
}

function focusHead(name) {
  for (const button of byId("cells").tHead.querySelectorAll("button"))
    if (button.textContent === name) button.focus();
}

function rowOf(cell, columns, scale) {
  const row = element("tr");
  row.className = isReference(cell) ? "reference" : cell.rank === 1 ? "first" : "";
  for (const column of columns) {
    const kind = column.isPicture ? {class: "dots"} : column.isText ? {class: "text"} : {};
    const made = column.name === "codec" ? element("th", {scope: "row", ...kind}) : element("td", kind);
    if (column.isPicture) made.append(scale.dot(cell));
    else if (column.name === "time") {
      made.append(element("a", {href: link(cell)}, column.text(cell)));
      made.dataset.ns = cell.median;
    } else made.append(column.text ? column.text(cell) : column.value(cell));
    row.append(made);
  }
  return row;
}

// ---- dots on a logarithmic scale

const DOTS_WIDTH = 230, DOTS_HEIGHT = 24, DOTS_BETWEEN = 6, DOTS_MARGIN = 14;
// As many words as fit side by side.
const MOST_TICKS = 5;
// By the names that Vega has for them.
const SHAPES = {
  "circle": "M4 0A4 4 0 1 1-4 0A4 4 0 1 1 4 0", "square": "M-3.5-3.5H3.5V3.5H-3.5Z", "triangle-up": "M0-4.5L4.5 3.5H-4.5Z",
  "diamond": "M0-4.8L4.2 0L0 4.8L-4.2 0Z", "triangle-down": "M0 4.5L4.5-3.5H-4.5Z",
  "cross": "M-1.5-4.5H1.5V-1.5H4.5V1.5H1.5V4.5H-1.5V1.5H-4.5V-1.5H-1.5Z",
};

function drawn(tag, attributes, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

function ticksBetween(low, high) {
  const powers = [];
  for (let power = Math.ceil(Math.log10(low)); power <= Math.log10(high); power++) powers.push(power);
  if (powers.length > 2) {
    const step = Math.ceil(powers.length / MOST_TICKS);
    return powers.filter(power => power % step === 0).map(power => 10 ** power);
  }
  const first = Math.floor(Math.log10(low));
  return [0, 1, 2].flatMap(more => [1, 2, 5].map(digit => digit * 10 ** (first + more)))
    .filter(tick => low <= tick && tick <= high).slice(0, MOST_TICKS);
}

// The words next to the dots are in the same row, so that a screen reader skips the dots.
function scaleOf(cells) {
  const low = Math.min(...cells.map(cell => cell.low)) / 1.05;
  const high = Math.max(...cells.map(cell => cell.high)) * 1.05;
  const x = ns => DOTS_MARGIN + (DOTS_WIDTH - 2 * DOTS_MARGIN) * Math.log(ns / low) / Math.log(high / low);
  const ticks = ticksBetween(low, high);
  const ways = new Set(cells.map(cell => `${cell.workload}\n${cell.operation}`));
  const floors = ways.size === 1 ? cells.filter(cell => cell.mark === "floor") : [];
  // From one row to the next.
  const line = (ns, name) =>
    drawn("line", {class: name, x1: x(ns), x2: x(ns), y1: -DOTS_BETWEEN, y2: DOTS_HEIGHT + DOTS_BETWEEN});
  const picture = (...marks) =>
    drawn("svg", {width: DOTS_WIDTH, height: DOTS_HEIGHT, "aria-hidden": "true"}, ...marks);
  const kind = cell => cell.codec.split("/")[0];
  return {
    axis: () => picture(...ticks.map(ns =>
      drawn("text", {x: x(ns), y: DOTS_HEIGHT - 6, "text-anchor": "middle"}, duration(ns).replace(/\.0+ /, " ")))),
    dot: cell => picture(
      ...ticks.map(ns => line(ns, "tick")),
      ...floors.map(floor => line(floor.median, `floor ${kind(floor)}`)),
      ...(hasInterval(cell) ? [cell] : []).map(cell => drawn("line", {class: `range ${kind(cell)}`, x1: x(cell.low), x2: x(cell.high), y1: DOTS_HEIGHT / 2, y2: DOTS_HEIGHT / 2})),
      drawn("path", {class: `dot ${kind(cell)}${cell.mark === "not read" ? " hollow" : ""}`,
        d: SHAPES[DATA.shapes[kind(cell)]] || SHAPES.circle, transform: `translate(${x(cell.median)} ${DOTS_HEIGHT / 2})`})),
  };
}

// ---- the filters

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
  const all = DATA.cells.map(cell => {
    const found = Object.fromEntries(DATA.columns.map((name, index) => [name, cell[index]]));
    const codec = DATA.codecs[found.codec] || {language: found.codec.split("/")[0], format: "", traits: []};
    return Object.assign(found, {language: codec.language, format: codec.format, traits: codec.traits});
  });
  CELLS = all.filter(cell => cell.mark !== "twin");
  HAS_LANGUAGES = new Set(CELLS.map(cell => cell.language)).size > 1;
  TWINS = all.filter(cell => cell.mark === "twin");
  beginExplorer();
  followAddress();
}

