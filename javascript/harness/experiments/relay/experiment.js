// Messages come from sources, are read as far as a mode wants, and go on to sinks (PROTOCOL.md, relay).
import { failureOf } from "../../adapter/failure.js";
import { line } from "../../protocol/replies.js";
import { peakResidentBytes } from "../../timing/resident_memory.js";
import { addressOf, connect, notConnected, TOWARDS_SINK, TOWARDS_SOURCE } from "./connection.js";
import { Handling } from "./handling.js";
import { modeNamed, modesOf } from "./modes.js";
import { Relaying } from "./relaying.js";
import { LAST_REPORT, Report } from "./report.js";
import { Sinks } from "./sinks.js";
import { Source } from "./source.js";

const MOST = 65535;

export const verbs = [
  {
    name: "relay",
    serve,
    describe,
  },
];

/** Says which modes the codec has, and which of them cannot route by fields. */
function describe(bench) {
  for (const { name, readsKeys } of modesOf(bench)) {
    const told = line("mode").text("name", name);
    bench.replies.send(readsKeys ? told : told.number("fields", 0));
  }
}

async function serve(bench) {
  const { request, replies } = bench;
  const at = request.path("at");
  const route = request.path("route");
  const name = request.path("mode");
  const largest = request.number("largest_frame_bytes");
  const block = request.atLeastOne("block", MOST);
  const counts = { sources: request.atLeastOne("sources", MOST), sinks: request.atLeastOne("sinks", MOST) };
  const address = addressOf(at);
  const byFields = route === "fields";
  const subject = { newAdapter: bench.newAdapter, form: bench.form, sinks: counts.sinks, byFields };
  const made = modeNamed(modesOf(bench), name, route).make(subject);
  const sources = Array.from({ length: counts.sources }, () => new Source());
  const relaying = new Relaying(sources, new Report(replies));
  const { fromSources, toSinks } = await connectAll(address, at, counts, relaying);
  relaying.sinks = new Sinks(toSinks, () => relaying.advance());
  const handling = new Handling(made, relaying.sinks, { byFields, block, largest });
  const fault = await relaying.run(handling).finally(() => {
    [...fromSources, ...toSinks].forEach((socket) => socket.destroy());
  });
  if (fault !== null) {
    const { outcome, message } = failureOf(fault);
    replies.send(line("failed").text("operation", "relay").text("outcome", outcome).text("detail", message));
  }
  relaying.tell(LAST_REPORT);
  replies.send(line("memory").number("peak_bytes", peakResidentBytes()));
}

async function connectAll(address, at, counts, relaying) {
  const fromSources = [];
  const toSinks = [];
  try {
    for (let number = 0; number < counts.sources; number++) {
      fromSources.push(await connect(address, TOWARDS_SOURCE, number, relaying.receiverOf(number)));
      relaying.add(fromSources[number]);
    }
    for (let number = 0; number < counts.sinks; number++) {
      toSinks.push(await connect(address, TOWARDS_SINK, number));
    }
  } catch (fault) {
    [...fromSources, ...toSinks].forEach((socket) => socket.destroy());
    throw notConnected(at, fault);
  }
  return { fromSources, toSinks };
}
