// json-bigint, which reads long numbers as those of bignumber.js and writes BigInt.
import { bytesOfText, textOf } from "#harness/values/bytes.js";
import jsonBigint from "json-bigint";

// Members of these names are data here, which the library refuses unless told so.
const { parse, stringify } = jsonBigint({ protoAction: "preserve", constructorAction: "preserve" });

export function newLibrary() {
  return {
    serialize: (document) => bytesOfText(stringify(document)),
    deserialize: (bytes) => parse(textOf(bytes)),
  };
}

/** What the library has read it writes as it was. */
export const rewritable = (bytes) => parse(textOf(bytes));

/** The library writes a BigInt with all its digits. */
export const number = (integer) => integer;

/** What a document has for a number: a number, or the digits of one with more than 15 characters. */
export function digits(value) {
  return typeof value === "object" ? value.toFixed() : value;
}

/** A floating-point number. */
export const real = Number;
