// Reads a text with JSON.parse, and keeps the integers that a double does not hold.
import { textOf } from "#harness/values/bytes.js";

// A number in a text that may be an integer beyond those that a double holds.
const MAY_BE_LONG = /[[:,\s]-?[1-9]\d{15}/;
// A string, or such an integer: what is in a string is passed over with it. One without an end goes to the end of the text, so
// that wrong texts take no longer.
const STRING_OR_LONG = /"[^"\\]*(?:\\.?[^"\\]*)*(?:"|$)|(?<=[[:,\s])-?[1-9]\d{15,}(?=[\],}\s])/gs;
const QUOTE = 34;

/** Whether a text may have such an integer. */
export const mayHaveLong = (text) => MAY_BE_LONG.test(text);

/** The document of a message; a long integer is the text of its digits. */
export function parse(bytes) {
  const text = textOf(bytes);
  return JSON.parse(mayHaveLong(text) ? text.replace(STRING_OR_LONG, quoted) : text);
}

function quoted(token) {
  return token.charCodeAt(0) === QUOTE ? token : `"${token}"`;
}

/** Whether a value of a document was an integer that it is no longer, by its text. */
export function wasLong(value, source) {
  return typeof value === "number" && !Number.isSafeInteger(value) && /^-?\d+$/.test(source);
}
