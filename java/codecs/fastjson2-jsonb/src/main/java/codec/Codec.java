package codec;

import com.alibaba.fastjson2.JSONFactory;
import com.alibaba.fastjson2.JSONReader;
import com.alibaba.fastjson2.JSONWriter;
import com.alibaba.fastjson2.reader.ObjectReader;
import com.alibaba.fastjson2.reader.ObjectReaderProvider;
import com.alibaba.fastjson2.writer.ObjectWriter;
import com.alibaba.fastjson2.writer.ObjectWriterProvider;
import java.util.Map;
import serbench.Adapter;
import serbench.Bytes;
import serbench.Libraries;
import serbench.PlainTypes;

/** fastjson2's binary format with the readers and writers that it generates for plain classes. */
public final class Codec implements Adapter {
  private static final int DEPTH = 10_000;

  private final JSONWriter.Context writing;
  private final JSONReader.Context reading;
  private final ObjectWriter<?> writer;
  private final ObjectReader<?> reader;
  private final Bytes encoded = new Bytes();

  public Codec(PlainTypes types) {
    ObjectWriterProvider writers = new ObjectWriterProvider();
    writing = new JSONWriter.Context(writers);
    writing.setMaxLevel(DEPTH);
    writer = writers.getObjectWriter(types.root());
    ObjectReaderProvider readers = new ObjectReaderProvider();
    readers.register(new ReadingModule());
    reading = JSONFactory.createReadContext(readers);
    reading.setMaxLevel(DEPTH);
    reader = readers.getObjectReader(types.root());
  }

  @Override
  public Map<String, String> libraries() {
    return Libraries.ofMaven("com.alibaba.fastjson2", "fastjson2");
  }

  @Override
  public Bytes encode(Object object) {
    try (JSONWriter out = JSONWriter.ofJSONB(writing)) {
      out.setRootObject(object);
      writer.writeJSONB(out, object, null, null, 0);
      byte[] bytes = out.getBytes();
      return encoded.set(bytes, 0, bytes.length);
    }
  }

  @Override
  public Object decode(Bytes message) {
    try (JSONReader in = JSONReader.ofJSONB(message.array, message.begin, message.size, reading)) {
      return reader.readJSONBObject(in, null, null, 0);
    }
  }
}
