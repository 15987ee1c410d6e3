package codec;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.util.ClassSecurityValidator;
import serbench.Bytes;
import serbench.BytesStream;
import serbench.Libraries;
import serbench.Malformed;
import serbench.PlainTypes;
import serbench.Plan;
import serbench.TouchAdapter;

/** Apache Avro with generated classes; writer, reader, encoder and decoder are kept. */
public final class Codec implements TouchAdapter {
  private final BytesStream stream = new BytesStream();
  private final SpecificDatumWriter<Object> writer;
  private final SpecificDatumReader<Object> reader;
  private BinaryEncoder encoder;
  private BinaryDecoder decoder;

  public Codec(PlainTypes types) {
    // A schema may name any class, so the library wants to be told which are meant.
    ClassSecurityValidator.setGlobal(
        ClassSecurityValidator.composite(
            ClassSecurityValidator.DEFAULT, type -> type.getPackageName().equals("wire")));
    Schema schema = Conversions.schema();
    Coders.configure(SpecificData.getForSchema(schema));
    writer = new SpecificDatumWriter<>(schema);
    reader = new SpecificDatumReader<>(schema);
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
    encoder = EncoderFactory.get().binaryEncoder(stream, encoder);
    try {
      writer.write(message, encoder);
      encoder.flush();
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
    return stream.bytes();
  }

  @Override
  public Object deserialize(Bytes message) {
    decoder =
        DecoderFactory.get().binaryDecoder(message.array, message.begin, message.size, decoder);
    try {
      Object read = reader.read(null, decoder);
      if (!decoder.isEnd()) {
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
