package serbench;

/** Numbers of 32 bits without a sign, which lie in an int, as libraries read them. */
public final class UnsignedInt {
  private UnsignedInt() {}

  /** Throws Malformed for what 32 bits do not hold, instead of another number. */
  public static int of(long value) {
    if (value >>> Integer.SIZE != 0) {
      throw new Malformed("A number without a sign does not fit 32 bits: " + value + ".");
    }
    return (int) value;
  }
}
