// What became of an operation on malformed input (PROTOCOL.md, torture).
import { digits } from "../../adapter/judging.js";

const LONGEST_DETAIL = 120;
// How V8 refuses memory, elements or stack that a library has asked for without looking.
const NO_MEMORY = "Array buffer allocation failed";
const EXHAUSTED =
  /^(Maximum call stack|Invalid (array|typed array|string|count|array buffer)|Array buffer alloc|.* maximum size)/;

/** The bytes were taken for a value with this digest, a BigInt. */
export function acceptedValue(digest) {
  return {
    outcome: "accepted",
    digest,
    sentence: `Its value has the digest ${digits(digest)}.`,
    addTo: (line) => line.digest("digest", digest),
  };
}

/** The bytes were taken for a value of which this touch, a BigInt, was read. */
export function acceptedTouch(touch) {
  return { outcome: "accepted", sentence: "It was read.", addTo: (line) => line.number("touch", touch) };
}

/** What was thrown; `opened` tells whether the library had accepted the bytes before. */
export function failed(thrown, opened) {
  if (isForeign(thrown)) {
    return without("foreign", thrown);
  }
  return without(opened ? "fault" : "rejected", thrown);
}

/** Whether memory outside V8's heap was asked for, and there was less. */
export function refusedMemory(thrown) {
  return thrown instanceof RangeError && thrown.message.startsWith(NO_MEMORY);
}

/** There is a value, and reading it is an error. */
export function unreadable(thrown) {
  return without("fault", thrown);
}

function without(outcome, thrown) {
  const detail = detailOf(thrown);
  return { outcome, sentence: detail, addTo: (line) => line.text("detail", detail) };
}

/** Whether a codec has run into the bytes instead of rejecting them. What Node itself refuses has a code. */
function isForeign(thrown) {
  if (!(thrown instanceof Error) || thrown.code !== undefined) {
    return false;
  }
  const exhausted = thrown instanceof RangeError && EXHAUSTED.test(thrown.message);
  return exhausted || thrown instanceof TypeError || thrown instanceof ReferenceError;
}

/** The type and the message as one line of printable ASCII. */
function detailOf(thrown) {
  const isError = thrown instanceof Error;
  const name = isError ? thrown.constructor.name : typeof thrown;
  const [first] = String(isError ? thrown.message : thrown).split("\n", 1);
  return `${name}: ${first}`.replace(/[^ -~]/g, "?").slice(0, LONGEST_DETAIL);
}
