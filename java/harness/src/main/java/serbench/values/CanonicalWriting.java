package serbench.values;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Writes as {@link Writing} does, with one pattern for every NaN and the keys of maps ascending.
 */
public final class CanonicalWriting extends Writing {
  private CanonicalWriting() {}

  public static int putFloat(byte[] b, int at, float value) {
    return putInt(b, at, Float.floatToIntBits(value));
  }

  public static int putDouble(byte[] b, int at, double value) {
    return putLong(b, at, Double.doubleToLongBits(value));
  }

  public static int putFloats(byte[] b, int begin, float[] values) {
    int at = putInt(b, begin, values.length);
    for (float value : values) {
      at = putFloat(b, at, value);
    }
    return at;
  }

  public static int putDoubles(byte[] b, int begin, double[] values) {
    int at = putInt(b, begin, values.length);
    for (double value : values) {
      at = putDouble(b, at, value);
    }
    return at;
  }

  public static <K, V> Iterable<Map.Entry<K, V>> entries(Map<K, V> map, Comparator<K> order) {
    List<Map.Entry<K, V>> entries = new ArrayList<>(map.entrySet());
    entries.sort(Map.Entry.comparingByKey(order));
    return entries;
  }
}
