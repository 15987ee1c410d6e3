package codec;

import com.google.gson.Gson;
import com.google.gson.TypeAdapter;
import com.google.gson.TypeAdapterFactory;
import com.google.gson.reflect.TypeToken;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/** Adapters of maps whose keys or values are unsigned numbers. */
public abstract class UnsignedMap implements TypeAdapterFactory {
  private final boolean unsignedKey;
  private final boolean unsignedValue;

  private UnsignedMap(boolean unsignedKey, boolean unsignedValue) {
    this.unsignedKey = unsignedKey;
    this.unsignedValue = unsignedValue;
  }

  public static final class OfKeys extends UnsignedMap {
    public OfKeys() {
      super(true, false);
    }
  }

  public static final class OfValues extends UnsignedMap {
    public OfValues() {
      super(false, true);
    }
  }

  public static final class OfBoth extends UnsignedMap {
    public OfBoth() {
      super(true, true);
    }
  }

  @Override
  @SuppressWarnings("unchecked")
  public <T> TypeAdapter<T> create(Gson gson, TypeToken<T> type) {
    Type[] parts = ((ParameterizedType) type.getType()).getActualTypeArguments();
    TypeAdapter<?> values =
        unsignedValue
            ? Unsigned.adapter((Class<?>) parts[1])
            : gson.getAdapter(TypeToken.get(parts[1]));
    Keys keys = unsignedKey ? Keys.unsigned(parts[0]) : Keys.plain(parts[0]);
    return (TypeAdapter<T>) new MapAdapter(keys, (TypeAdapter<Object>) values);
  }

  /** How keys become texts and texts keys. */
  private record Keys(Function<Object, String> text, Function<String, Object> key) {
    static Keys unsigned(Type type) {
      return type == Integer.class
          ? new Keys(key -> Integer.toUnsignedString((int) key), Integer::parseUnsignedInt)
          : new Keys(key -> Long.toUnsignedString((long) key), Long::parseUnsignedLong);
    }

    static Keys plain(Type type) {
      if (type == Integer.class) {
        return new Keys(Object::toString, Integer::valueOf);
      }
      if (type == Long.class) {
        return new Keys(Object::toString, Long::valueOf);
      }
      return new Keys(Object::toString, type == Boolean.class ? Boolean::valueOf : text -> text);
    }
  }

  private static final class MapAdapter extends TypeAdapter<Map<Object, Object>> {
    private final Keys keys;
    private final TypeAdapter<Object> values;

    MapAdapter(Keys keys, TypeAdapter<Object> values) {
      this.keys = keys;
      this.values = values;
    }

    @Override
    public void write(JsonWriter out, Map<Object, Object> map) throws IOException {
      out.beginObject();
      for (Map.Entry<Object, Object> entry : map.entrySet()) {
        out.name(keys.text().apply(entry.getKey()));
        values.write(out, entry.getValue());
      }
      out.endObject();
    }

    @Override
    public Map<Object, Object> read(JsonReader in) throws IOException {
      Map<Object, Object> map = new LinkedHashMap<>();
      in.beginObject();
      while (in.hasNext()) {
        Object key = keys.key().apply(in.nextName());
        map.put(key, values.read(in));
      }
      in.endObject();
      return map;
    }
  }
}
