// What Thrift has in the place of a plain value, and back.
import Int64 from "node-int64";

import { int64OfHalves, ofHalves, uint64OfHalves } from "#harness/values/integers.js";

/** An i64 of the library. Unsigned numbers have the same bits. */
export const long = (value) => ofHalves(value, longOfHalves);

export const int64 = ({ buffer, offset }) => int64OfHalves(buffer.readInt32BE(offset + 4), buffer.readInt32BE(offset));

export const uint64 = ({ buffer, offset }) =>
  uint64OfHalves(buffer.readInt32BE(offset + 4), buffer.readInt32BE(offset));

function longOfHalves(low, high) {
  const bytes = Buffer.allocUnsafe(8);
  bytes.writeInt32BE(high, 0);
  bytes.writeInt32BE(low, 4);
  return new Int64(bytes);
}

/** The same bytes as the library wants them. */
export const bufferOf = (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);

/** The entries of a map in an object, whose methods generated code calls. */
export function mapObject(map, give) {
  const object = {};
  for (const [key, value] of map) {
    object[key] = give(value);
  }
  return object;
}

/** The one message in a list that stands for it. */
export function only(list) {
  if (list.length !== 1) {
    throw new RangeError(`a list that stands for one message holds ${list.length}`);
  }
  return list[0];
}
