// A codec reads malformed input, and a valid message after each of them (PROTOCOL.md, torture). Heap and stack are
// those of the command line.
import { MESSAGES, openContainer } from "../../protocol/container.js";
import { refuse } from "../../protocol/refusal.js";
import { line } from "../../protocol/replies.js";
import { peakResidentBytes } from "../../timing/resident_memory.js";
import { CpuLimit } from "./cpu_limit.js";
import { Reading } from "./reading.js";

// An operation may take as many times what the valid message takes.
const LIMIT_PER_VALID = 100;
const VALID_TIMES = 5;
const CLOCK_RESOLUTION_NS = 1000;

export const verbs = [
  {
    name: "torture",
    serve,
  },
];

async function serve(bench) {
  const { request, replies } = bench;
  const path = request.path("cases");
  const first = request.number("first");
  const digest = request.path("digest");
  const hangNs = request.number("hang_ns");
  request.number("address_space_bytes");
  request.number("stack_bytes");
  const valid = firstMessage(request.path("valid"));
  const cases = openContainer(path, MESSAGES);
  const torturing = new Torturing(bench, valid, BigInt(`0x${digest}`));
  await torturing.begin(hangNs);
  for (let index = 0; index < cases.count; index++) {
    const message = cases.next();
    if (message !== null && index >= first) {
      replies.send(line("case").number("index", index));
      torturing.try(message);
    }
  }
  replies.send(line("memory").number("peak_bytes", peakResidentBytes()));
}

function firstMessage(path) {
  const file = openContainer(path, MESSAGES);
  const message = file.count === 0 ? null : file.next();
  file.close();
  if (message === null) {
    throw file.refuse("holds no valid message");
  }
  return message;
}

/** The codec under test with a message that it must always read. */
class Torturing {
  #bench;
  #valid;
  #digest;
  #reading;
  #limit;
  #limitNs;

  constructor(bench, valid, digest) {
    this.#bench = bench;
    this.#valid = valid;
    this.#digest = digest;
    this.#makeCodec();
  }

  #makeCodec() {
    this.#reading = new Reading(this.#bench.newAdapter(), this.#bench.form);
  }

  /** Finds how long an operation may take, and says it with the operations. */
  async begin(hangNs) {
    const operations = this.#reading.operations();
    const names = operations.map(({ name }) => name);
    this.#limit = await CpuLimit.over([...names, "valid"]);
    let validNs = Number.POSITIVE_INFINITY;
    for (let time = 0; time < VALID_TIMES; time++) {
      const { finding, cost } = operations[0].tried(copyOf(this.#valid));
      if (!this.#isValid(finding)) {
        throw refuse(`The valid message does not decode to its value. ${finding.sentence}`);
      }
      validNs = Math.min(validNs, Math.max(cost.cpuNs, CLOCK_RESOLUTION_NS));
    }
    this.#limitNs = Math.max(hangNs, LIMIT_PER_VALID * validNs);
    const told = line("torture").text("operations", names.join(","));
    this.#bench.replies.send(told.number("limit_ns", this.#limitNs).number("valid_ns", validNs));
  }

  #isValid(finding) {
    return finding.digest === this.#digest;
  }

  try(message) {
    const operations = this.#reading.operations();
    for (const [place, operation] of operations.entries()) {
      const { finding, cost } = this.#limited(place, operation, message);
      const told = line("tried").text("operation", operation.name).text("outcome", finding.outcome);
      const sizes = told.number("cpu_ns", cost.cpuNs).number("largest_bytes", cost.largestBytes);
      this.#bench.replies.send(finding.addTo(sizes.number("allocated_bytes", cost.allocatedBytes)));
    }
    const { finding } = this.#limited(operations.length, operations[0], this.#valid);
    if (!this.#isValid(finding)) {
      this.#makeCodec();
      this.#bench.replies.send(line("poisoned").text("detail", finding.sentence));
    }
  }

  #limited(place, operation, message) {
    const bytes = copyOf(message);
    this.#limit.set(place, this.#limitNs);
    try {
      return operation.tried(bytes);
    } finally {
      this.#limit.lift();
    }
  }
}

/** The bytes in memory of exactly their size. */
function copyOf(message) {
  const bytes = Buffer.allocUnsafeSlow(message.length);
  message.copy(bytes);
  return bytes;
}
