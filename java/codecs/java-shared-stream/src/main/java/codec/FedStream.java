package codec;

import java.io.InputStream;
import serbench.Bytes;

/** A stream that is handed its next bytes when somebody has them, as a socket's is. */
final class FedStream extends InputStream {
  private byte[] array;
  private int at;
  private int end;

  void feed(Bytes bytes) {
    array = bytes.array;
    at = bytes.begin;
    end = bytes.begin + bytes.size;
  }

  @Override
  public int read() {
    return at < end ? array[at++] & 0xFF : -1;
  }

  @Override
  public int read(byte[] target, int begin, int size) {
    if (size == 0) {
      return 0;
    }
    if (at == end) {
      return -1;
    }
    int taken = Math.min(size, end - at);
    System.arraycopy(array, at, target, begin, taken);
    at += taken;
    return taken;
  }

  @Override
  public int available() {
    return end - at;
  }
}
