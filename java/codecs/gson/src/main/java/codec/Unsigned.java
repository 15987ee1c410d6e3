package codec;

import com.google.gson.Gson;
import com.google.gson.TypeAdapter;
import com.google.gson.TypeAdapterFactory;
import com.google.gson.reflect.TypeToken;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.util.Arrays;
import serbench.UnsignedInt;

/** Adapters of unsigned numbers in signed types: single ones, boxed or not, and arrays. */
public final class Unsigned implements TypeAdapterFactory {
  static final TypeAdapter<Integer> INT = new IntAdapter().nullSafe();
  static final TypeAdapter<Long> LONG = new LongAdapter().nullSafe();

  public Unsigned() {}

  @Override
  @SuppressWarnings("unchecked")
  public <T> TypeAdapter<T> create(Gson gson, TypeToken<T> type) {
    return (TypeAdapter<T>) adapter(type.getRawType());
  }

  static TypeAdapter<?> adapter(Class<?> type) {
    if (type.isArray()) {
      return type == int[].class ? new IntsAdapter() : new LongsAdapter();
    }
    return type == int.class || type == Integer.class ? INT : LONG;
  }

  private static void write(JsonWriter out, long value) throws IOException {
    if (value >= 0) {
      out.value(value);
    } else {
      out.jsonValue(Long.toUnsignedString(value));
    }
  }

  /** JsonReader.nextLong takes what exceeds a long for a double, which rounds. */
  private static long read(JsonReader in) throws IOException {
    return Long.parseUnsignedLong(in.nextString());
  }

  private static final class IntAdapter extends TypeAdapter<Integer> {
    @Override
    public void write(JsonWriter out, Integer value) throws IOException {
      out.value(Integer.toUnsignedLong(value));
    }

    @Override
    public Integer read(JsonReader in) throws IOException {
      return UnsignedInt.of(in.nextLong());
    }
  }

  private static final class LongAdapter extends TypeAdapter<Long> {
    @Override
    public void write(JsonWriter out, Long value) throws IOException {
      Unsigned.write(out, value);
    }

    @Override
    public Long read(JsonReader in) throws IOException {
      return Unsigned.read(in);
    }
  }

  private static final class IntsAdapter extends TypeAdapter<int[]> {
    @Override
    public void write(JsonWriter out, int[] values) throws IOException {
      out.beginArray();
      for (int value : values) {
        out.value(Integer.toUnsignedLong(value));
      }
      out.endArray();
    }

    @Override
    public int[] read(JsonReader in) throws IOException {
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

  private static final class LongsAdapter extends TypeAdapter<long[]> {
    @Override
    public void write(JsonWriter out, long[] values) throws IOException {
      out.beginArray();
      for (long value : values) {
        Unsigned.write(out, value);
      }
      out.endArray();
    }

    @Override
    public long[] read(JsonReader in) throws IOException {
      long[] values = new long[16];
      int size = 0;
      in.beginArray();
      while (in.hasNext()) {
        if (size == values.length) {
          values = Arrays.copyOf(values, 2 * size);
        }
        values[size++] = Unsigned.read(in);
      }
      in.endArray();
      return Arrays.copyOf(values, size);
    }
  }
}
