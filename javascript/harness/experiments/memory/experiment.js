// The experiment on objects and bytes in memory: check, emit, measure and calibrate.
import { line } from "../../protocol/replies.js";
import { calibrate } from "./calibrating.js";
import { check, emit } from "./conformance.js";
import { measure } from "./measuring.js";
import { entriesOf } from "./operations.js";

export const verbs = [
  { name: "check", serve: check, describe },
  { name: "emit", serve: emit },
  { name: "measure", serve: measure },
  { name: "calibrate", serve: calibrate },
];

/** Says which operations the codec has. */
function describe(bench) {
  for (const { name, side, reads } of entriesOf(bench.newAdapter())) {
    const reply = line("operation").text("name", name).text("side", side);
    bench.replies.send(reads ? reply : reply.number("reads", 0));
  }
}
