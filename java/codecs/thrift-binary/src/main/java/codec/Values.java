package codec;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import serbench.Malformed;
import serbench.values.BoxedLists;
import serbench.values.Touch;

/** Lists of numbers as Thrift's classes hold them: floats are doubles there. */
final class Values extends BoxedLists {
  private Values() {}

  static List<Double> list(float[] from) {
    List<Double> to = new ArrayList<>(from.length);
    for (float value : from) {
      to.add((double) value);
    }
    return to;
  }

  static float[] floats(List<Double> from) {
    float[] to = new float[from.size()];
    for (int i = 0; i < to.length; i++) {
      to[i] = from.get(i).floatValue();
    }
    return to;
  }

  /** The one message in a list that stands for it. */
  static <T> T only(List<T> from) {
    if (from.size() != 1) {
      throw new Malformed("A list that stands for one message holds another number of them.");
    }
    return from.get(0);
  }

  /** A missing map is an empty one. */
  static <K, V> Set<Map.Entry<K, V>> entries(Map<K, V> from) {
    return from == null ? Set.of() : from.entrySet();
  }

  static long touch(double value) {
    return Touch.ofFloat((float) value);
  }
}
