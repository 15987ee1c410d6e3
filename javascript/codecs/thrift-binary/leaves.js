// What Thrift has in the place of a plain value, and back.
import Int64 from "node-int64";

/** An i64 of the library. Unsigned numbers have the same bits. */
export function long(value) {
  const bytes = Buffer.allocUnsafe(8);
  bytes.writeBigInt64BE(BigInt.asIntN(64, value));
  return new Int64(bytes);
}

export const int64 = (value) => value.buffer.readBigInt64BE(value.offset);

export const uint64 = (value) => value.buffer.readBigUInt64BE(value.offset);

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
