package codec;

import com.esotericsoftware.kryo.Kryo;

/** How classes are serialized, here by Kryo's default; a variant has another way. */
final class Mode {
  private Mode() {}

  static void configure(Kryo kryo) {}
}
