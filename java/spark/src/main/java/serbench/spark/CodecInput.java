package serbench.spark;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectStreamClass;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import org.apache.spark.serializer.DeserializationStream;
import scala.Tuple2;
import scala.reflect.ClassTag;
import serbench.Bytes;

/**
 * Reads what {@link CodecOutput} wrote. It has a buffer of its own: without compression Spark gives
 * a bare file. The end is an EOFException between two values, which Spark's iterators expect;
 * inside a value it is another exception, or what is cut off would look like the end.
 */
final class CodecInput extends DeserializationStream {
  private static final int BUFFER_BYTES = 1 << 16;

  private final InputStream in;
  private final ClassLoader loader;
  private final Bytes message = new Bytes();
  private byte[] buffer = new byte[BUFFER_BYTES];
  private int at;
  private int end;

  CodecInput(InputStream in, ClassLoader loader) {
    this.in = in;
    this.loader = loader;
  }

  @Override
  @SuppressWarnings("unchecked")
  public <T> T readObject(ClassTag<T> tag) {
    try {
      if (at < end || refilled(1)) {
        return (T) read();
      }
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
    throw CodecInput.<RuntimeException>thrown(new EOFException());
  }

  @Override
  public void close() {
    try {
      in.close();
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
  }

  /** Spark's iterators catch an exception that its interface does not declare in Java. */
  @SuppressWarnings("unchecked")
  private static <E extends Throwable> RuntimeException thrown(Throwable fault) throws E {
    throw (E) fault;
  }

  private Object read() throws IOException {
    byte kind = next();
    switch (kind) {
      case Kind.NULL:
        return null;
      case Kind.ROOT:
        return Adapters.mine().decode(taken(size()));
      case Kind.LONG:
        long number = varint();
        return number >>> 1 ^ -(number & 1);
      case Kind.PAIR:
        Object first = read();
        return new Tuple2<>(first, read());
      case Kind.LIST:
        return list(size());
      case Kind.FOREIGN:
        return foreign(taken(size()));
      default:
        throw new IllegalStateException("The stream has no value where one belongs: " + kind + ".");
    }
  }

  private ArrayList<Object> list(int size) throws IOException {
    ArrayList<Object> values = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      values.add(read());
    }
    return values;
  }

  private Object foreign(Bytes bytes) throws IOException {
    try (ObjectInputStream java = new WithLoader(bytes, loader)) {
      return java.readObject();
    } catch (ClassNotFoundException fault) {
      throw new IllegalStateException(fault);
    }
  }

  private int size() throws IOException {
    return Math.toIntExact(varint());
  }

  private long varint() throws IOException {
    long number = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      byte part = next();
      number |= (part & 0x7FL) << shift;
      if (part >= 0) {
        return number;
      }
    }
    throw new IllegalStateException("The stream has a number that does not end.");
  }

  private byte next() throws IOException {
    require(1);
    return buffer[at++];
  }

  /** The next bytes, valid until the next read. */
  private Bytes taken(int size) throws IOException {
    require(size);
    message.set(buffer, at, size);
    at += size;
    return message;
  }

  private void require(int size) throws IOException {
    if (end - at < size && !refilled(size)) {
      throw new IllegalStateException("The stream ends inside a record.");
    }
  }

  /** Whether the buffer holds that number of bytes once it has been filled. */
  private boolean refilled(int size) throws IOException {
    byte[] larger = size > buffer.length ? new byte[Math.max(size, 2 * buffer.length)] : buffer;
    System.arraycopy(buffer, at, larger, 0, end - at);
    buffer = larger;
    end -= at;
    at = 0;
    while (end < size) {
      int read = in.read(buffer, end, buffer.length - end);
      if (read < 0) {
        return false;
      }
      end += read;
    }
    return true;
  }

  /** Foreign classes are those that the application's loader knows. */
  private static final class WithLoader extends ObjectInputStream {
    private final ClassLoader loader;

    WithLoader(Bytes bytes, ClassLoader loader) throws IOException {
      super(
          new java.io.ByteArrayInputStream(
              Arrays.copyOfRange(bytes.array, bytes.begin, bytes.begin + bytes.size)));
      this.loader = loader;
    }

    @Override
    protected Class<?> resolveClass(ObjectStreamClass described)
        throws IOException, ClassNotFoundException {
      try {
        return Class.forName(described.getName(), false, loader);
      } catch (ClassNotFoundException primitive) {
        return super.resolveClass(described);
      }
    }
  }
}
