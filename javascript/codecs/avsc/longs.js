// Avro's long as BigInt: the library's own is a number, which 53 bits of it fit.
import avro from "avsc";

/** The type, as the library's documentation makes such types ("Custom long types"). */
export function longs() {
  // The library reads these bytes before it asks for the next.
  const memory = Buffer.alloc(8);
  return avro.types.LongType.__with({
    fromBuffer: (bytes) => bytes.readBigInt64LE(),
    toBuffer(value) {
      memory.writeBigInt64LE(value);
      return memory;
    },
    fromJSON: BigInt,
    toJSON: Number,
    isValid: (value) => typeof value === "bigint",
    compare: (one, other) => (one < other ? -1 : Number(one > other)),
  });
}
