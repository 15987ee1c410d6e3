package serbench.experiments.relay;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import serbench.Bytes;

/**
 * A sink, with the bytes that are to be written to it. The buffer lies outside the heap: the system
 * takes them from there, while those of an array would be copied once more at each write.
 *
 * <p>The channel blocks, so whoever writes to a slow sink waits for it.
 */
final class SinkConnection implements Closeable {
  private static final int BUFFER_BYTES = 100 << 10;

  private final SocketChannel channel;
  private final StepClock clock;
  private final Counters counters;
  private final ByteBuffer buffer =
      ByteBuffer.allocateDirect(BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN);

  // Of those whose last byte is in the buffer.
  private int frames;
  private long messageBytes;

  private boolean closed;

  SinkConnection(SocketChannel channel, StepClock clock, Counters counters) {
    this.channel = channel;
    this.clock = clock;
    this.counters = counters;
  }

  /** Sends a message that a codec has written or taken. */
  void send(long sequence, Bytes message) {
    putHeader(message.size, sequence);
    int at = message.begin;
    int left = message.size;
    while (left > buffer.remaining()) {
      int part = buffer.remaining();
      buffer.put(message.array, at, part);
      at += part;
      left -= part;
      flush();
    }
    buffer.put(message.array, at, left);
    finish(message.size);
  }

  /** Sends a message that lies in the buffer of its source. */
  void send(long sequence, ByteBuffer from, int place, int size) {
    putHeader(size, sequence);
    int at = place;
    int left = size;
    while (left > buffer.remaining()) {
      int part = buffer.remaining();
      put(from, at, part);
      at += part;
      left -= part;
      flush();
    }
    put(from, at, left);
    finish(size);
  }

  void barrier(long sequence) {
    flush();
    putHeader(0, sequence);
    write();
  }

  /** Writes what there is, and waits until the system has taken it. */
  void flush() {
    if (buffer.position() > 0) {
      write();
    }
  }

  private void putHeader(int size, long sequence) {
    if (buffer.remaining() < Frame.HEADER_BYTES) {
      flush();
    }
    buffer.putInt(size).putLong(sequence);
  }

  private void put(ByteBuffer from, int at, int size) {
    buffer.put(buffer.position(), from, at, size).position(buffer.position() + size);
  }

  private void finish(int size) {
    counters.copiedBytes += Frame.HEADER_BYTES + size;
    frames++;
    messageBytes += size;
    if (!buffer.hasRemaining()) {
      flush();
    }
  }

  /** Empties the buffer, also where it has no reader. */
  private void write() {
    StepClock.Step before = clock.enter(StepClock.Step.WRITE);
    buffer.flip();
    try {
      while (!closed && buffer.hasRemaining()) {
        channel.write(buffer);
      }
    } catch (IOException broken) {
      closed = true;
    }
    if (closed) {
      counters.undeliverable += frames;
    } else {
      counters.bytesOut += messageBytes;
    }
    frames = 0;
    messageBytes = 0;
    buffer.clear();
    clock.enter(before);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
