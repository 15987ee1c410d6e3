package codec;

import com.alibaba.fastjson2.JSONReader;
import com.alibaba.fastjson2.JSONWriter;
import com.alibaba.fastjson2.reader.ObjectReader;
import com.alibaba.fastjson2.writer.ObjectWriter;
import java.lang.reflect.Type;
import java.util.Arrays;
import serbench.UnsignedInt;

/** Writers and readers of unsigned numbers in signed types: single ones and arrays. */
final class UnsignedNumbers {
  private UnsignedNumbers() {}

  /** The writer of a type of numbers, int or long, boxed or not, or of an array of them. */
  static Class<? extends ObjectWriter<?>> writer(Class<?> type) {
    if (type.isArray()) {
      return type == int[].class ? IntsWriter.class : LongsWriter.class;
    }
    return NumberWriter.class;
  }

  static Class<? extends ObjectReader<?>> reader(Class<?> type) {
    if (type.isArray()) {
      return type == int[].class ? IntsReader.class : LongsReader.class;
    }
    return type == int.class || type == Integer.class ? IntReader.class : LongReader.class;
  }

  private static void write(JSONWriter out, long value) {
    if (value >= 0) {
      out.writeInt64(value);
    } else {
      out.writeRaw(Long.toUnsignedString(value));
    }
  }

  /** A number that is an Integer or a Long. */
  static void write(JSONWriter out, Object value) {
    if (value instanceof Integer number) {
      out.writeInt64(Integer.toUnsignedLong(number));
    } else {
      write(out, (long) (Long) value);
    }
  }

  /** The digits of an Integer or a Long. */
  static String text(Object value) {
    return value instanceof Integer number
        ? Integer.toUnsignedString(number)
        : Long.toUnsignedString((Long) value);
  }

  /** Only a number beyond the range of long becomes a BigInteger, whose low 64 bits these are. */
  private static long read(JSONReader in) {
    return in.readNumber().longValue();
  }

  static final class NumberWriter implements ObjectWriter<Number> {
    @Override
    public void write(JSONWriter out, Object value, Object name, Type type, long features) {
      UnsignedNumbers.write(out, value);
    }
  }

  static final class IntsWriter implements ObjectWriter<int[]> {
    @Override
    public void write(JSONWriter out, Object value, Object name, Type type, long features) {
      long[] values = Arrays.stream((int[]) value).mapToLong(Integer::toUnsignedLong).toArray();
      out.writeInt64(values);
    }
  }

  static final class LongsWriter implements ObjectWriter<long[]> {
    @Override
    public void write(JSONWriter out, Object value, Object name, Type type, long features) {
      out.startArray();
      long[] values = (long[]) value;
      for (int i = 0; i < values.length; i++) {
        if (i != 0) {
          out.writeComma();
        }
        UnsignedNumbers.write(out, values[i]);
      }
      out.endArray();
    }
  }

  static final class IntReader implements ObjectReader<Integer> {
    @Override
    public Integer readObject(JSONReader in, Type type, Object name, long features) {
      return in.readIfNull() ? null : UnsignedInt.of(in.readInt64Value());
    }
  }

  static final class LongReader implements ObjectReader<Long> {
    @Override
    public Long readObject(JSONReader in, Type type, Object name, long features) {
      return in.readIfNull() ? null : read(in);
    }
  }

  static final class IntsReader implements ObjectReader<int[]> {
    @Override
    public int[] readObject(JSONReader in, Type type, Object name, long features) {
      long[] values = in.readInt64ValueArray();
      return values == null ? null : Arrays.stream(values).mapToInt(UnsignedInt::of).toArray();
    }
  }

  static final class LongsReader implements ObjectReader<long[]> {
    @Override
    public long[] readObject(JSONReader in, Type type, Object name, long features) {
      long[] values = new long[16];
      int size = 0;
      in.nextIfArrayStart();
      while (!in.nextIfArrayEnd()) {
        if (size == values.length) {
          values = Arrays.copyOf(values, 2 * size);
        }
        values[size++] = read(in);
      }
      in.nextIfComma();
      return Arrays.copyOf(values, size);
    }
  }
}
