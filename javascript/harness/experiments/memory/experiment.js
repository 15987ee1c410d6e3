// The experiment on objects and bytes in memory: check, emit, measure and calibrate.
import { line } from "../../protocol/replies.js";
import { calibrate } from "./calibrating.js";
import { check, emit } from "./conformance.js";
import { measure } from "./measuring.js";
import { entriesOf } from "./operations.js";

const MEASURE_KEYS = ["corpus", "operations", "sample_ns", "samples", "warmup_ns", "budget_ns", "keep", "encoded"];

export const verbs = [
  { name: "check", keys: ["corpus", "encoded", "values"], serve: check, describe },
  { name: "emit", keys: ["corpus", "out"], serve: emit },
  { name: "measure", keys: MEASURE_KEYS, serve: measure },
  { name: "calibrate", keys: ["corpus", "sample_ns", "samples"], serve: calibrate },
];

/** Says which operations the codec has. */
function describe(bench) {
  for (const { name, side, reads } of entriesOf(bench.newPage())) {
    const reply = line("operation").text("name", name).text("side", side);
    bench.replies.send(reads ? reply : reply.number("reads", 0));
  }
}
