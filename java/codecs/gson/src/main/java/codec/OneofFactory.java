package codec;

import com.google.gson.Gson;
import com.google.gson.TypeAdapter;
import com.google.gson.TypeAdapterFactory;
import com.google.gson.annotations.JsonAdapter;
import com.google.gson.annotations.SerializedName;
import com.google.gson.reflect.TypeToken;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.util.HashMap;
import java.util.Map;

/**
 * Adapters of sealed interfaces whose classes have one field each: an object with one member, whose
 * name tells the class.
 */
final class OneofFactory implements TypeAdapterFactory {
  @Override
  @SuppressWarnings("unchecked")
  public <T> TypeAdapter<T> create(Gson gson, TypeToken<T> type) {
    Class<? super T> oneof = type.getRawType();
    return oneof.isSealed() ? (TypeAdapter<T>) new OneofAdapter(gson, oneof) : null;
  }

  /** One class of a oneof: how it is made, and its field with the name and the adapter. */
  private record Case(
      Constructor<?> constructor, Field field, String name, TypeAdapter<Object> adapter) {
    @SuppressWarnings("unchecked")
    static Case of(Gson gson, Class<?> ofCase) {
      Field field = ofCase.getFields()[0];
      TypeToken<?> type = TypeToken.get(field.getGenericType());
      boolean unsigned = field.isAnnotationPresent(JsonAdapter.class);
      TypeAdapter<?> adapter = unsigned ? new Unsigned().create(gson, type) : gson.getAdapter(type);
      try {
        String name = field.getAnnotation(SerializedName.class).value();
        return new Case(ofCase.getConstructor(), field, name, (TypeAdapter<Object>) adapter);
      } catch (NoSuchMethodException fault) {
        throw new IllegalArgumentException(fault);
      }
    }

    void write(JsonWriter out, Object object) throws IOException {
      try {
        out.name(name);
        adapter.write(out, field.get(object));
      } catch (IllegalAccessException fault) {
        throw new IllegalArgumentException(fault);
      }
    }

    Object read(JsonReader in) throws IOException {
      try {
        Object object = constructor.newInstance();
        field.set(object, adapter.read(in));
        return object;
      } catch (ReflectiveOperationException fault) {
        throw new IllegalArgumentException(fault);
      }
    }
  }

  private static final class OneofAdapter extends TypeAdapter<Object> {
    private final Map<Class<?>, Case> byClass = new HashMap<>();
    private final Map<String, Case> byName = new HashMap<>();

    OneofAdapter(Gson gson, Class<?> oneof) {
      for (Class<?> permitted : oneof.getPermittedSubclasses()) {
        Case found = Case.of(gson, permitted);
        byClass.put(permitted, found);
        byName.put(found.name(), found);
      }
    }

    @Override
    public void write(JsonWriter out, Object object) throws IOException {
      if (object == null) {
        out.nullValue();
        return;
      }
      out.beginObject();
      byClass.get(object.getClass()).write(out, object);
      out.endObject();
    }

    @Override
    public Object read(JsonReader in) throws IOException {
      if (in.peek() == JsonToken.NULL) {
        in.nextNull();
        return null;
      }
      Object object = null;
      in.beginObject();
      while (in.hasNext()) {
        Case found = byName.get(in.nextName());
        if (found == null) {
          in.skipValue();
        } else {
          object = found.read(in);
        }
      }
      in.endObject();
      return object;
    }
  }
}
