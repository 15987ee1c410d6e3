// Avro's long as BigInt: the library's own is a number, which 53 bits of it fit.
import { int64OfHalves, ofHalves } from "#harness/values/integers.js";
import { NUMBERS } from "#plain";
import avro from "avsc";

/** The types that replace the library's own: none where its numbers serve. */
export const registry = () => (NUMBERS ? {} : { long: longs() });

/** The type, as the library's documentation makes such types ("Custom long types"). */
function longs() {
  // The library reads these bytes before it asks for the next.
  const memory = Buffer.alloc(8);
  const bytesOfHalves = (low, high) => {
    memory.writeInt32LE(low, 0);
    memory.writeInt32LE(high, 4);
    return memory;
  };
  return avro.types.LongType.__with({
    fromBuffer: (bytes) => int64OfHalves(bytes.readInt32LE(0), bytes.readInt32LE(4)),
    toBuffer: (value) => ofHalves(value, bytesOfHalves),
    fromJSON: BigInt,
    toJSON: Number,
    isValid: (value) => typeof value === "bigint",
    compare: (one, other) => (one < other ? -1 : Number(one > other)),
  });
}
