package codec;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.file.DataFileStream;
import org.apache.avro.file.DataFileWriter;
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

/** Apache Avro with generated classes; a message is a container file of one object. */
public final class Codec implements TouchAdapter {
  private static final byte[] SYNC = new byte[16];

  private final BytesStream stream = new BytesStream();
  private final Schema schema;
  private final SpecificDatumWriter<Object> writer;
  private final SpecificDatumReader<Object> reader;

  public Codec(PlainTypes types) {
    // A schema may name any class, so the library wants to be told which are meant.
    ClassSecurityValidator.setGlobal(
        ClassSecurityValidator.composite(
            ClassSecurityValidator.DEFAULT, type -> type.getPackageName().equals("wire")));
    schema = Conversions.schema();
    SpecificData.getForSchema(schema).setFastReaderEnabled(false);
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
    try (DataFileWriter<Object> file = new DataFileWriter<>(writer)) {
      file.create(schema, stream, SYNC);
      file.append(message);
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
    return stream.bytes();
  }

  @Override
  public Object deserialize(Bytes message) {
    ByteArrayInputStream bytes =
        new ByteArrayInputStream(message.array, message.begin, message.size);
    try (DataFileStream<Object> file = new DataFileStream<>(bytes, reader)) {
      if (!file.hasNext()) {
        throw new Malformed("The file holds no object.");
      }
      Object read = file.next();
      if (file.hasNext()) {
        throw new Malformed("The file holds several objects.");
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
