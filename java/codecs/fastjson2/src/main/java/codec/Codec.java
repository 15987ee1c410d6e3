package codec;

import com.alibaba.fastjson2.JSONFactory;
import com.alibaba.fastjson2.JSONReader;
import com.alibaba.fastjson2.JSONWriter;
import com.alibaba.fastjson2.reader.ObjectReader;
import com.alibaba.fastjson2.reader.ObjectReaderProvider;
import com.alibaba.fastjson2.writer.ObjectWriter;
import com.alibaba.fastjson2.writer.ObjectWriterProvider;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import serbench.Adapter;
import serbench.Bytes;
import serbench.BytesStream;
import serbench.Libraries;
import serbench.PlainTypes;

/** fastjson2 with the readers and writers that it generates for the plain classes. */
public final class Codec implements Adapter {
  private static final int DEPTH = 10_000;

  private final JSONWriter.Context writing;
  private final JSONReader.Context reading;
  private final ObjectWriter<?> writer;
  private final ObjectReader<?> reader;
  private final BytesStream stream = new BytesStream();

  public Codec(PlainTypes types) {
    ObjectWriterProvider writers = new ObjectWriterProvider();
    writers.register(new WritingModule());
    writing =
        new JSONWriter.Context(
            writers,
            JSONWriter.Feature.WriteByteArrayAsBase64,
            JSONWriter.Feature.WriteNonStringKeyAsString);
    writing.setMaxLevel(DEPTH);
    writer = writers.getObjectWriter(types.root());
    ObjectReaderProvider readers = new ObjectReaderProvider();
    readers.register(new ReadingModule());
    reading = JSONFactory.createReadContext(readers, JSONReader.Feature.Base64StringAsByteArray);
    reading.setMaxLevel(DEPTH);
    reader = readers.getObjectReader(types.root());
  }

  @Override
  public Map<String, String> libraries() {
    return Libraries.ofMaven("com.alibaba.fastjson2", "fastjson2");
  }

  @Override
  public Bytes encode(Object object) {
    stream.reset();
    try (JSONWriter out = JSONWriter.ofUTF8(writing)) {
      out.setRootObject(object);
      writer.write(out, object, null, null, 0);
      out.flushTo(stream);
      return stream.bytes();
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
  }

  @Override
  public Object decode(Bytes message) {
    try (JSONReader in = JSONReader.of(message.array, message.begin, message.size, reading)) {
      return reader.readObject(in, null, null, 0);
    }
  }
}
