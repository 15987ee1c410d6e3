package serbench.protocol;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import serbench.Bytes;
import serbench.RequestError;

/** The files of FORMAT.md, section 2. Faults of files are RequestErrors. */
public final class Container {
  public static final String CORPUS = "SERBCRP1";
  public static final String MESSAGES = "SERBMSG1";
  public static final String NUMBERS = "SERBNUM1";
  private static final int MISSING = 0xFFFFFFFF;
  private static final int BUFFER_BYTES = 1 << 16;

  private Container() {}

  private static RequestError fault(String path, IOException fault) {
    return new RequestError(
        "The file " + path + " cannot be used: " + fault.getClass().getSimpleName() + ".");
  }

  private static ByteBuffer littleEndian(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Reads one entry after the other. */
  public static final class Reader implements Closeable {
    private final String path;
    private final InputStream file;
    private long left;
    private final long count;

    public Reader(String path, String magic) {
      this.path = path;
      try {
        left = Files.size(Path.of(path));
        file = new BufferedInputStream(Files.newInputStream(Path.of(path)), BUFFER_BYTES);
      } catch (IOException fault) {
        throw fault(path, fault);
      }
      if (!new String(take(8), StandardCharsets.ISO_8859_1).equals(magic)) {
        throw refused("does not begin with " + magic);
      }
      count = littleEndian(take(8)).getLong();
      if (count < 0 || count > left / 4) {
        throw refused("ends too early");
      }
    }

    /** The messages of as many objects; refuses a file with another number of them. */
    public static Reader ofMessages(String path, int objects) {
      Reader file = new Reader(path, MESSAGES);
      if (file.count != objects) {
        file.close();
        throw file.refused("holds " + file.count + " messages for " + objects + " objects");
      }
      return file;
    }

    /** The number of entries. */
    public int count() {
      return Math.toIntExact(count);
    }

    /** The next entry, null for one that is missing, as messages can be. */
    public byte[] next() {
      int size = littleEndian(take(4)).getInt();
      return size == MISSING ? null : take(size & 0xFFFFFFFFL);
    }

    public void requireEnd() {
      if (left != 0) {
        throw refused("has bytes after its last entry");
      }
    }

    public RequestError refused(String why) {
      return new RequestError("The file " + path + " " + why + ".");
    }

    @Override
    public void close() {
      try {
        file.close();
      } catch (IOException fault) {
        throw fault(path, fault);
      }
    }

    private byte[] take(long size) {
      if (size > left) {
        throw refused("ends too early");
      }
      if (size > Integer.MAX_VALUE - 8) {
        throw refused("has an entry that is too large for an array of Java");
      }
      left -= size;
      try {
        byte[] taken = file.readNBytes((int) size);
        if (taken.length != size) {
          throw refused("ends too early");
        }
        return taken;
      } catch (IOException fault) {
        throw fault(path, fault);
      }
    }
  }

  /** Writes one entry after the other. */
  public static final class Writer implements Closeable {
    private final String path;
    private final OutputStream file;

    public Writer(String path, String magic, int count) {
      this.path = path;
      try {
        file = new BufferedOutputStream(Files.newOutputStream(Path.of(path)), BUFFER_BYTES);
        file.write(magic.getBytes(StandardCharsets.ISO_8859_1));
        file.write(littleEndian(new byte[8]).putLong(count).array());
      } catch (IOException fault) {
        throw fault(path, fault);
      }
    }

    public void add(Bytes entry) {
      try {
        file.write(littleEndian(new byte[4]).putInt(entry.size).array());
        file.write(entry.array, entry.begin, entry.size);
      } catch (IOException fault) {
        throw fault(path, fault);
      }
    }

    public void addMissing() {
      try {
        file.write(littleEndian(new byte[4]).putInt(MISSING).array());
      } catch (IOException fault) {
        throw fault(path, fault);
      }
    }

    @Override
    public void close() {
      try {
        file.close();
      } catch (IOException fault) {
        throw fault(path, fault);
      }
    }
  }
}
