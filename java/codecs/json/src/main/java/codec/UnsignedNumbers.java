package codec;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.util.ArrayBuilders;
import java.io.IOException;
import serbench.UnsignedInt;

/** Unsigned numbers in signed types: single ones, boxed or not, and arrays. */
final class UnsignedNumbers {
  private UnsignedNumbers() {}

  static JsonSerializer<?> serializer(Class<?> type) {
    if (type == int[].class) {
      return new IntsWriter();
    }
    if (type == long[].class) {
      return new LongsWriter();
    }
    return type == int.class || type == Integer.class ? new IntWriter() : new LongWriter();
  }

  static JsonDeserializer<?> deserializer(Class<?> type) {
    if (type == int[].class) {
      return new IntsReader();
    }
    if (type == long[].class) {
      return new LongsReader();
    }
    return type == int.class || type == Integer.class ? new IntReader() : new LongReader();
  }

  private static final class IntWriter extends JsonSerializer<Integer> {
    @Override
    public void serialize(Integer value, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      out.writeNumber(Integer.toUnsignedLong(value));
    }
  }

  private static final class LongWriter extends JsonSerializer<Long> {
    @Override
    public void serialize(Long value, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      Format.UNSIGNED.write(out, value);
    }
  }

  private static final class IntsWriter extends JsonSerializer<int[]> {
    @Override
    public void serialize(int[] values, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      out.writeStartArray(values, values.length);
      for (int value : values) {
        out.writeNumber(Integer.toUnsignedLong(value));
      }
      out.writeEndArray();
    }
  }

  private static final class LongsWriter extends JsonSerializer<long[]> {
    @Override
    public void serialize(long[] values, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      out.writeStartArray(values, values.length);
      for (long value : values) {
        Format.UNSIGNED.write(out, value);
      }
      out.writeEndArray();
    }
  }

  private static final class IntReader extends JsonDeserializer<Integer> {
    @Override
    public Integer deserialize(JsonParser in, DeserializationContext context) throws IOException {
      return UnsignedInt.of(in.getLongValue());
    }
  }

  private static final class LongReader extends JsonDeserializer<Long> {
    @Override
    public Long deserialize(JsonParser in, DeserializationContext context) throws IOException {
      return Format.UNSIGNED.read(in);
    }
  }

  private static final class IntsReader extends JsonDeserializer<int[]> {
    @Override
    public int[] deserialize(JsonParser in, DeserializationContext context) throws IOException {
      ArrayBuilders.IntBuilder builder = context.getArrayBuilders().getIntBuilder();
      int[] chunk = builder.resetAndStart();
      int used = 0;
      while (in.nextToken() != JsonToken.END_ARRAY) {
        if (used == chunk.length) {
          chunk = builder.appendCompletedChunk(chunk, used);
          used = 0;
        }
        chunk[used++] = UnsignedInt.of(in.getLongValue());
      }
      return builder.completeAndClearBuffer(chunk, used);
    }
  }

  private static final class LongsReader extends JsonDeserializer<long[]> {
    @Override
    public long[] deserialize(JsonParser in, DeserializationContext context) throws IOException {
      ArrayBuilders.LongBuilder builder = context.getArrayBuilders().getLongBuilder();
      long[] chunk = builder.resetAndStart();
      int used = 0;
      while (in.nextToken() != JsonToken.END_ARRAY) {
        if (used == chunk.length) {
          chunk = builder.appendCompletedChunk(chunk, used);
          used = 0;
        }
        chunk[used++] = Format.UNSIGNED.read(in);
      }
      return builder.completeAndClearBuffer(chunk, used);
    }
  }
}
