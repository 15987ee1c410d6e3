// Rankings: one of a section's is shown at a time, its rows are hidden, ordered and measured against one of
// them. What is chosen stands in the address, so that it can be sent.

const state = {way: "", only: "", find: "", refs: "", all: "", pin: "", sort: ""};
const NAMES = Object.keys(state);
const ways = [...document.querySelectorAll(".way")];

function readState() {
  if (location.hash.startsWith("#cell/")) return;
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
  for (const label of table.querySelectorAll(".group .dots span"))
    label.hidden = logOf(label, "--x") < low - 2 * room || logOf(label, "--x") > high + 2 * room;
}

// How many times the best of its group, or the pinned row, a row is.
function measure(table) {
  const pinned = [...table.querySelectorAll("tbody tr")].find(row => row.cells.length > 3 && nameOf(row) === state.pin);
  table.querySelector("thead .times").textContent = pinned ? `× ${state.pin}` : "× best";
  for (const row of table.querySelectorAll("tr[style]")) {
    const cell = row.querySelector(".times");
    if (!cell) continue;
    cell.dataset.best ??= cell.textContent;
    row.classList.toggle("pinned", row === pinned);
    const valueOf = one => table.classList.contains("bars") ? logOf(one, "--x") : 10 ** logOf(one, "--x");
    const times = pinned ? valueOf(row) / valueOf(pinned) : 1;
    cell.textContent = pinned ? digits(table.classList.contains("rate") ? 1 / times : times) : cell.dataset.best;
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

const nameOf = row => row.querySelector("th")?.textContent ?? "";

function arrange() {
  const words = state.find.toLowerCase().split(/\s+/).filter(Boolean);
  for (const controls of document.querySelectorAll(".controls")) {
    const own = ways.filter(way => way.parentNode === controls.parentNode);
    const titles = own.map(way => way.querySelector("caption").textContent);
    const at = Math.max(0, titles.indexOf(state.way));
    own.forEach((way, number) => { way.hidden = number !== at; });
    const table = own[at].querySelector("table");
    table.classList.toggle("norefs", !state.refs && Boolean(table.querySelector("tbody tr:not(.group, .reference)")));
    table.classList.toggle("few", !state.all);
    let left = 0;
    for (const group of table.tBodies) {
      for (const row of group.rows) {
        if (row.classList.contains("group")) continue;
        row.hidden = !words.every(word => nameOf(row).toLowerCase().includes(word));
        left += !row.hidden && !row.classList.contains("reference") && (!state.only || group.dataset.group === state.only);
      }
      group.hidden = Boolean(state.only) && group.dataset.group !== state.only;
    }
    arrangeRows(table);
    measure(table);
    rescale(table);
    controls.querySelector("[role=status]").textContent = counted(left, "codec");
    for (const input of controls.querySelectorAll("[name]")) {
      if (input.type === "checkbox") input.checked = Boolean(state[input.name]);
      else if (document.activeElement !== input) input.value = input.name === "way" ? titles[at] : state[input.name];
    }
  }
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
  const own = ways.filter(way => way.parentNode === controls.parentNode);
  const groups = [...new Set(own.flatMap(way => [...way.querySelectorAll("tbody")].map(group => group.dataset.group)))].filter(Boolean);
  const find = element("input", {type: "search", name: "find", placeholder: "protobuf"});
  find.addEventListener("input", () => choose("find", find.value, false));
  if (own.length > 1) controls.append(select("way", "question", own.map(way => way.querySelector("caption").textContent)));
  if (groups.length > 1) controls.append(select("only", "language", groups, "all"));
  controls.append(element("label", {}, "codec", find));
  if (controls.parentNode.querySelector("tr.reference")) controls.append(toggle("refs", "references as rows"));
  if (controls.parentNode.querySelector(".more")) controls.append(toggle("all", "all columns"));
  controls.append(element("span", {role: "status"}), element("span", {class: "unknown", role: "alert"}));
}

document.addEventListener("click", event => {
  const head = event.target.closest && event.target.closest(".ranked th[aria-sort]");
  if (head) choose("sort", (head.getAttribute("aria-sort") === "descending" ? "-" : "") + head.textContent, true);
});

// A row is pinned by a click beside its name.
document.addEventListener("click", event => {
  const row = event.target.closest && event.target.closest(".ranked tbody tr[style]");
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
