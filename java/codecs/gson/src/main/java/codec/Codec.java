package codec;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.Strictness;
import com.google.gson.TypeAdapter;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import serbench.Adapter;
import serbench.Bytes;
import serbench.Libraries;
import serbench.PlainTypes;

/** Gson: one instance for all calls and its adapter of the root class. */
public final class Codec implements Adapter {
  private static final int DEPTH = 10_000;

  private final Text text = new Text();
  private final Bytes encoded = new Bytes();
  private final Gson gson =
      new GsonBuilder()
          .setStrictness(Strictness.STRICT)
          .disableHtmlEscaping()
          .registerTypeAdapter(byte[].class, new Base64Adapter())
          .registerTypeAdapterFactory(new OneofFactory())
          .create();
  private final TypeAdapter<Object> root;

  @SuppressWarnings("unchecked")
  public Codec(PlainTypes types) {
    root = (TypeAdapter<Object>) gson.getAdapter(types.root());
  }

  @Override
  public Map<String, String> libraries() {
    return Libraries.ofMaven("com.google.code.gson", "gson");
  }

  @Override
  public Bytes encode(Object object) {
    text.reset();
    try {
      JsonWriter out = gson.newJsonWriter(text);
      root.write(out, object);
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
    byte[] bytes = text.bytes();
    return encoded.set(bytes, 0, bytes.length);
  }

  @Override
  public Object decode(Bytes message) {
    String json = new String(message.array, message.begin, message.size, StandardCharsets.UTF_8);
    try {
      JsonReader in = gson.newJsonReader(new StringReader(json));
      in.setNestingLimit(DEPTH);
      return root.read(in);
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
  }
}
