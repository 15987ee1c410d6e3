// JSON of the language, and what it lacks: exact integers of 64 bits, and bytes.
import v8 from "node:v8";
import vm from "node:vm";

const exact = JSON.rawJSON === undefined ? exactJson() : JSON;
// A number in a text that may be an integer beyond those that a double holds.
const MAY_BE_LONG = /[[:,\s]-?[1-9]\d{15}/;
// A string, or such an integer: what is in a string is passed over with it. One without an end goes to the end of the text, so
// that wrong texts take no longer.
const STRING_OR_LONG = /"[^"\\]*(?:\\.?[^"\\]*)*(?:"|$)|(?<=[[:,\s])-?[1-9]\d{15,}(?=[\],}\s])/gs;
const QUOTE = 34;

/** The object JSON of a context in which exact numbers are switched on, which Node 22 has everywhere. */
function exactJson() {
  v8.setFlagsFromString("--harmony-json-parse-with-source");
  return vm.runInNewContext("JSON");
}

export function newLibrary() {
  return {
    serialize: (document) => Buffer.from(exact.stringify(document)),
    /** The document; a long integer is the text of its digits. */
    deserialize(bytes) {
      const text = bytes.toString();
      return JSON.parse(MAY_BE_LONG.test(text) ? text.replace(STRING_OR_LONG, quoted) : text);
    },
  };
}

/** The same document with long integers as numbers that are written as they were. */
export function rewritable(bytes) {
  const text = bytes.toString();
  return MAY_BE_LONG.test(text) ? exact.parse(text, exactInteger) : JSON.parse(text);
}

function quoted(token) {
  return token.charCodeAt(0) === QUOTE ? token : `"${token}"`;
}

function exactInteger(_key, value, { source }) {
  const isInexact = typeof value === "number" && !Number.isSafeInteger(value);
  return isInexact && /^-?\d+$/.test(source) ? exact.rawJSON(source) : value;
}

/** A number for JSON of an integer of 64 bits, with all its digits. */
export function number(integer) {
  const nearest = Number(integer);
  return Number.isSafeInteger(nearest) ? nearest : exact.rawJSON(String(integer));
}

/** What a document has for a number: a number, or the digits of a long integer. */
export function digits(value) {
  return typeof value === "object" ? value.rawJSON : value;
}

/** A floating-point number, whose digits may have been taken for those of an integer. */
export function real(value) {
  return typeof value === "number" ? value : Number(digits(value));
}

export function base64(bytes) {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("base64");
}

export function bytesOfBase64(text) {
  return new Uint8Array(Buffer.from(text, "base64"));
}
