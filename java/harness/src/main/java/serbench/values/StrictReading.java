package serbench.values;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import serbench.Malformed;

/** Reads as {@link Reading} does and refuses every second encoding of a value. */
public final class StrictReading extends Reading {
  private static final int FLOAT_NAN = 0x7FC00000;
  private static final long DOUBLE_NAN = 0x7FF8000000000000L;

  private static boolean takesAnyOrder;

  private StrictReading() {}

  /** From now on keys of maps may come in any order, in which the maps are then filled. */
  public static void takeAnyOrder() {
    takesAnyOrder = true;
  }

  public static float getFloat(byte[] b, int at) {
    float value = Reading.getFloat(b, at);
    requireCanonical(value == value || Reading.getInt(b, at) == FLOAT_NAN);
    return value;
  }

  public static double getDouble(byte[] b, int at) {
    double value = Reading.getDouble(b, at);
    requireCanonical(value == value || Reading.getLong(b, at) == DOUBLE_NAN);
    return value;
  }

  public static float[] getFloats(byte[] b, int at) {
    float[] values = new float[count(b, at, 4)];
    for (int i = 0; i < values.length; i++) {
      values[i] = getFloat(b, at + 4 + 4 * i);
    }
    return values;
  }

  public static double[] getDoubles(byte[] b, int at) {
    double[] values = new double[count(b, at, 8)];
    for (int i = 0; i < values.length; i++) {
      values[i] = getDouble(b, at + 4 + 8 * i);
    }
    return values;
  }

  public static String getString(byte[] b, int at) {
    String value = Reading.getString(b, at);
    // Only where a replacement character came out can the bytes have been malformed.
    if (value.indexOf('\uFFFD') >= 0) {
      requireUtf8(b, at);
    }
    return value;
  }

  public static <K> void requireAscending(Comparator<K> order, K before, K key) {
    if (before != null && !takesAnyOrder && order.compare(before, key) >= 0) {
      throw new Malformed("The keys of a map do not ascend.");
    }
  }

  private static void requireUtf8(byte[] b, int at) {
    try {
      // A fresh decoder reports what is malformed instead of replacing it.
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(b, at + 4, count(b, at, 1)));
    } catch (CharacterCodingException fault) {
      throw new Malformed("A string is not UTF-8.");
    }
  }

  private static void requireCanonical(boolean canonical) {
    if (!canonical) {
      throw new Malformed("A NaN has another pattern than the canonical one.");
    }
  }
}
