// Rankings: one of a section's is shown at a time, its rows are hidden, ordered and measured against one of
// them. What is chosen stands in the address, so that it can be sent.

const state = {way: "", only: "", find: "", refs: "", all: "", pin: "", sort: "", theme: ""};
const NAMES = Object.keys(state);
const ways = [...document.querySelectorAll(".way")];
// The rules that filters set.
const lines = document.head.appendChild(element("style")).sheet;
const titleOf = way => way.getAttribute("aria-label");

// The table of a question. Those that are not shown at first stand as for a reader without scripts, which
// costs nothing until one is chosen; of a large page they are packed.
const folds = [...document.querySelectorAll(".way noscript")], packedWays = dataText("data-ways");
let unpackedWays = null;
function tableOf(way) {
  const folded = way.querySelector("noscript");
  if (folded) {
    const made = element("template");
    made.innerHTML = unpackedWays ? unpackedWays[folds.indexOf(folded)] : folded.textContent;
    folded.replaceWith(made.content);
    makeSortable(way.querySelector("table"));
  }
  return way.querySelector("table");
}

// The address of a section or of a cell leaves all as it is.
function readState() {
  if (location.hash && !location.hash.includes("=")) return;
  const given = new URLSearchParams(location.hash.slice(1));
  const unknown = [...given.keys()].filter(name => given.get(name) && !NAMES.includes(name));
  for (const name of NAMES) state[name] = given.get(name) || "";
  for (const said of document.querySelectorAll(".unknown"))
    said.textContent = unknown.length ? `The address has ${unknown.join(", ")}, which this page does not know.` : "";
}

function stateText() {
  const said = new URLSearchParams(NAMES.filter(name => state[name]).map(name => [name, state[name]]));
  return said.size ? `#${said}` : "";
}

function choose(name, value, keeps) {
  state[name] = value;
  const address = location.pathname + location.search + stateText();
  history[keeps ? "pushState" : "replaceState"](null, "", address);
  arrange();
}

const logOf = (mark, name) => Number(mark.style.getPropertyValue(name));
const nameOf = row => row.querySelector("th > :first-child")?.textContent ?? "";

// What a table's rows say, read once: to filter and to rescale asks nothing of the document.
function rowsOf(table) {
  const isOfParts = table.classList.contains("bars");
  return table.known ??= [...table.querySelectorAll("tbody tr:not(.group)")].map(row => {
    const mark = row.querySelector(".dots i"), [low, high, value] = mark ? ["--l", "--h", "--x"].map(name => logOf(mark, name)) : [];
    return {
      row, mark, low, high, start: isOfParts ? 0 : low, end: isOfParts ? value : high, value: isOfParts ? value : 10 ** value,
      group: row.parentNode, isReference: row.classList.contains("reference"), times: row.querySelector(".times"),
      text: [...row.querySelectorAll("th, .text")].map(cell => cell.textContent).join(" ").toLowerCase(),
    };
  });
}

// The lines of references are moved by a rule for each group, which its cells share.
function moveReferences(table, from, span) {
  table.rules ??= [...table.tBodies].filter(group => group.style.getPropertyValue("--r0")).map(group => {
    group.id = `group-${lines.cssRules.length}`;
    const rule = lines.cssRules[lines.insertRule(`#${group.id} .dots {}`, lines.cssRules.length)];
    return {rule, at: ["--r0", "--r1"].map(name => group.style.getPropertyValue(name) || -9)};
  });
  for (const {rule, at} of table.rules)
    rule.style.backgroundPosition = `${at.map(place => `${100 * (place - from) / span}% 0`)}, 0 50%`;
}

// The scale is that of the rows that are left.
function rescale(table) {
  const marked = rowsOf(table).filter(one => one.mark), left = marked.filter(one => !one.isReference && !one.row.hidden);
  if (!left.length) return;
  const isOfParts = table.classList.contains("bars");
  const low = isOfParts ? 0 : Math.min(...left.map(one => one.low)), high = Math.max(...left.map(one => one.high));
  const room = isOfParts ? .02 * high : Math.max(.04 * (high - low), .02);
  const from = isOfParts ? 0 : low - room, span = high - low + 2 * room;
  if (table.from === from && table.span === span) return;
  Object.assign(table, {from, span});
  table.axes ??= [...table.querySelectorAll("thead .dots, .group .dots")];
  for (const dots of table.axes) {
    dots.style.setProperty("--from", from);
    dots.style.setProperty("--span", span);
  }
  moveReferences(table, from, span);
  for (const {mark, start, end} of marked) {
    mark.style.left = `${100 * (start - from) / span}%`;
    mark.style.width = `${100 * (end - start) / span}%`;
  }
  table.classList.toggle("wide", high - low > 2.2);
  for (const label of table.querySelectorAll(".dots span"))
    label.hidden = logOf(label, "--x") < low - 2 * room || logOf(label, "--x") > high + 2 * room;
}

const placeOf = row => partsOf(row.querySelector("th a")?.getAttribute("href") ?? "");

// How many times the best of its group, or the pinned row, a row is.
function measure(table) {
  if (!state.pin && !table.pinned) return;
  table.pinned = state.pin;
  const marked = rowsOf(table).filter(one => one.mark), pinned = marked.find(one => nameOf(one.row) === state.pin);
  const isRanked = table.tHead.rows[0].cells[0].textContent === "rank";
  // The codecs from which that of the row is not distinguished.
  const tied = pinned && isRanked ? cellOf(...placeOf(pinned.row))?.tied ?? [] : [];
  table.querySelector("thead .times").textContent = pinned ? `× ${state.pin}` : "× best";
  for (const one of marked) {
    const {row, times} = one, ratio = pinned ? one.value / pinned.value : 1;
    one.best ??= times.textContent;
    row.classList.toggle("pinned", one === pinned);
    const said = tied.includes(placeOf(row)[0]) ? "same" : digits(table.classList.contains("rate") ? 1 / ratio : ratio);
    times.textContent = pinned ? said : one.best;
  }
}

// Rows stand as they were written until a column is chosen.
function arrangeRows(table) {
  if ((table.order ?? "") === state.sort) return;
  table.order = state.sort;
  const heads = [...table.tHead.rows[0].cells], name = state.sort.replace(/^-/, "");
  const chosen = heads.find(head => head.textContent === name && head.sortNow);
  if (chosen) return chosen.sortNow(state.sort !== name);
  for (const head of heads) head.removeAttribute("aria-sort");
  for (const {row, group} of rowsOf(table)) group.append(row);
}

// The class of the rows of each language by its title.
const kinds = Object.fromEntries([...document.querySelectorAll("tbody[data-group]")].map(group => [group.dataset.group, group.className]));

// What paper has instead of the controls.
function sayState() {
  const said = [
    state.only && `only ${state.only}`, state.find && `only what has “${state.find}” in its name or library`,
    state.sort && `in the order of ${state.sort}`, state.pin && `compared with ${state.pin}`,
  ].filter(Boolean).join(", ");
  const address = location.pathname.split("/").pop() + stateText();
  for (const place of document.querySelectorAll(".printed")) place.textContent = said ? `Shown: ${said}. ${address}` : "";
}

// Two rankings that belong together stand beside each other where both have room.
const wide = window.matchMedia("(min-width: 1100px)");
wide.addEventListener("change", () => arrange());

function arrange() {
  if (/^(light|dark)$/.test(state.theme)) root.dataset.theme = state.theme;
  else delete root.dataset.theme;
  nameTheme();
  sayState();
  const words = state.find.toLowerCase().split(/\s+/).filter(Boolean);
  for (const controls of document.querySelectorAll(".controls")) {
    const own = ways.filter(way => way.closest("section") === controls.parentNode);
    const titles = own.map(titleOf);
    const at = Math.max(0, titles.indexOf(state.way)), beside = titles.indexOf(own[at].dataset.beside);
    const shown = beside >= 0 && wide.matches && !state.all && !state.pin ? [own[at], own[beside]] : [own[at]];
    if (packedWays && !unpackedWays && shown.some(way => way.querySelector("noscript"))) {
      unpacked(packedWays).then(found => { unpackedWays = found; arrange(); });
      return;
    }
    for (const way of own) {
      way.hidden = !shown.includes(way);
      way.classList.toggle("half", shown.length > 1);
    }
    const left = shown.map(way => fill(tableOf(way), words));
    controls.querySelector("[role=status]").textContent = counted(left[0], "codec");
    for (const input of controls.querySelectorAll("[name]")) {
      if (input.type === "checkbox") input.checked = Boolean(state[input.name]);
      else if (document.activeElement !== input) input.value = input.name === "way" ? titles[at] : state[input.name];
    }
  }
}

// The rows of a table that are left, in their order and on their scale; how many they are.
function fill(table, words) {
  let left = 0;
  const hasLibraries = rowsOf(table).some(one => !one.isReference);
  table.classList.toggle("norefs", !state.refs && hasLibraries);
  table.classList.toggle("few", !state.all);
  for (const group of table.tBodies)
    // A group that is none of a language may have rows of all.
    group.hidden = Boolean(state.only && group.dataset.group) && group.dataset.group !== state.only;
  for (const {row, group, text, isReference} of rowsOf(table)) {
    const isOther = group.hidden || (state.only && group.dataset.group !== state.only && !row.classList.contains(kinds[state.only]));
    row.hidden = isOther || !words.every(word => text.includes(word));
    left += !row.hidden && !(isReference && hasLibraries);
  }
  arrangeRows(table);
  measure(table);
  rescale(table);
  return left;
}

function select(name, label, values, any) {
  const options = values.map(value => element("option", {value}, value));
  const made = element("select", {name}, ...(any ? [element("option", {value: ""}, any)] : []), ...options);
  made.addEventListener("change", () => choose(name, made.value, true));
  return element("label", {}, label, made);
}

function toggle(name, label) {
  const made = element("input", {name, type: "checkbox"});
  made.addEventListener("change", () => choose(name, made.checked ? "1" : "", true));
  return element("label", {class: "toggle"}, made, label);
}

for (const controls of document.querySelectorAll(".controls")) {
  const own = ways.filter(way => way.closest("section") === controls.parentNode);
  const groups = [...new Set(own.flatMap(way => [...way.querySelectorAll("tbody")].map(group => group.dataset.group)))].filter(Boolean);
  const find = element("input", {type: "search", name: "find", placeholder: "protobuf"});
  find.addEventListener("input", () => choose("find", find.value, false));
  if (own.length > 1) controls.append(select("way", "question", own.map(titleOf)));
  if (groups.length > 1) controls.append(select("only", "language", groups, "all"));
  controls.append(element("label", {}, "codec", find));
  const has = name => own.some(way => way.querySelector(`.${name}`) || way.querySelector("noscript")?.textContent.includes(name));
  if (has("reference")) controls.append(toggle("refs", "references as rows"));
  if (has("more")) controls.append(toggle("all", "all columns"));
  controls.append(element("span", {role: "status"}), element("span", {class: "unknown", role: "alert"}));
}

themeButton.addEventListener("click", () => choose("theme", isDark() ? "light" : "dark", false));
document.addEventListener("click", event => {
  const head = event.target.closest && event.target.closest(".ranked th[aria-sort]");
  if (!head) return;
  const order = (head.getAttribute("aria-sort") === "descending" ? "-" : "") + head.textContent;
  head.closest("table").order = order;
  choose("sort", order, true);
});

// A row is pinned by a click beside its name.
document.addEventListener("click", event => {
  const row = event.target.closest && event.target.closest(".ranked:not(.bounds) tbody tr:not(.group)");
  if (!row?.querySelector(".dots i") || event.target.closest("a")) return;
  choose("pin", nameOf(row) === state.pin ? "" : nameOf(row), true);
});
document.addEventListener("keydown", event => {
  const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName);
  if (event.key === "Escape" && typing) document.activeElement.blur();
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  const target = document.querySelector(event.key === "/" ? ".controls [name=find]" : event.key === "f" ? ".controls select" : "#none");
  if (target) { event.preventDefault(); target.focus(); }
});
window.addEventListener("popstate", () => { readState(); arrange(); });
readState();
arrange();
