package codec;

import com.squareup.moshi.Json;
import com.squareup.moshi.JsonAdapter;
import com.squareup.moshi.JsonReader;
import com.squareup.moshi.JsonWriter;
import com.squareup.moshi.Moshi;
import com.squareup.moshi.Types;
import java.io.IOException;
import java.lang.reflect.Type;
import java.util.HashMap;
import java.util.Map;

/**
 * Adapters of sealed interfaces whose classes have one field each: an object with one member, whose
 * name tells the class. An adapter of such a class, which Moshi makes, writes that object.
 */
final class OneofAdapter extends JsonAdapter<Object> {
  static final JsonAdapter.Factory FACTORY =
      (type, annotations, moshi) -> {
        Class<?> oneof = Types.getRawType(type);
        return oneof.isSealed() ? new OneofAdapter(moshi, oneof) : null;
      };

  private final Map<Class<?>, JsonAdapter<Object>> byClass = new HashMap<>();
  private final Map<String, JsonAdapter<Object>> byName = new HashMap<>();

  private OneofAdapter(Moshi moshi, Class<?> oneof) {
    for (Class<?> ofCase : oneof.getPermittedSubclasses()) {
      JsonAdapter<Object> adapter = moshi.adapter((Type) ofCase);
      byClass.put(ofCase, adapter);
      byName.put(ofCase.getFields()[0].getAnnotation(Json.class).name(), adapter);
    }
  }

  @Override
  public void toJson(JsonWriter out, Object oneof) throws IOException {
    if (oneof == null) {
      out.nullValue();
    } else {
      byClass.get(oneof.getClass()).toJson(out, oneof);
    }
  }

  @Override
  public Object fromJson(JsonReader in) throws IOException {
    if (in.peek() == JsonReader.Token.NULL) {
      return in.nextNull();
    }
    JsonAdapter<Object> ofCase = null;
    // A second reader looks for the name ("peekJson" in the documentation of JsonReader).
    try (JsonReader ahead = in.peekJson()) {
      ahead.beginObject();
      while (ofCase == null && ahead.hasNext()) {
        ofCase = byName.get(ahead.nextName());
        ahead.skipValue();
      }
    }
    if (ofCase != null) {
      return ofCase.fromJson(in);
    }
    in.skipValue();
    return null;
  }
}
