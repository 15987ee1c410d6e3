package codec;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.message.BinaryMessageDecoder;
import org.apache.avro.message.BinaryMessageEncoder;
import org.apache.avro.message.SchemaStore;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.util.ClassSecurityValidator;
import serbench.Bytes;
import serbench.BytesStream;
import serbench.Libraries;
import serbench.Malformed;
import serbench.PlainTypes;
import serbench.Plan;
import serbench.TouchAdapter;

/** Apache Avro with generated classes and its single-object encoding; resolvers are kept. */
public final class Codec implements TouchAdapter {
  private final BytesStream stream = new BytesStream();
  private final BinaryMessageEncoder<Object> encoder;
  private final BinaryMessageDecoder<Object> decoder;

  public Codec(PlainTypes types) {
    // A schema may name any class, so the library wants to be told which are meant.
    ClassSecurityValidator.setGlobal(
        ClassSecurityValidator.composite(
            ClassSecurityValidator.DEFAULT, type -> type.getPackageName().equals("wire")));
    Schema schema = Conversions.schema();
    SpecificData data = SpecificData.getForSchema(schema);
    SchemaStore.Cache registry = new SchemaStore.Cache();
    Versions.schemas().forEach(registry::addSchema);
    encoder = new BinaryMessageEncoder<>(data, schema);
    decoder = new BinaryMessageDecoder<>(data, schema, registry);
  }

  @Override
  public Map<String, String> libraries() {
    return Libraries.ofMaven("org.apache.avro", "avro");
  }

  @Override
  public Object build(Object object) {
    return Conversions.buildRoot(object);
  }

  @Override
  public Bytes serialize(Object message) {
    stream.reset();
    try {
      encoder.encode(message, stream);
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
    return stream.bytes();
  }

  @Override
  public Object deserialize(Bytes message) {
    ByteArrayInputStream bytes =
        new ByteArrayInputStream(message.array, message.begin, message.size);
    try {
      Object read = decoder.decode(bytes);
      if (bytes.available() != 0) {
        throw new Malformed("Bytes are left over after the message.");
      }
      return read;
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
  }

  @Override
  public Object extract(Object message) {
    return Conversions.extractRoot(message);
  }

  @Override
  public long touch(Object opened, Plan plan) {
    return MessageAccess.touch(opened, plan);
  }
}
