package codec;

import com.squareup.moshi.JsonAdapter;
import com.squareup.moshi.JsonReader;
import com.squareup.moshi.JsonWriter;
import com.squareup.moshi.Moshi;
import com.squareup.moshi.Types;
import java.io.IOException;
import java.lang.annotation.Annotation;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import serbench.UnsignedInt;

/** Adapters of unsigned numbers in signed types: single ones, boxed or not, arrays, and in maps. */
final class UnsignedNumbers {
  private static final JsonAdapter<Integer> INT = new IntAdapter().nullSafe();
  private static final JsonAdapter<Long> LONG = new LongAdapter().nullSafe();

  private UnsignedNumbers() {}

  /** Finds the adapters of fields that are marked, and of the classes of lists and maps. */
  static final class Factory implements JsonAdapter.Factory {
    @Override
    public JsonAdapter<?> create(Type type, Set<? extends Annotation> annotations, Moshi moshi) {
      boolean ofValues = has(annotations, Unsigned.class);
      boolean ofKeys = has(annotations, UnsignedKey.class);
      Class<?> raw = Types.getRawType(type);
      if (raw == LinkedHashMap.class || raw == ArrayList.class) {
        Type[] sides = ((ParameterizedType) type).getActualTypeArguments();
        return raw == LinkedHashMap.class
            ? PlainMap.of(side(sides[0], ofKeys, moshi), side(sides[1], ofValues, moshi))
            // Moshi knows lists by their interface alone, and makes such lists for it.
            : moshi.adapter(Types.newParameterizedType(List.class, sides[0]));
      }
      return ofValues ? adapter(raw) : null;
    }

    private static boolean has(
        Set<? extends Annotation> annotations, Class<? extends Annotation> one) {
      return annotations.stream().anyMatch(one::isInstance);
    }

    private static JsonAdapter<?> side(Type type, boolean unsigned, Moshi moshi) {
      return unsigned ? adapter(Types.getRawType(type)) : moshi.adapter(type);
    }
  }

  private static JsonAdapter<?> adapter(Class<?> type) {
    if (type.isArray()) {
      return type == int[].class ? new IntsAdapter() : new LongsAdapter();
    }
    return type == int.class || type == Integer.class ? INT : LONG;
  }

  private static void write(JsonWriter out, long value) throws IOException {
    if (value >= 0) {
      out.value(value);
    } else {
      out.value(new BigInteger(Long.toUnsignedString(value)));
    }
  }

  private static final class IntAdapter extends JsonAdapter<Integer> {
    @Override
    public void toJson(JsonWriter out, Integer value) throws IOException {
      out.value(Integer.toUnsignedLong(value));
    }

    @Override
    public Integer fromJson(JsonReader in) throws IOException {
      return UnsignedInt.of(in.nextLong());
    }
  }

  private static final class LongAdapter extends JsonAdapter<Long> {
    @Override
    public void toJson(JsonWriter out, Long value) throws IOException {
      write(out, value);
    }

    @Override
    public Long fromJson(JsonReader in) throws IOException {
      return Long.parseUnsignedLong(in.nextString());
    }
  }

  private static final class IntsAdapter extends JsonAdapter<int[]> {
    @Override
    public void toJson(JsonWriter out, int[] values) throws IOException {
      out.beginArray();
      for (int value : values) {
        out.value(Integer.toUnsignedLong(value));
      }
      out.endArray();
    }

    @Override
    public int[] fromJson(JsonReader in) throws IOException {
      int[] values = new int[16];
      int size = 0;
      in.beginArray();
      while (in.hasNext()) {
        if (size == values.length) {
          values = Arrays.copyOf(values, 2 * size);
        }
        values[size++] = UnsignedInt.of(in.nextLong());
      }
      in.endArray();
      return Arrays.copyOf(values, size);
    }
  }

  private static final class LongsAdapter extends JsonAdapter<long[]> {
    @Override
    public void toJson(JsonWriter out, long[] values) throws IOException {
      out.beginArray();
      for (long value : values) {
        write(out, value);
      }
      out.endArray();
    }

    @Override
    public long[] fromJson(JsonReader in) throws IOException {
      long[] values = new long[16];
      int size = 0;
      in.beginArray();
      while (in.hasNext()) {
        if (size == values.length) {
          values = Arrays.copyOf(values, 2 * size);
        }
        values[size++] = Long.parseUnsignedLong(in.nextString());
      }
      in.endArray();
      return Arrays.copyOf(values, size);
    }
  }
}
