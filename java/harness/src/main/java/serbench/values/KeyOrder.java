package serbench.values;

import java.util.Comparator;

/** The orders of map keys (FORMAT.md, section 1). */
public final class KeyOrder {
  public static final Comparator<Boolean> BOOL = Boolean::compare;
  public static final Comparator<Integer> INT = Integer::compare;
  public static final Comparator<Integer> UNSIGNED_INT = Integer::compareUnsigned;
  public static final Comparator<Long> LONG = Long::compare;
  public static final Comparator<Long> UNSIGNED_LONG = Long::compareUnsigned;

  /** By code points, which is the order of the UTF-8 bytes as unsigned numbers. */
  public static final Comparator<String> STRING = KeyOrder::compareCodePoints;

  private KeyOrder() {}

  private static int compareCodePoints(String left, String right) {
    int common = Math.min(left.length(), right.length());
    for (int i = 0; i < common; i++) {
      char x = left.charAt(i);
      char y = right.charAt(i);
      if (x != y) {
        // A surrogate stands for a code point above all that fit one unit, U+E000 and up included.
        boolean large = Character.isSurrogate(x);
        return large == Character.isSurrogate(y) ? x - y : large ? 1 : -1;
      }
    }
    return left.length() - right.length();
  }
}
