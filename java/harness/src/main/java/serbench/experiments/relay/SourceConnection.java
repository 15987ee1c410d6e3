package serbench.experiments.relay;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import serbench.protocol.Failure;

/**
 * A source, with the bytes that have come from it and are not handled yet. They lie where the
 * system has put them, outside the heap: a message that is only sent on never enters it.
 */
final class SourceConnection implements Closeable {
  private static final int READ_BYTES = 128 << 10;

  private final SocketChannel channel;
  private final long largestFrameBytes;
  private final Counters counters;
  private ByteBuffer bytes = buffer(2 * READ_BYTES);
  private int begin;
  private int end;
  private boolean ended;
  private SelectionKey key;
  private boolean held;

  // Of the frame that nextFrame found.
  private int size;
  private long sequence;

  SourceConnection(SocketChannel channel, long largestFrameBytes, Counters counters) {
    this.channel = channel;
    this.largestFrameBytes = largestFrameBytes;
    this.counters = counters;
  }

  /** Makes its key bring this connection along. */
  void register(Selector selector) throws IOException {
    channel.configureBlocking(false);
    key = channel.register(selector, SelectionKey.OP_READ, this);
  }

  /** Nothing is taken from this source until it is released. */
  void hold() {
    held = true;
    key.interestOps(0);
  }

  void release() {
    if (held) {
      held = false;
      key.interestOps(SelectionKey.OP_READ);
    }
  }

  /** Reads once. A connection that breaks has ended like one that is closed. */
  void read() {
    makeRoom();
    int got;
    try {
      got = channel.read(bytes.limit(end + READ_BYTES).position(end));
    } catch (IOException broken) {
      got = -1;
    }
    if (got < 0) {
      ended = true;
    } else {
      end += got;
    }
  }

  boolean ended() {
    return ended;
  }

  /** Whether a part of a frame is left that nothing will complete. */
  boolean torn() {
    return ended && end > begin;
  }

  /** Finds the next frame. Returns false where it is not complete or has to wait. */
  boolean nextFrame() {
    if (held || end - begin < Frame.LENGTH_BYTES) {
      return false;
    }
    long length = bytes.getInt(begin) & 0xFFFFFFFFL;
    if (length > largestFrameBytes) {
      throw new Failure(
          "error", "A frame of " + length + " bytes is longer than " + largestFrameBytes + ".");
    }
    if (end - begin < Frame.HEADER_BYTES + length) {
      return false;
    }
    size = (int) length;
    sequence = bytes.getLong(begin + Frame.LENGTH_BYTES);
    return true;
  }

  long sequence() {
    return sequence;
  }

  int size() {
    return size;
  }

  /** Where the message of this frame lies in the buffer. */
  int place() {
    return begin + Frame.HEADER_BYTES;
  }

  /** Valid until the next read. */
  ByteBuffer buffer() {
    return bytes;
  }

  void skipFrame() {
    begin += Frame.HEADER_BYTES + size;
  }

  /** The rest of the last read, a part of a frame, goes to the front; the buffer grows with it. */
  private void makeRoom() {
    int rest = end - begin;
    // No limit of the last read stands in the way.
    bytes.clear();
    if (begin > 0 && rest > 0) {
      bytes.position(begin).limit(end);
      bytes.compact();
      counters.copiedBytes += rest;
    }
    begin = 0;
    end = rest;
    if (bytes.capacity() - end < READ_BYTES) {
      ByteBuffer larger = buffer(2 * bytes.capacity());
      larger.put(0, bytes, 0, end);
      counters.copiedBytes += end;
      bytes = larger;
    }
    bytes.clear();
  }

  private static ByteBuffer buffer(int size) {
    return ByteBuffer.allocateDirect(size).order(ByteOrder.LITTLE_ENDIAN);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
