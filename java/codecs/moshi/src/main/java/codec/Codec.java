package codec;

import com.squareup.moshi.JsonAdapter;
import com.squareup.moshi.JsonReader;
import com.squareup.moshi.Moshi;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Type;
import java.util.Map;
import okio.Buffer;
import serbench.Adapter;
import serbench.Bytes;
import serbench.Libraries;
import serbench.Malformed;
import serbench.PlainTypes;

/** Moshi: one instance for all calls and its adapter of the root class. */
public final class Codec implements Adapter {
  private final Buffer buffer = new Buffer();
  private final Bytes encoded = new Bytes();
  private final JsonAdapter<Object> root;

  public Codec(PlainTypes types) {
    Moshi moshi =
        new Moshi.Builder()
            .add(Unsigned.FACTORY)
            .add(byte[].class, new Base64Adapter())
            .add(OneofAdapter.FACTORY)
            .build();
    root = moshi.adapter((Type) types.root());
  }

  @Override
  public Map<String, String> libraries() {
    return Libraries.ofJarName("moshi", Moshi.class);
  }

  @Override
  public Bytes encode(Object object) {
    try {
      root.toJson(buffer, object);
    } catch (IOException fault) {
      buffer.clear();
      throw new UncheckedIOException(fault);
    }
    byte[] bytes = buffer.readByteArray();
    return encoded.set(bytes, 0, bytes.length);
  }

  @Override
  public Object decode(Bytes message) {
    Buffer bytes = new Buffer().write(message.array, message.begin, message.size);
    try {
      JsonReader in = JsonReader.of(bytes);
      Object object = root.fromJson(in);
      if (in.peek() != JsonReader.Token.END_DOCUMENT) {
        throw new Malformed("Bytes are left over after the value.");
      }
      return object;
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
  }
}
