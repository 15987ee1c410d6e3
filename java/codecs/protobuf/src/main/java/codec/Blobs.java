package codec;

import com.google.protobuf.ByteString;

/** Bytes that are read where the message holds them. */
final class Blobs {
  private Blobs() {}

  static long touch(ByteString value) {
    long sum = value.size();
    for (int i = 0; i < value.size(); i++) {
      sum += value.byteAt(i) & 0xFF;
    }
    return sum;
  }
}
