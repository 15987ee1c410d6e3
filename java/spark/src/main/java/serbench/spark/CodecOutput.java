package serbench.spark;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import org.apache.spark.serializer.SerializationStream;
import scala.Tuple2;
import scala.reflect.ClassTag;
import serbench.Bytes;
import serbench.BytesStream;

/** Writes values one after the other; Spark buffers what it gives us to write to. */
final class CodecOutput extends SerializationStream {
  private static final int LONGEST_HEAD_BYTES = 11;

  private final OutputStream out;
  private final Class<?> root = Subject.here().root();
  private final byte[] head = new byte[LONGEST_HEAD_BYTES];

  CodecOutput(OutputStream out) {
    this.out = out;
  }

  @Override
  public <T> SerializationStream writeObject(T value, ClassTag<T> tag) {
    try {
      write(value);
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
    return this;
  }

  @Override
  public void flush() {
    try {
      out.flush();
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
  }

  @Override
  public void close() {
    try {
      out.close();
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
  }

  private void write(Object value) throws IOException {
    if (value == null) {
      out.write(Kind.NULL);
    } else if (value.getClass() == root) {
      Bytes message = Adapters.mine().encode(value);
      head(Kind.ROOT, message.size);
      out.write(message.array, message.begin, message.size);
    } else if (value instanceof Long number) {
      head(Kind.LONG, number << 1 ^ number >> 63);
    } else if (value instanceof Tuple2<?, ?> pair) {
      out.write(Kind.PAIR);
      write(pair._1());
      write(pair._2());
    } else if (value.getClass() == ArrayList.class) {
      writeAll((ArrayList<?>) value);
    } else {
      writeForeign(value);
    }
  }

  private void writeAll(ArrayList<?> values) throws IOException {
    head(Kind.LIST, values.size());
    for (Object value : values) {
      write(value);
    }
  }

  private void writeForeign(Object value) throws IOException {
    BytesStream stream = new BytesStream();
    try (ObjectOutputStream java = new WithoutRoots(stream, root)) {
      java.writeObject(value);
    }
    Bytes written = stream.bytes();
    head(Kind.FOREIGN, written.size);
    out.write(written.array, written.begin, written.size);
  }

  /** A kind and a number that follows it. */
  private void head(byte kind, long number) throws IOException {
    head[0] = kind;
    int at = 1;
    long rest = number;
    while ((rest & ~0x7FL) != 0) {
      head[at++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    head[at++] = (byte) rest;
    out.write(head, 0, at);
  }

  /**
   * Java's serialization of anything but our objects, which another class loader may have brought:
   * they would be written by Java without a word.
   */
  private static final class WithoutRoots extends ObjectOutputStream {
    private final Class<?> root;

    WithoutRoots(OutputStream out, Class<?> root) throws IOException {
      super(out);
      this.root = root;
      enableReplaceObject(true);
    }

    @Override
    protected Object replaceObject(Object object) {
      // An array of bytes is foreign too where the objects are raw bytes.
      if (!root.isArray() && object.getClass().getName().equals(root.getName())) {
        throw new IllegalStateException(
            "An object of " + root.getName() + " would be written by Java's serialization.");
      }
      return object;
    }
  }
}
