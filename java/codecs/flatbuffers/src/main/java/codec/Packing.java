package codec;

import com.google.flatbuffers.FlatBufferBuilder;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A message being built, with the offsets of parts that are in the buffer already, for a table or
 * vector that has not been started. They lie on a stack, because parts have parts of their own.
 */
final class Packing {
  final FlatBufferBuilder builder = new FlatBufferBuilder(4096);

  private int[] offsets = new int[256];
  private int top;

  /** Reserves {@code count} offsets, all 0 (absent); returns the place of the first. */
  int reserve(int count) {
    int base = top;
    top += count;
    if (top > offsets.length) {
      offsets = Arrays.copyOf(offsets, Math.max(top, 2 * offsets.length));
    }
    Arrays.fill(offsets, base, top, 0);
    return base;
  }

  void keep(int place, int offset) {
    offsets[place] = offset;
  }

  int at(int place) {
    return offsets[place];
  }

  void release(int base) {
    top = base;
  }

  /** A vector of the offsets from a place on, which are given up. */
  int vectorOfOffsets(int base) {
    int count = top - base;
    builder.startVector(4, count, 4);
    for (int i = top - 1; i >= base; i--) {
      builder.addOffset(offsets[i]);
    }
    release(base);
    return builder.endVector();
  }

  /** The offsets from a place on, which are given up. */
  int[] taken(int base) {
    int[] taken = Arrays.copyOfRange(offsets, base, top);
    release(base);
    return taken;
  }

  /** Drops what an attempt that failed has left behind. */
  void begin() {
    builder.clear();
    builder.forceDefaults(false);
    top = 0;
  }

  int string(String value) {
    return value.isEmpty() ? 0 : builder.createString(value);
  }

  int bytes(byte[] value) {
    return value.length == 0 ? 0 : builder.createByteVector(value);
  }

  /** Numbers go in as a block, where the generated method puts them in one by one. */
  int ints(int[] values) {
    block(4, values.length).asIntBuffer().put(values);
    return builder.endVector();
  }

  int longs(long[] values) {
    block(8, values.length).asLongBuffer().put(values);
    return builder.endVector();
  }

  int floats(float[] values) {
    block(4, values.length).asFloatBuffer().put(values);
    return builder.endVector();
  }

  int doubles(double[] values) {
    block(8, values.length).asDoubleBuffer().put(values);
    return builder.endVector();
  }

  private ByteBuffer block(int sizeBytes, int count) {
    return builder.createUnintializedVector(sizeBytes, count, sizeBytes);
  }
}
