package codec;

import java.util.ArrayList;
import java.util.List;
import serbench.values.BoxedLists;

/** Lists of numbers as Avro's classes hold them. */
final class Values extends BoxedLists {
  private Values() {}

  static List<Float> list(float[] from) {
    List<Float> to = new ArrayList<>(from.length);
    for (float value : from) {
      to.add(value);
    }
    return to;
  }

  static float[] floats(List<Float> from) {
    float[] to = new float[from.size()];
    for (int i = 0; i < to.length; i++) {
      to[i] = from.get(i);
    }
    return to;
  }
}
