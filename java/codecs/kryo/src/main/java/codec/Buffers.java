package codec;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;

/** The buffers of this codec, Kryo's ordinary ones; a variant has others. */
final class Buffers {
  private Buffers() {}

  static Output output() {
    return new Output(4096, -1);
  }

  static Input input() {
    return new Input();
  }

  /** By default numbers have variable length. */
  static void configure(Kryo kryo) {}
}
