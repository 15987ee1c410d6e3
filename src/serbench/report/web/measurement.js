// The details of a number: samples, command, code.

// That of one or two forks tells nothing.
const hasInterval = cell => cell.level > 0.5;
// Of what something else limits only an upper bound is known.
const isBound = cell => cell.mark === "at most";
const unfolded = {};
async function unfold(id) {
  if (!(id in unfolded)) {
    const text = dataText(id);
    if (!text) return {};
    unfolded[id] = await unpacked(text);
  }
  return unfolded[id];
}

const dialog = byId("measurement");
const command = text => copyable(element("pre", {class: "wrap"}, text));
const quoted = text => /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'"'"'`)}'`;

function forkTable(forks, title) {
  const isWall = DATA.clock === "wall";
  const phases = [...new Set(forks.flatMap(fork => Object.keys(fork[7] || {})))];
  const body = element("tbody");
  for (const [fork, line, started, , n, cpu, wall, phase] of forks)
    n.forEach((count, index) => {
      const each = ((isWall ? wall : cpu)[index] / count).toFixed(2);
      const values = [fork, line, started.slice(0, 19), count, cpu[index], wall[index], each,
        ...phases.map(name => phase[name] ?? "")];
      body.append(element("tr", {}, ...values.map(value => element("td", {}, String(value)))));
    });
  const heads = ["fork", "line", "began (UTC)", "n", "CPU ns", "wall ns", `${DATA.clock} ns / n`,
    ...phases.map(name => `${name} ns`)];
  return element("div", {class: "scroll", role: "region", "aria-label": title, tabindex: "0"},
    element("table", {class: "samples"}, element("caption", {}, title),
      element("thead", {}, element("tr", {}, ...heads.map(name => element("th", {scope: "col"}, name)))), body));
}

// The interval within this run, where there are forks enough for one.
function reach(cell) {
  if (!hasInterval(cell)) return "";
  return `, within this run ${duration(cell.low)} to ${duration(cell.high)} (${(100 * cell.level).toFixed(0)} %)`;
}

function factsOf(cell) {
  const codec = DATA.codecs[cell.codec] || {};
  const versions = Object.entries(codec.versions || {}).map(pair => pair.join(" ")).join(", ");
  const facts = [
    ["time", `${isBound(cell) ? "at most " : ""}${duration(cell.median)} of ${DATA.clock} time for one object${reach(cell)}`],
    ["earlier runs", cell.earlier],
    ["wall time", cell.wall === null ? "" : duration(cell.wall)],
    ["size", `${cell.size.toFixed(0)} bytes`],
    ["allocated", cell.allocated === null ? "" : `${cell.allocated.toFixed(0)} bytes in ${counted(cell.allocations, "allocation")}`],
    ["instructions", cell.instructions === null ? "" : cell.instructions.toFixed(0)],
    ["library", [codec.library, versions, codec.released && `released ${codec.released}`].filter(Boolean).join(", ")],
    ["format", codec.format],
    ["runtime", codec.runtime],
    ["compiled", [codec.build?.compiler, codec.build?.flags].filter(Boolean).join(" ")],
    ["homepage", /^https?:\/\//.test(codec.homepage) ? element("a", {href: codec.homepage, rel: "noreferrer"}, codec.homepage) : codec.homepage],
    ["licence", codec.licence],
    ["tied with", cell.tied.join(", ")],
  ];
  return element("dl", {}, ...facts.filter(([, text]) => text)
    .flatMap(([label, text]) => [element("dt", {}, label), element("dd", {}, text)]));
}

async function show(codec, workload, operation) {
  const cell = cellOf(codec, workload, operation);
  if (!cell) return;
  if (cell.mark === "decode") return show(codec, workload, "decode");
  const body = byId("measurement-body");
  byId("measurement-title").textContent = `${codec}, ${operation}, ${workload}`;
  body.replaceChildren(factsOf(cell), element("p", {class: "quiet"}, "One moment …"));
  if (!dialog.open) dialog.showModal();
  const [samples, adapters] = await Promise.all([unfold("data-samples"), unfold("data-adapters")]);
  body.replaceChildren(factsOf(cell), ...codeOf(codec, workload, adapters[codec] || adapters[DATA.shown_as[codec]]));
  for (const name of operation.split(" + ")) body.append(...samplesOf(cell, name, samples));
}

function codeOf(codec, workload, files) {
  const at = DATA.revision ? `git checkout ${DATA.revision} && ` : "";
  const words = ["show", DATA.shown_as[codec] || codec, workload, ...DATA.show_options].map(quoted);
  const parts = [element("h3", {}, "The code that was measured"), command(`${at}./serbench ${words.join(" ")}`)];
  for (const [path, text] of Object.entries(files || {}))
    parts.push(element("details", {}, element("summary", {}, path), element("pre", {}, text)));
  return parts;
}

// By the clock that ranks.
const AGAIN = {
  CPU: "To repeat one fork:",
  wall: "The command of the first repetition; a run removes its files, ./serbench store write keeps them:",
};
const MEANING = {
  CPU: "A sample is n operations between two readings of the clocks; line is that of measurements.jsonl.",
  wall: "A fork is one repetition, which handled n objects; its phases are wall times. "
    + "line is that of measurements.jsonl.",
};

function samplesOf(cell, operation, samples) {
  const forks = samples[[cell.codec, cell.workload, operation].join("\n")];
  const parts = [element("h3", {}, `The samples of ${operation}`)];
  const again = forks ? [element("p", {}, AGAIN[DATA.clock]), command(forks[0][3])] : [];
  if (!forks || forks[0].length < 5) {
    const question = `SELECT * FROM samples WHERE run = '${DATA.run}' AND codec = '${cell.codec}'`
      + ` AND workload = '${cell.workload}' AND operation = '${operation.split(" ")[0]}'`;
    const where = forks ? `, from line ${forks[0][1]} on` : "";
    return [...parts, ...again, element("p", {}, `They are in measurements.jsonl of the run${where}:`),
      command(`./serbench sql ${quoted(question)}`)];
  }
  return [...parts, ...again, element("p", {}, MEANING[DATA.clock]), forkTable(forks, `Samples of ${operation}`)];
}

function followAddress() {
  if (location.hash.startsWith("#cell/")) show(...partsOf(location.hash));
}
window.addEventListener("hashchange", followAddress);
dialog.addEventListener("close", () => {
  if (location.hash.startsWith("#cell/")) history.replaceState(null, "", location.pathname + location.search + stateText());
});
dialog.addEventListener("click", event => { if (event.target === dialog) dialog.close(); });

async function begin() {
  DATA = await unfold("data-cells");
  const columns = Object.entries(DATA.cells);
  CELLS = DATA.cells.codec.map((_, at) => Object.fromEntries(columns.map(([name, values]) => [name, values[at]])));
  followAddress();
  if (state.pin) arrange();
}
if (dataText("data-cells")) begin();
