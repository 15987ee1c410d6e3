package codec;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import org.apache.parquet.io.DelegatingSeekableInputStream;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.SeekableInputStream;
import serbench.Bytes;

/** A file that is a message in memory. */
record MemoryInput(Bytes message) implements InputFile {
  @Override
  public long getLength() {
    return message.size;
  }

  @Override
  public SeekableInputStream newStream() {
    Stream stream = new Stream(message);
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

    Stream(Bytes message) {
      super(message.array, message.begin, message.size);
      begin = message.begin;
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
