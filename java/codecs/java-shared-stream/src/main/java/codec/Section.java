package codec;

import java.io.ByteArrayOutputStream;
import serbench.Bytes;

/**
 * The part of the stream that holds one object; its array is kept for the next and never copied.
 */
final class Section extends ByteArrayOutputStream {
  Section() {
    super(4096);
  }

  Bytes view(Bytes bytes) {
    return bytes.set(buf, 0, count);
  }
}
