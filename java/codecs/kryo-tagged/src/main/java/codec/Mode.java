package codec;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.SerializerFactory.TaggedFieldSerializerFactory;

/** Fields have tags, and their values sizes, so that unknown ones can be skipped. */
final class Mode {
  private Mode() {}

  static void configure(Kryo kryo) {
    TaggedFieldSerializerFactory tagged = new TaggedFieldSerializerFactory();
    tagged.getConfig().setChunkedEncoding(true);
    kryo.setDefaultSerializer(tagged);
  }
}
