// JSON of the language, and what it lacks: exact integers of 64 bits, and bytes.
import v8 from "node:v8";
import vm from "node:vm";

const exact = JSON.rawJSON === undefined ? exactJson() : JSON;
// What a number that a double does not hold has in its text.
const LONG_DIGITS = /\d{16}/;

/** The object JSON of a context in which exact numbers are switched on, which Node 22 has everywhere. */
function exactJson() {
  v8.setFlagsFromString("--harmony-json-parse-with-source");
  return vm.runInNewContext("JSON");
}

export function newLibrary() {
  return {
    serialize: (document) => Buffer.from(exact.stringify(document)),
    deserialize(bytes) {
      const text = bytes.toString();
      // A reviver is called for each value, so it is only there where it changes one.
      return LONG_DIGITS.test(text) ? exact.parse(text, exactInteger) : exact.parse(text);
    },
  };
}

/** An integer beyond those that a double holds, out of its digits. */
function exactInteger(_key, value, { source }) {
  const isInexact = typeof value === "number" && !Number.isSafeInteger(value);
  return isInexact && /^-?\d+$/.test(source) ? BigInt(source) : value;
}

/** A number for JSON of an integer of 64 bits, with all its digits. */
export function number(integer) {
  const isSafe = integer >= Number.MIN_SAFE_INTEGER && integer <= Number.MAX_SAFE_INTEGER;
  return isSafe ? Number(integer) : exact.rawJSON(String(integer));
}

/** A floating-point number, whose digits may have been taken for those of an integer. */
export function real(value) {
  return typeof value === "bigint" ? Number(value) : value;
}

export function base64(bytes) {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("base64");
}

export function bytesOfBase64(text) {
  return new Uint8Array(Buffer.from(text, "base64"));
}
