// Integers of 64 bits, which plain objects have as BigInt and documents as numbers where they fit.

// One integer, seen as a whole and as its halves: V8 compiles both to plain loads and stores, where BigInt and its functions
// are calls.
const memory = new ArrayBuffer(8);
const asInt64 = new BigInt64Array(memory);
const asInt32 = new Int32Array(memory);
const LOW = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1 ? 0 : 1;
const HIGH = 1 - LOW;
const HALF = 2 ** 32;

/** What a function makes of the lower and the upper half of an integer, as signed numbers of 32 bits. */
export function ofHalves(value, make) {
  asInt64[0] = value;
  return make(asInt32[LOW], asInt32[HIGH]);
}

/** The signed integer of two halves. */
export function int64OfHalves(low, high) {
  asInt32[LOW] = low;
  asInt32[HIGH] = high;
  return asInt64[0];
}

/** The unsigned one. */
export function uint64OfHalves(low, high) {
  return BigInt.asUintN(64, int64OfHalves(low, high));
}

/** A signed integer as a number where 32 bits hold it, which libraries write in as few bytes as it takes; else as it is. */
export function shortInt64(value) {
  asInt64[0] = value;
  const [low, high] = [asInt32[LOW], asInt32[HIGH]];
  if (high === 0) {
    return low >>> 0;
  }
  return high === -1 && low < 0 ? low : value;
}

/** The same of an unsigned one. */
export function shortUint64(value) {
  asInt64[0] = value;
  return asInt32[HIGH] === 0 ? asInt32[LOW] >>> 0 : value;
}

/** An integer that is a number: as it is where 32 bits hold it, else BigInt, which libraries write as an integer. */
export function short53(value) {
  return value >= -0x80000000 && value <= 0xffffffff ? value : BigInt(value);
}

/** A signed integer of what a document has. Throws RangeError for one that 64 bits do not hold. */
export function int64(value) {
  if (Number.isSafeInteger(value)) {
    return int64OfHalves(value, Math.floor(value / HALF));
  }
  const integer = BigInt(value);
  if (BigInt.asIntN(64, integer) !== integer) {
    throw new RangeError(`${integer} does not fit a signed number of 64 bits`);
  }
  return integer;
}

/** An unsigned one. */
export function uint64(value) {
  if (Number.isSafeInteger(value) && value >= 0) {
    return int64OfHalves(value, Math.floor(value / HALF));
  }
  const integer = BigInt(value);
  if (BigInt.asUintN(64, integer) !== integer) {
    throw new RangeError(`${integer} does not fit an unsigned number of 64 bits`);
  }
  return integer;
}
