package codec;

import java.util.Arrays;
import org.msgpack.core.buffer.MessageBuffer;
import org.msgpack.core.buffer.MessageBufferOutput;
import serbench.Bytes;

/**
 * One array that is kept between messages. The library's own ArrayBufferOutput makes new arrays for
 * each message and copies where there is more than one.
 */
final class GrowingOutput implements MessageBufferOutput {
  private byte[] array = new byte[8192];
  private int size;

  void clear() {
    size = 0;
  }

  Bytes view(Bytes bytes) {
    return bytes.set(array, 0, size);
  }

  @Override
  public MessageBuffer next(int minimumSize) {
    reserve(minimumSize);
    return MessageBuffer.wrap(array, size, array.length - size);
  }

  @Override
  public void writeBuffer(int length) {
    size += length;
  }

  @Override
  public void write(byte[] bytes, int offset, int length) {
    reserve(length);
    System.arraycopy(bytes, offset, array, size, length);
    size += length;
  }

  @Override
  public void add(byte[] bytes, int offset, int length) {
    write(bytes, offset, length);
  }

  @Override
  public void close() {}

  @Override
  public void flush() {}

  private void reserve(int length) {
    if (array.length - size < length) {
      array = Arrays.copyOf(array, Math.max(Math.addExact(size, length), 2 * array.length));
    }
  }
}
