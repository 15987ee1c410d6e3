// What the verbs of experiments with files ask and reply in the same way.
import { failureOf } from "../../adapter/failure.js";
import { Refusal, refuse } from "../../protocol/refusal.js";
import { line } from "../../protocol/replies.js";
import { peakResidentBytes } from "../../timing/resident_memory.js";

/** How a codec failed on an object that is known. */
export class Numbered extends Error {
  constructor(number, fault) {
    super(fault.message);
    this.number = number;
    this.fault = fault;
  }
}

/** The fault with the number of its object, if it is the codec's and has none. */
export function numbered(number, fault) {
  return fault instanceof Numbered || fault instanceof Refusal ? fault : new Numbered(number, fault);
}

/** Refuses threads: those of JavaScript share no objects and have no clock of their own. */
export function requireOneThread(threads) {
  if (threads === 0) {
    throw refuse("At least one thread is needed.");
  }
  if (threads > 1) {
    throw refuse("This runner works with one thread.");
  }
}

/** Sends a line for each phase that was timed. */
export function tellPhases(replies, phases) {
  phases.each((name, wallNs, cpuNs) => {
    const told = line("phase").text("name", name).number("thread", 0);
    replies.send(told.number("wall_ns", wallNs).number("cpu_ns", cpuNs));
  });
}

/** Sends what the collector has done. */
export function tellCollected(replies, operation, { ns, collections }) {
  replies.send(line("gc").text("operation", operation).number("gc_ns", ns).number("collections", collections));
}

/**
 * Serves, and sends how the codec failed, if it did, and on which object where that is known; last the memory. A
 * request that cannot be served stays an error.
 */
export function servedToTheEnd(replies, operation, serve) {
  try {
    serve();
  } catch (fault) {
    if (fault instanceof Refusal) {
      throw fault;
    }
    tellFailure(replies, operation, fault);
  }
  replies.send(line("memory").number("peak_bytes", peakResidentBytes()));
}

function tellFailure(replies, operation, fault) {
  const isNumbered = fault instanceof Numbered;
  const failure = failureOf(isNumbered ? fault.fault : fault);
  let told = line("failed").text("operation", operation).text("outcome", failure.outcome);
  if (isNumbered) {
    told = told.number("index", fault.number);
  }
  replies.send(told.text("detail", failure.message));
}
