// Integers of 64 bits, which plain objects have as BigInt and documents as numbers where they fit.

const LEAST_OF_32_BITS = -(2 ** 31);
const MOST_OF_32_BITS = 2 ** 32 - 1;

/** A number where 32 bits hold it, which libraries write in as few bytes as it takes; else the integer itself. */
export function short(value) {
  return value >= LEAST_OF_32_BITS && value <= MOST_OF_32_BITS ? Number(value) : value;
}

/** A signed integer of what a document has. Throws RangeError for one that 64 bits do not hold. */
export function int64(value) {
  const integer = BigInt(value);
  if (BigInt.asIntN(64, integer) !== integer) {
    throw new RangeError(`${integer} does not fit a signed number of 64 bits`);
  }
  return integer;
}

/** An unsigned one. */
export function uint64(value) {
  const integer = BigInt(value);
  if (BigInt.asUintN(64, integer) !== integer) {
    throw new RangeError(`${integer} does not fit an unsigned number of 64 bits`);
  }
  return integer;
}
