package codec;

import java.io.ByteArrayOutputStream;
import serbench.Bytes;

/** A ByteArrayOutputStream that is kept between objects and shows its array instead of a copy. */
final class ExposedStream extends ByteArrayOutputStream {
  ExposedStream() {
    super(4096);
  }

  Bytes view(Bytes bytes) {
    return bytes.set(buf, 0, count);
  }
}
