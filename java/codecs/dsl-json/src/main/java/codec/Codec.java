package codec;

import com.dslplatform.json.DslJson;
import com.dslplatform.json.JsonReader;
import com.dslplatform.json.JsonWriter;
import com.dslplatform.json.runtime.Settings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import serbench.Adapter;
import serbench.Bytes;
import serbench.Libraries;
import serbench.PlainTypes;

/** DSL-JSON with the converters that its annotation processor writes; reader and writer reused. */
public final class Codec implements Adapter {
  private final JsonWriter writer;
  private final JsonReader<Object> reader;
  private final JsonReader.ReadObject<?> readRoot;
  private final JsonWriter.WriteObject<Object> writeRoot;
  private final Bytes encoded = new Bytes();

  @SuppressWarnings("unchecked")
  public Codec(PlainTypes types) {
    DslJson<Object> json =
        new DslJson<>(
            Settings.basicSetup()
                .includeServiceLoader()
                .doublePrecision(JsonReader.DoublePrecision.EXACT));
    writer = json.newWriter();
    reader = json.newReader();
    readRoot = json.tryFindReader(types.root());
    writeRoot = (JsonWriter.WriteObject<Object>) json.tryFindWriter(types.root());
  }

  @Override
  public Map<String, String> libraries() {
    return Libraries.ofMaven("com.dslplatform", "dsl-json");
  }

  @Override
  public Bytes encode(Object object) {
    writer.reset();
    writeRoot.write(writer, object);
    return encoded.set(writer.getByteBuffer(), 0, writer.size());
  }

  @Override
  public Object decode(Bytes message) {
    // The reader begins at the beginning of an array.
    byte[] array = message.begin == 0 ? message.array : message.copy().array;
    try {
      return reader.process(array, message.size).next(readRoot);
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
  }
}
