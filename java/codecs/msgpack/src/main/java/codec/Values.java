package codec;

import java.io.IOException;
import java.math.BigInteger;
import org.msgpack.core.MessageFormat;
import org.msgpack.core.MessagePacker;
import org.msgpack.core.MessageUnpacker;
import org.msgpack.value.ValueType;

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

  static long unpackUnsigned(MessageUnpacker unpacker) throws IOException {
    return unpacker.getNextFormat() == MessageFormat.UINT64
        ? unpacker.unpackBigInteger().longValue()
        : unpacker.unpackLong();
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
}
