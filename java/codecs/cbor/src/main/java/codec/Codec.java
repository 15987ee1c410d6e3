package codec;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.dataformat.cbor.CBORFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import serbench.Bytes;
import serbench.Libraries;
import serbench.Page;
import serbench.PlainTypes;

/** Jackson's databind with CBOR: one mapper, its reader and writer of the root class reused. */
public final class Codec implements Page {
  private final ExposedStream stream = new ExposedStream();
  private final Bytes encoded = new Bytes();
  private final ObjectWriter writer;
  private final ObjectReader reader;

  public Codec(PlainTypes types) {
    ObjectMapper mapper =
        Documents.mapper(CBORFactory.builder())
            .registerModules(TextKeys.module(), OneofSerializer.module());
    writer = mapper.writerFor(types.root());
    reader = mapper.readerFor(types.root());
  }

  @Override
  public Map<String, String> libraries() {
    return Libraries.ofMaven("com.fasterxml.jackson.dataformat", "jackson-dataformat-cbor");
  }

  @Override
  public Bytes encode(Object object) {
    stream.reset();
    try {
      writer.writeValue(stream, object);
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
    return stream.view(encoded);
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
