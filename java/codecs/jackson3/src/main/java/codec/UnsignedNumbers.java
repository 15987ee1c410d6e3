package codec;

import serbench.UnsignedInt;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.util.ArrayBuilders;

/** Unsigned numbers in signed types: single ones, boxed or not, and arrays. */
final class UnsignedNumbers {
  private UnsignedNumbers() {}

  static ValueSerializer<?> serializer(Class<?> type) {
    if (type == int[].class) {
      return new IntsWriter();
    }
    if (type == long[].class) {
      return new LongsWriter();
    }
    return type == int.class || type == Integer.class ? new IntWriter() : new LongWriter();
  }

  static ValueDeserializer<?> deserializer(Class<?> type) {
    if (type == int[].class) {
      return new IntsReader();
    }
    if (type == long[].class) {
      return new LongsReader();
    }
    return type == int.class || type == Integer.class ? new IntReader() : new LongReader();
  }

  private static final class IntWriter extends ValueSerializer<Integer> {
    @Override
    public void serialize(Integer value, JsonGenerator out, SerializationContext provider) {
      out.writeNumber(Integer.toUnsignedLong(value));
    }
  }

  private static final class LongWriter extends ValueSerializer<Long> {
    @Override
    public void serialize(Long value, JsonGenerator out, SerializationContext provider) {
      UnsignedLong.write(out, value);
    }
  }

  private static final class IntsWriter extends ValueSerializer<int[]> {
    @Override
    public void serialize(int[] values, JsonGenerator out, SerializationContext provider) {
      out.writeStartArray(values, values.length);
      for (int value : values) {
        out.writeNumber(Integer.toUnsignedLong(value));
      }
      out.writeEndArray();
    }
  }

  private static final class LongsWriter extends ValueSerializer<long[]> {
    @Override
    public void serialize(long[] values, JsonGenerator out, SerializationContext provider) {
      out.writeStartArray(values, values.length);
      for (long value : values) {
        UnsignedLong.write(out, value);
      }
      out.writeEndArray();
    }
  }

  private static final class IntReader extends ValueDeserializer<Integer> {
    @Override
    public Integer deserialize(JsonParser in, DeserializationContext context) {
      return UnsignedInt.of(in.getLongValue());
    }
  }

  private static final class LongReader extends ValueDeserializer<Long> {
    @Override
    public Long deserialize(JsonParser in, DeserializationContext context) {
      return UnsignedLong.read(in);
    }
  }

  private static final class IntsReader extends ValueDeserializer<int[]> {
    @Override
    public int[] deserialize(JsonParser in, DeserializationContext context) {
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

  private static final class LongsReader extends ValueDeserializer<long[]> {
    @Override
    public long[] deserialize(JsonParser in, DeserializationContext context) {
      ArrayBuilders.LongBuilder builder = context.getArrayBuilders().getLongBuilder();
      long[] chunk = builder.resetAndStart();
      int used = 0;
      while (in.nextToken() != JsonToken.END_ARRAY) {
        if (used == chunk.length) {
          chunk = builder.appendCompletedChunk(chunk, used);
          used = 0;
        }
        chunk[used++] = UnsignedLong.read(in);
      }
      return builder.completeAndClearBuffer(chunk, used);
    }
  }
}
