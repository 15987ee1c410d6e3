package codec;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.SerializerFactory.FieldSerializerFactory;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.unsafe.UnsafeInput;
import com.esotericsoftware.kryo.unsafe.UnsafeOutput;

/** Kryo's Unsafe buffers: numbers of full width, as they lie in memory. */
final class Buffers {
  private Buffers() {}

  static Output output() {
    Output output = new UnsafeOutput(4096, -1);
    output.setVariableLengthEncoding(false);
    return output;
  }

  static Input input() {
    Input input = new UnsafeInput();
    input.setVariableLengthEncoding(false);
    return input;
  }

  /** Fields have a setting of their own. */
  static void configure(Kryo kryo) {
    FieldSerializerFactory fields = new FieldSerializerFactory();
    fields.getConfig().setVariableLengthEncoding(false);
    kryo.setDefaultSerializer(fields);
  }
}
