package serbench.experiments.relay;

import java.nio.ByteBuffer;
import serbench.Bytes;

/**
 * Frames of one source that are handled together, and what has been found out about each. All of it
 * is made once: only codecs allocate while messages pass.
 */
final class Block {
  final long[] sequences;
  final Bytes[] messages;

  /** What a message was decoded to. */
  final Object[] opened;

  final long[] touches;

  /** False for a message that does not decode. */
  final boolean[] sound;

  final int[] sinks;

  private final int[] places;
  private final int[] sizes;
  private ByteBuffer source;
  private byte[] copied = new byte[0];
  private int count;

  Block(int most) {
    sequences = new long[most];
    messages = new Bytes[most];
    opened = new Object[most];
    touches = new long[most];
    sound = new boolean[most];
    sinks = new int[most];
    places = new int[most];
    sizes = new int[most];
    for (int i = 0; i < most; i++) {
      messages[i] = new Bytes();
    }
  }

  int count() {
    return count;
  }

  /** Where the source has a message, and of how many bytes. */
  ByteBuffer source() {
    return source;
  }

  int place(int i) {
    return places[i];
  }

  int size(int i) {
    return sizes[i];
  }

  void clear() {
    count = 0;
  }

  /** Takes the frame that its source has found. */
  void add(SourceConnection from) {
    source = from.buffer();
    sequences[count] = from.sequence();
    places[count] = from.place();
    sizes[count] = from.size();
    sound[count] = true;
    count++;
  }

  /** Copies the messages into an array, which is what codecs take. Returns how many bytes. */
  int copy() {
    int bytes = 0;
    for (int i = 0; i < count; i++) {
      bytes += sizes[i];
    }
    while (copied.length < bytes) {
      copied = Bytes.larger(copied);
    }
    int at = 0;
    for (int i = 0; i < count; i++) {
      source.get(places[i], copied, at, sizes[i]);
      messages[i].set(copied, at, sizes[i]);
      at += sizes[i];
    }
    return bytes;
  }
}
