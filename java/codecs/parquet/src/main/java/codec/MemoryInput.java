package codec;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.function.LongConsumer;
import org.apache.parquet.io.DelegatingSeekableInputStream;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.SeekableInputStream;
import serbench.Bytes;

/**
 * A file that is a message in memory.
 *
 * @param counter takes the number of bytes of each read
 */
record MemoryInput(Bytes message, LongConsumer counter) implements InputFile {
  @Override
  public long getLength() {
    return message.size;
  }

  @Override
  public SeekableInputStream newStream() {
    Stream stream = new Stream(message, counter);
    return new DelegatingSeekableInputStream(stream) {
      @Override
      public long getPos() {
        return stream.at();
      }

      @Override
      public void seek(long position) throws IOException {
        stream.seek(position);
      }
    };
  }

  private static final class Stream extends ByteArrayInputStream {
    private final int begin;
    private final LongConsumer counter;

    Stream(Bytes message, LongConsumer counter) {
      super(message.array, message.begin, message.size);
      begin = message.begin;
      this.counter = counter;
    }

    @Override
    public synchronized int read() {
      counter.accept(pos < count ? 1 : 0);
      return super.read();
    }

    @Override
    public synchronized int read(byte[] to, int at, int length) {
      int read = super.read(to, at, length);
      counter.accept(Math.max(read, 0));
      return read;
    }

    long at() {
      return pos - begin;
    }

    void seek(long position) throws IOException {
      if (position < 0 || position > count - begin) {
        throw new EOFException("A position is outside the message.");
      }
      pos = begin + (int) position;
    }
  }
}
