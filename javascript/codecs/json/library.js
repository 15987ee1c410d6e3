// JSON of the language, and what it lacks: exact integers of 64 bits.
import v8 from "node:v8";
import vm from "node:vm";

import { mayHaveLong, parse, wasLong } from "#codec/reading.js";
import { NUMBERS } from "#plain";

const exact = JSON.rawJSON === undefined ? exactJson() : JSON;

/** The object JSON of a context in which exact numbers are switched on, which Node 22 has everywhere. */
function exactJson() {
  v8.setFlagsFromString("--harmony-json-parse-with-source");
  return vm.runInNewContext("JSON");
}

export function newLibrary() {
  return {
    serialize: (document) => Buffer.from(exact.stringify(document)),
    deserialize: NUMBERS ? (bytes) => JSON.parse(bytes.toString()) : parse,
  };
}

/** The same document with long integers as numbers that are written as they were. */
export function rewritable(bytes) {
  const text = bytes.toString();
  return mayHaveLong(text) ? exact.parse(text, exactInteger) : JSON.parse(text);
}

function exactInteger(_key, value, { source }) {
  return wasLong(value, source) ? exact.rawJSON(source) : value;
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
