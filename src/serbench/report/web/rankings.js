// Rankings: one of a section's is shown at a time, its rows are hidden, ordered and measured against one of
// them. What is chosen stands in the address, so that it can be sent.

const state = {way: "", only: "", find: "", refs: "", all: "", pin: "", sort: "", theme: ""};
const NAMES = Object.keys(state);
const ways = [...document.querySelectorAll(".way")];
const titleOf = way => way.getAttribute("aria-label");

// The table of a question. Those that are not shown at first stand as for a reader without scripts, which
// costs nothing until one is chosen.
function tableOf(way) {
  const folded = way.querySelector("noscript");
  if (folded) {
    const made = element("template");
    made.innerHTML = folded.textContent;
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

const isShown = row => !row.hidden && row.offsetParent !== null;
const logOf = (row, name) => Number(row.style.getPropertyValue(name));

// The scale is that of the rows that are left.
function rescale(table) {
  const rows = [...table.querySelectorAll("tr:not(.reference)")].filter(row => row.style.getPropertyValue("--x") && isShown(row));
  if (!rows.length) return;
  const isOfParts = table.classList.contains("bars");
  const low = isOfParts ? 0 : Math.min(...rows.map(row => logOf(row, "--l"))), high = Math.max(...rows.map(row => logOf(row, "--h")));
  const room = isOfParts ? .02 * high : Math.max(.04 * (high - low), .02);
  table.style.setProperty("--from", isOfParts ? 0 : low - room);
  table.style.setProperty("--span", high - low + 2 * room);
  table.classList.toggle("wide", high - low > 2.2);
  for (const label of table.querySelectorAll(".dots span"))
    label.hidden = logOf(label, "--x") < low - 2 * room || logOf(label, "--x") > high + 2 * room;
}

const placeOf = row => partsOf(row.querySelector("th a")?.getAttribute("href") ?? "");

// How many times the best of its group, or the pinned row, a row is.
function measure(table) {
  const pinned = [...table.querySelectorAll("tbody tr")].find(row => row.cells.length > 3 && nameOf(row) === state.pin);
  const isRanked = table.tHead.rows[0].cells[0].textContent === "rank";
  // The codecs from which that of the row is not distinguished.
  const tied = pinned && isRanked ? cellOf(...placeOf(pinned))?.tied ?? [] : [];
  table.querySelector("thead .times").textContent = pinned ? `× ${state.pin}` : "× best";
  for (const row of table.querySelectorAll("tr[style]")) {
    const cell = row.querySelector(".times");
    if (!cell) continue;
    cell.dataset.best ??= cell.textContent;
    row.classList.toggle("pinned", row === pinned);
    const valueOf = one => table.classList.contains("bars") ? logOf(one, "--x") : 10 ** logOf(one, "--x");
    const times = pinned ? valueOf(row) / valueOf(pinned) : 1;
    const said = tied.includes(placeOf(row)[0]) ? "same" : digits(table.classList.contains("rate") ? 1 / times : times);
    cell.textContent = pinned ? said : cell.dataset.best;
  }
}

// Rows stand as they were written until a column is chosen.
function arrangeRows(table) {
  const heads = [...table.tHead.rows[0].cells], name = state.sort.replace(/^-/, "");
  const chosen = heads.find(head => head.textContent === name && head.sortNow);
  for (const group of table.tBodies) group.written ??= [...group.rows];
  if (chosen) return chosen.sortNow(state.sort !== name);
  for (const head of heads) head.removeAttribute("aria-sort");
  for (const group of table.tBodies) group.append(...group.written);
}

const nameOf = row => row.querySelector("th > :first-child")?.textContent ?? "";
const textOf = row => [...row.querySelectorAll("th, .text")].map(cell => cell.textContent).join(" ").toLowerCase();
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
  table.classList.toggle("norefs", !state.refs && Boolean(table.querySelector("tbody tr:not(.group, .reference)")));
  table.classList.toggle("few", !state.all);
  for (const group of table.tBodies) {
    const isOther = Boolean(state.only) && group.dataset.group !== state.only;
    // A group that is none of a language may have rows of all.
    group.hidden = isOther && Boolean(group.dataset.group);
    for (const row of group.rows) {
      if (row.classList.contains("group")) continue;
      const isLeft = !isOther || (!group.hidden && row.classList.contains(kinds[state.only]));
      row.hidden = !isLeft || !words.every(word => textOf(row).includes(word));
      left += !row.hidden && !row.classList.contains("reference");
    }
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
  if (head) choose("sort", (head.getAttribute("aria-sort") === "descending" ? "-" : "") + head.textContent, true);
});

// A row is pinned by a click beside its name.
document.addEventListener("click", event => {
  const row = event.target.closest && event.target.closest(".ranked:not(.bounds) tbody tr[style]");
  if (!row || event.target.closest("a")) return;
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
