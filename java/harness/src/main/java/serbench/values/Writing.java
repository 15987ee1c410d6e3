package serbench.values;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.Map;

/**
 * Writes single values as FORMAT.md's bytes at a position of an array and returns the position
 * behind them. An array that is too small throws IndexOutOfBoundsException.
 */
public class Writing {
  protected Writing() {}

  public static int putBool(byte[] b, int at, boolean value) {
    b[at] = (byte) (value ? 1 : 0);
    return at + 1;
  }

  public static int putInt(byte[] b, int at, int value) {
    Reading.INT.set(b, at, value);
    return at + 4;
  }

  public static int putLong(byte[] b, int at, long value) {
    Reading.LONG.set(b, at, value);
    return at + 8;
  }

  public static int putFloat(byte[] b, int at, float value) {
    Reading.FLOAT.set(b, at, value);
    return at + 4;
  }

  public static int putDouble(byte[] b, int at, double value) {
    Reading.DOUBLE.set(b, at, value);
    return at + 8;
  }

  public static int putString(byte[] b, int at, String value) {
    // The JDK turns a whole string into UTF-8 several times faster than a loop over its characters.
    return putBytes(b, at, value.getBytes(StandardCharsets.UTF_8));
  }

  public static int putBytes(byte[] b, int at, byte[] value) {
    Reading.INT.set(b, at, value.length);
    System.arraycopy(value, 0, b, at + 4, value.length);
    return at + 4 + value.length;
  }

  public static int putBools(byte[] b, int at, boolean[] values) {
    Reading.INT.set(b, at, values.length);
    for (int i = 0; i < values.length; i++) {
      b[at + 4 + i] = (byte) (values[i] ? 1 : 0);
    }
    return at + 4 + values.length;
  }

  public static int putInts(byte[] b, int at, int[] values) {
    block(b, at, values.length, 4).asIntBuffer().put(values);
    return at + 4 + 4 * values.length;
  }

  public static int putLongs(byte[] b, int at, long[] values) {
    block(b, at, values.length, 8).asLongBuffer().put(values);
    return at + 4 + 8 * values.length;
  }

  public static int putFloats(byte[] b, int at, float[] values) {
    block(b, at, values.length, 4).asFloatBuffer().put(values);
    return at + 4 + 4 * values.length;
  }

  public static int putDoubles(byte[] b, int at, double[] values) {
    block(b, at, values.length, 8).asDoubleBuffer().put(values);
    return at + 4 + 8 * values.length;
  }

  /** Writes the number of elements; what is returned is the place of the elements. */
  private static ByteBuffer block(byte[] b, int at, int count, int size) {
    Reading.INT.set(b, at, count);
    if ((long) count * size > b.length - at - 4) {
      throw new IndexOutOfBoundsException();
    }
    return ByteBuffer.wrap(b, at + 4, count * size).slice().order(ByteOrder.LITTLE_ENDIAN);
  }

  /** The entries as they are; the canonical writer puts them in order. */
  public static <K, V> Iterable<Map.Entry<K, V>> entries(Map<K, V> map, Comparator<K> order) {
    return map.entrySet();
  }
}
