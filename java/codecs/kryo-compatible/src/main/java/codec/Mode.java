package codec;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.SerializerFactory.CompatibleFieldSerializerFactory;

/**
 * Messages have the names of fields, and their values sizes, so that unknown ones can be skipped.
 */
final class Mode {
  private Mode() {}

  static void configure(Kryo kryo) {
    CompatibleFieldSerializerFactory compatible = new CompatibleFieldSerializerFactory();
    compatible.getConfig().setChunkedEncoding(true);
    kryo.setDefaultSerializer(compatible);
  }
}
