// What all of the page's scripts use: elements, numbers, the theme, sortable tables, and words next to
// the marks of a chart. Everything that is shown is set as text, never as markup, but the tables that the
// page itself holds.

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

// ---- the cells of the run, once they are unpacked

let DATA = null, CELLS = [];
const cellOf = (codec, workload, operation) =>
  CELLS.find(one => one.codec === codec && one.workload === workload && one.operation === operation);
// The parts of the address of a cell.
const partsOf = link => link.replace(/^#cell\//, "").split("/").map(decodeURIComponent);

// ---- commands that can be copied

// A browser that shows the page from a place it does not trust has no clipboard.
function copyable(pre) {
  if (!navigator.clipboard) return pre;
  const button = element("button", {type: "button", class: "plain"}, "Copy");
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(pre.textContent.trim());
    button.textContent = "Copied";
  });
  const made = element("div", {class: "copied"});
  pre.replaceWith(made);
  made.append(pre, button);
  return made;
}

for (const pre of document.querySelectorAll("pre.wrap")) copyable(pre);

// ---- tables that can be sorted

const {compare} = new Intl.Collator();

// Items in the order of their values, of which those that are unknown come last in either direction.
function ordered(items, values, descending) {
  const places = [...items.keys()], isKnown = at => values[at] !== null && values[at] !== "";
  const known = places.filter(isKnown).sort((a, b) => typeof values[a] === "number" ? values[a] - values[b] : compare(values[a], values[b]));
  if (descending) known.reverse();
  return [...known, ...places.filter(at => !isKnown(at))].map(at => items[at]);
}

function sortButton(header, act) {
  const button = element("button", {type: "button"}, header.textContent);
  button.addEventListener("click", () => header.sortNow(header.getAttribute("aria-sort") === "ascending"));
  header.sortNow = descending => {
    for (const other of header.parentNode.children) other.removeAttribute("aria-sort");
    header.setAttribute("aria-sort", descending ? "descending" : "ascending");
    act(descending);
  };
  header.replaceChildren(button);
}

function makeSortable(table) {
  [...table.tHead.rows[0].cells].forEach((header, column) => {
    if (header.tagName !== "TH") return;
    sortButton(header, descending => {
      for (const group of table.tBodies) {
        const rows = [...group.rows].filter(row => !row.classList.contains("group"));
        const cells = rows.map(row => row.cells[column]), texts = cells.map(cell => cell.textContent.trim());
        const numbers = cells.map((cell, at) => "value" in cell.dataset ? Number(cell.dataset.value) : parseFloat(texts[at].replace(/[,≥<]/g, "")));
        const values = numbers.some(number => number >= 0) ? numbers.map(number => isNaN(number) ? null : number) : texts;
        group.append(...ordered(rows, values, descending));
      }
    });
  });
}
for (const table of document.querySelectorAll("table.sortable")) makeSortable(table);

// ---- data that are packed, and tables among them

async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), character => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

const isPacked = place => place.querySelector?.("script.further");
async function unpackTables() {
  for (const packed of document.querySelectorAll("script.further")) {
    const made = element("template");
    made.innerHTML = await unpacked(packed.textContent);
    for (const table of made.content.querySelectorAll("table.sortable")) makeSortable(table);
    packed.previousElementSibling.remove();
    packed.replaceWith(made.content);
  }
}
// What an address leads to may be in a table that is packed.
async function goTo(hash) {
  const id = decodeURIComponent(hash.slice(1));
  if (!id || /[=/]/.test(id) || byId(id) || !isPacked(document)) return;
  await unpackTables();
  const place = byId(id);
  if (place) { place.closest("details").open = true; place.scrollIntoView(); }
}
document.addEventListener("toggle", event => { if (isPacked(event.target)) unpackTables(); }, true);
document.addEventListener("click", event => {
  const link = event.target.closest && event.target.closest("a[href^='#']");
  if (link) goTo(link.hash);
});
goTo(location.hash);

// ---- words beside the marks of a chart

// A chart has hundreds of links, which are in the tables too: the Tab key goes to those.
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
