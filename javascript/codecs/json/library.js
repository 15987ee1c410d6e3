// JSON of the language, and what it lacks: exact integers of 64 bits.
import { mayHaveLong, parse, wasLong } from "#codec/reading.js";
import { exact } from "#harness/adapter/exact_json.js";
import { bytesOfText, textOf } from "#harness/values/bytes.js";
import { NUMBERS } from "#plain";

export function newLibrary() {
  return {
    serialize: (document) => bytesOfText(exact.stringify(document)),
    deserialize: NUMBERS ? (bytes) => JSON.parse(textOf(bytes)) : parse,
  };
}

/** The same document with long integers as numbers that are written as they were. */
export function rewritable(bytes) {
  const text = textOf(bytes);
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
