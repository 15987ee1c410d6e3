package serbench.values;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import serbench.Malformed;

/**
 * Reads single values of FORMAT.md's bytes. What lies beyond the end of the array throws
 * IndexOutOfBoundsException; what lies beyond the end of the value is found out when it is read.
 */
public class Reading {
  static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  static final VarHandle FLOAT =
      MethodHandles.byteArrayViewVarHandle(float[].class, ByteOrder.LITTLE_ENDIAN);
  static final VarHandle DOUBLE =
      MethodHandles.byteArrayViewVarHandle(double[].class, ByteOrder.LITTLE_ENDIAN);

  /** How deep messages that can hold themselves may lie in one another (FORMAT.md, section 1). */
  public static final int DEEPEST = 1024;

  protected Reading() {}

  /** The levels that are left within a message that can hold itself. */
  public static int below(int levels) {
    if (levels == 0) {
      throw new Malformed("Messages lie more than " + DEEPEST + " deep in one another.");
    }
    return levels - 1;
  }

  public static boolean getBool(byte[] b, int at) {
    byte value = b[at];
    if ((value & ~1) != 0) {
      throw new Malformed("A bool or presence byte is neither 0 nor 1.");
    }
    return value == 1;
  }

  public static int getInt(byte[] b, int at) {
    return (int) INT.get(b, at);
  }

  public static long getLong(byte[] b, int at) {
    return (long) LONG.get(b, at);
  }

  public static float getFloat(byte[] b, int at) {
    return (float) FLOAT.get(b, at);
  }

  public static double getDouble(byte[] b, int at) {
    return (double) DOUBLE.get(b, at);
  }

  /** Bytes that are no UTF-8 become replacement characters. */
  public static String getString(byte[] b, int at) {
    return new String(b, at + 4, count(b, at, 1), StandardCharsets.UTF_8);
  }

  public static byte[] getBytes(byte[] b, int at) {
    byte[] value = new byte[count(b, at, 1)];
    System.arraycopy(b, at + 4, value, 0, value.length);
    return value;
  }

  public static boolean[] getBools(byte[] b, int at) {
    boolean[] values = new boolean[count(b, at, 1)];
    for (int i = 0; i < values.length; i++) {
      values[i] = getBool(b, at + 4 + i);
    }
    return values;
  }

  public static int[] getInts(byte[] b, int at) {
    int[] values = new int[count(b, at, 4)];
    block(b, at, 4 * values.length).asIntBuffer().get(values);
    return values;
  }

  public static long[] getLongs(byte[] b, int at) {
    long[] values = new long[count(b, at, 8)];
    block(b, at, 8 * values.length).asLongBuffer().get(values);
    return values;
  }

  public static float[] getFloats(byte[] b, int at) {
    float[] values = new float[count(b, at, 4)];
    block(b, at, 4 * values.length).asFloatBuffer().get(values);
    return values;
  }

  public static double[] getDoubles(byte[] b, int at) {
    double[] values = new double[count(b, at, 8)];
    block(b, at, 8 * values.length).asDoubleBuffer().get(values);
    return values;
  }

  private static ByteBuffer block(byte[] b, int at, int size) {
    return ByteBuffer.wrap(b, at + 4, size).slice().order(ByteOrder.LITTLE_ENDIAN);
  }

  /**
   * A number of bytes, elements or entries. One that the rest of the array cannot hold, where each
   * takes {@code leastBytes} or more, is refused before room is made for it.
   */
  public static int count(byte[] b, int at, int leastBytes) {
    int n = getInt(b, at);
    if (n < 0 || (long) n * leastBytes > b.length - at - 4) {
      throw new Malformed("The bytes end inside a value.");
    }
    return n;
  }

  /** The position behind a string or bytes at {@code at}. */
  public static int behind(byte[] b, int at) {
    return behind(b, at, 1);
  }

  /** The position behind a list at {@code at} whose elements have {@code size} bytes each. */
  public static int behind(byte[] b, int at, int size) {
    return at + 4 + size * count(b, at, size);
  }

  /** An empty list with room for n elements; elements without bytes get room as they come. */
  public static <T> ArrayList<T> list(int n, int leastBytes) {
    return n == 0 || leastBytes == 0 ? new ArrayList<>() : new ArrayList<>(n);
  }

  /** An empty map with room for n entries. */
  public static <K, V> LinkedHashMap<K, V> map(int n) {
    return n == 0
        ? new LinkedHashMap<>()
        : new LinkedHashMap<>((int) Math.min(1 << 30, n * 4L / 3 + 1));
  }

  /** The strict reader refuses keys that do not ascend; this one takes any order. */
  public static <K> void requireAscending(Comparator<K> order, K before, K key) {}
}
