package codec;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import serbench.Adapter;
import serbench.Bytes;
import serbench.BytesStream;
import serbench.PlainTypes;

/** The bytes of java/json through java.util.zip, each object a gzip member of its own. */
public final class Codec implements Adapter {
  private static final int BUFFER_SIZE = 8192;

  private final BytesStream stream = new BytesStream();
  private final ObjectWriter writer;
  private final ObjectReader reader;

  public Codec(PlainTypes types) {
    ObjectMapper mapper = Format.mapper();
    writer = mapper.writerFor(types.root());
    reader = mapper.readerFor(types.root());
  }

  @Override
  public Map<String, String> libraries() {
    return Format.libraries();
  }

  @Override
  public Bytes encode(Object object) {
    stream.reset();
    try (GZIPOutputStream zipped = new GZIPOutputStream(stream, BUFFER_SIZE)) {
      writer.writeValue(zipped, object);
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
    return stream.bytes();
  }

  @Override
  public Object decode(Bytes message) {
    ByteArrayInputStream bytes =
        new ByteArrayInputStream(message.array, message.begin, message.size);
    try (GZIPInputStream unzipped = new GZIPInputStream(bytes, BUFFER_SIZE)) {
      return reader.readValue(unzipped);
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
  }
}
