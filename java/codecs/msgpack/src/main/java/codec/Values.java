package codec;

import java.io.IOException;
import java.math.BigInteger;
import org.msgpack.core.MessageFormat;
import org.msgpack.core.MessagePacker;
import org.msgpack.core.MessageUnpacker;
import org.msgpack.core.buffer.MessageBuffer;
import org.msgpack.value.IntegerValue;
import org.msgpack.value.ValueType;
import org.msgpack.value.Variable;

/** Values for which the library has no single method. */
final class Values {
  private static final BigInteger TWO_TO_64 = BigInteger.ONE.shiftLeft(Long.SIZE);

  private Values() {}

  static void packUnsigned(MessagePacker packer, long value) throws IOException {
    if (value >= 0) {
      packer.packLong(value);
    } else {
      packer.packBigInteger(BigInteger.valueOf(value).add(TWO_TO_64));
    }
  }

  static void packBytes(MessagePacker packer, byte[] value) throws IOException {
    packer.packBinaryHeader(value.length);
    packer.writePayload(value);
  }

  /**
   * No method gives the 64 bits, and unpackLong refuses what is beyond the range of long. A
   * variable that is kept takes every number, and needs a BigInteger only beyond that range.
   */
  static long unpackUnsigned(MessageUnpacker unpacker, Variable kept) throws IOException {
    if (unpacker.getNextFormat() != MessageFormat.UINT64) {
      return unpacker.unpackLong();
    }
    IntegerValue value = unpacker.unpackValue(kept).asIntegerValue();
    return value.isInLongRange() ? value.toLong() : value.toBigInteger().longValue();
  }

  /** Other libraries pack a whole number as an integer. */
  static float unpackFloat(MessageUnpacker unpacker) throws IOException {
    return unpacker.getNextFormat().getValueType() == ValueType.INTEGER
        ? unpacker.unpackBigInteger().floatValue()
        : unpacker.unpackFloat();
  }

  static double unpackDouble(MessageUnpacker unpacker) throws IOException {
    return unpacker.getNextFormat().getValueType() == ValueType.INTEGER
        ? unpacker.unpackBigInteger().doubleValue()
        : unpacker.unpackDouble();
  }

  /** Bytes that are read where the message holds them. */
  static long touchBytes(MessageUnpacker unpacker, int size) throws IOException {
    MessageBuffer bytes = unpacker.readPayloadAsReference(size);
    long sum = size;
    for (int i = 0; i < size; i++) {
      sum += bytes.getByte(i) & 0xFF;
    }
    return sum;
  }
}
