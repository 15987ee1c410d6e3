package serbench.spark;

import java.io.Serializable;
import java.math.BigInteger;

/**
 * The keys of the records of a job: each number below {@code objects} once, in an order that is not
 * that of the objects' numbers.
 *
 * @param step from one key to the next, without a common factor with {@code objects}
 * @param back from a key to its number
 */
record Keys(long objects, long step, long back) implements Serializable {
  // As far from every simple ratio as can be, so that neighbours come apart.
  private static final double GOLDEN = 0.6180339887498949;

  static Keys of(long objects) {
    long step = Math.max(1, (long) (GOLDEN * objects));
    BigInteger modulus = BigInteger.valueOf(objects);
    while (!BigInteger.valueOf(step).gcd(modulus).equals(BigInteger.ONE)) {
      step++;
    }
    return new Keys(objects, step, BigInteger.valueOf(step).modInverse(modulus).longValue());
  }

  /** The product of two numbers below 2^31 is exact. */
  long keyOf(long number) {
    return number * step % objects;
  }

  long numberOf(long key) {
    return key * back % objects;
  }
}
