package codec;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import serbench.Adapter;
import serbench.Bytes;
import serbench.BytesStream;
import serbench.PlainTypes;

/** Jackson's databind: one mapper of a format, its reader and writer of the root class reused. */
public final class Codec implements Adapter {
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
    try {
      writer.writeValue(stream, object);
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
    return stream.bytes();
  }

  @Override
  public Object decode(Bytes message) {
    try {
      return reader.readValue(message.array, message.begin, message.size);
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
  }
}
