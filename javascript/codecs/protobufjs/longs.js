// BigInt and the library's integers of two halves.
import protobuf from "protobufjs/minimal.js";

import { int64OfHalves, ofHalves, uint64OfHalves } from "#harness/values/integers.js";

const { Long, longFromHash, longToHash } = protobuf.util;
const signedOfBits = (low, high) => Long.fromBits(low, high, false);
const unsignedOfBits = (low, high) => Long.fromBits(low, high, true);

/** A signed integer of the library. */
export const long = (value) => ofHalves(value, signedOfBits);

/** An unsigned one. */
export const unsignedLong = (value) => ofHalves(value, unsignedOfBits);

/** What a signed one means. */
export const integer = ({ low, high }) => int64OfHalves(low, high);

/** What an unsigned one means. */
export const unsignedInteger = ({ low, high }) => uint64OfHalves(low, high);

/** Keys of 64 bits stand in the library's objects as texts of their bytes. */
export const hashOfKey = (key) => longToHash(long(key));

export const keyOfHash = (hash) => integer(ofHash(hash));

export const unsignedKeyOfHash = (hash) => unsignedInteger(ofHash(hash));

/** The same of keys that are numbers. */
export const hashOfNumber = (key) => longToHash(key);

export const numberOfHash = (hash) => ofHash(hash).toNumber();

/** A key that its writer left out, because it is 0, is "0". */
function ofHash(hash) {
  return hash === "0" ? Long.ZERO : longFromHash(hash, false);
}
