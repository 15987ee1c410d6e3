package codec;

import org.bson.BsonReader;
import org.bson.BsonWriter;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;

/** The codec of the plain class, as an application registers it with the driver. */
final class PlainCodec implements org.bson.codecs.Codec<Object> {
  private final Class<Object> root;

  @SuppressWarnings("unchecked")
  PlainCodec(Class<?> root) {
    this.root = (Class<Object>) root;
  }

  @Override
  public void encode(BsonWriter writer, Object object, EncoderContext context) {
    Writing.write(object, writer);
  }

  @Override
  public Object decode(BsonReader reader, DecoderContext context) {
    return Reading.read(reader);
  }

  @Override
  public Class<Object> getEncoderClass() {
    return root;
  }
}
