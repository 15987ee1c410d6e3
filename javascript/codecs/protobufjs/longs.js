// BigInt and the library's integers of two halves.
import protobuf from "protobufjs/minimal.js";

const { Long, longFromHash, longToHash } = protobuf.util;

/** A signed integer of the library. */
export const long = (value) => Long.fromBigInt(value, false);

/** An unsigned one. */
export const unsignedLong = (value) => Long.fromBigInt(value, true);

/** What either means. */
export const integer = (value) => value.toBigInt();

/** Keys of 64 bits stand in the library's objects as texts of their bytes. */
export const hashOfKey = (key) => longToHash(long(BigInt.asIntN(64, key)));

export const keyOfHash = (hash) => ofHash(hash, false);

export const unsignedKeyOfHash = (hash) => ofHash(hash, true);

/** A key that its writer left out, because it is 0, is "0". */
function ofHash(hash, unsigned) {
  return hash === "0" ? 0n : longFromHash(hash, unsigned).toBigInt();
}
