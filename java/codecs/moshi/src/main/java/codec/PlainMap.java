package codec;

import com.squareup.moshi.JsonAdapter;
import com.squareup.moshi.JsonReader;
import com.squareup.moshi.JsonWriter;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** The adapter of a plain map; Moshi's own makes maps of a class of its own. */
final class PlainMap<K, V> extends JsonAdapter<LinkedHashMap<K, V>> {
  private final JsonAdapter<K> keys;
  private final JsonAdapter<V> values;

  private PlainMap(JsonAdapter<K> keys, JsonAdapter<V> values) {
    this.keys = keys;
    this.values = values;
  }

  static <K, V> PlainMap<K, V> of(JsonAdapter<K> keys, JsonAdapter<V> values) {
    return new PlainMap<>(keys, values);
  }

  @Override
  public void toJson(JsonWriter out, LinkedHashMap<K, V> map) throws IOException {
    out.beginObject();
    for (Map.Entry<K, V> entry : map.entrySet()) {
      out.promoteValueToName();
      keys.toJson(out, entry.getKey());
      values.toJson(out, entry.getValue());
    }
    out.endObject();
  }

  @Override
  public LinkedHashMap<K, V> fromJson(JsonReader in) throws IOException {
    LinkedHashMap<K, V> map = new LinkedHashMap<>();
    in.beginObject();
    while (in.hasNext()) {
      in.promoteNameToValue();
      K key = keys.fromJson(in);
      map.put(key, values.fromJson(in));
    }
    in.endObject();
    return map;
  }
}
