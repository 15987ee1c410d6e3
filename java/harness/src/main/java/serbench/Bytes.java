package serbench;

import java.nio.BufferOverflowException;
import java.util.Arrays;

/**
 * A part of an array. One instance is filled again and again, so that handing bytes over allocates
 * nothing.
 */
public final class Bytes {
  private static final int LARGEST = Integer.MAX_VALUE - 8;

  public byte[] array = new byte[0];
  public int begin;
  public int size;

  /** Writes at a position of an array and returns the position behind what it wrote. */
  @FunctionalInterface
  public interface Filler {
    int fill(byte[] array, int at);
  }

  /** Bytes that are a whole array. */
  public static Bytes of(byte[] array) {
    return new Bytes().set(array, 0, array.length);
  }

  public Bytes set(byte[] newArray, int newBegin, int newSize) {
    array = newArray;
    begin = newBegin;
    size = newSize;
    return this;
  }

  /** The same bytes in an array of their own. */
  public Bytes copy() {
    return of(Arrays.copyOfRange(array, begin, begin + size));
  }

  /** Refuses a value that does not end where the bytes end. */
  public void requireEnd(int at) {
    if (at != begin + size) {
      throw new Malformed(
          at < begin + size
              ? "Bytes are left over after the value."
              : "The bytes end inside a value.");
    }
  }

  /** Fills the own array, which grows by trial: what runs over its end is written once more. */
  public Bytes fill(Filler filler) {
    for (; ; ) {
      try {
        return set(array, 0, filler.fill(array, 0));
      } catch (IndexOutOfBoundsException full) {
        array = larger(array);
      }
    }
  }

  /** A new array of about twice the size. Throws BufferOverflowException where there is none. */
  public static byte[] larger(byte[] array) {
    if (array.length == LARGEST) {
      throw new BufferOverflowException();
    }
    return new byte[(int) Math.min(LARGEST, Math.max(1024, 2L * array.length))];
  }
}
