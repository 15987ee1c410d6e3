package serbench.experiments.store;

import com.sun.nio.file.ExtendedOpenOption;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import serbench.RequestError;
import serbench.values.Digest;
import serbench.values.XxHash64;

/**
 * An open file of the experiment {@code store} (FORMAT.md, section 6). Every fault is a
 * RequestError that names it.
 */
public final class StoreFile implements Closeable {
  static final String INDEX_MAGIC = "SERBSTOR";
  static final String DATA_MAGIC = "SERBDATA";
  static final int FORMAT_VERSION = 1;
  static final int FIXED_HEADER_BYTES = 40;
  static final int ENTRY_BYTES = 16;
  static final int CHECKSUM_BYTES = 8;
  static final int TRAILER_BYTES = 16;

  /** The page of a disk, to which direct input and output are aligned. */
  public static final int PAGE_BYTES = 4096;

  /** Where records begin, so that libraries that read in place find their numbers aligned. */
  public static final int RECORD_ALIGNMENT = 16;

  /**
   * How much a thread writes through the page cache before it waits for the disk. Without it the
   * system would write behind the threads' backs while they make objects, which is not timed.
   */
  public static final long MOST_UNSYNCED_BYTES = 64L << 20;

  private static final int CHECKED_BLOCK_BYTES = 65536;

  /** Where a record lies in the data file. */
  public record Extent(long offset, int bytes) {}

  /**
   * What an index says of its store.
   *
   * @param corpusDigest that of the pool of objects (FORMAT.md, section 3)
   */
  public record Identity(String codec, String workload, long corpusDigest, long objects) {}

  private final String path;
  private final FileChannel file;

  private StoreFile(String path, boolean direct, StandardOpenOption... options) {
    this.path = path;
    List<OpenOption> all = new ArrayList<>(List.of(options));
    if (direct) {
      all.add(ExtendedOpenOption.DIRECT);
    }
    try {
      file = FileChannel.open(Path.of(path), all.toArray(OpenOption[]::new));
    } catch (NoSuchFileException missing) {
      throw refused("cannot be opened: No such file or directory");
    } catch (IOException | UnsupportedOperationException fault) {
      throw refused("cannot be opened: " + fault.getMessage());
    }
  }

  public static StoreFile reading(String path, boolean direct) {
    return new StoreFile(path, direct, StandardOpenOption.READ);
  }

  static StoreFile created(String path, boolean direct) {
    return new StoreFile(
        path,
        direct,
        StandardOpenOption.READ,
        StandardOpenOption.WRITE,
        StandardOpenOption.CREATE,
        StandardOpenOption.TRUNCATE_EXISTING);
  }

  /** A new file to write and to read, which is gone when this is closed or the process ends. */
  public static StoreFile temporary(String path, boolean direct) {
    return new StoreFile(
        path,
        direct,
        StandardOpenOption.READ,
        StandardOpenOption.WRITE,
        StandardOpenOption.CREATE_NEW,
        StandardOpenOption.DELETE_ON_CLOSE);
  }

  /** The same file once more, for bytes that no page holds in full. */
  static StoreFile existing(String path) {
    return new StoreFile(path, false, StandardOpenOption.WRITE);
  }

  static ByteBuffer littleEndian(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Memory that begins at a page's boundary and holds whole pages. */
  public static ByteBuffer pages(long bytes) {
    int whole = Math.toIntExact(roundedUp(bytes, PAGE_BYTES));
    return ByteBuffer.allocateDirect(whole + PAGE_BYTES).alignedSlice(PAGE_BYTES);
  }

  public static long roundedUp(long number, int multiple) {
    return (number + multiple - 1) / multiple * multiple;
  }

  public long size() {
    try {
      return file.size();
    } catch (IOException fault) {
      throw unread(fault);
    }
  }

  /** Writes what remains in the buffer. */
  public void write(ByteBuffer bytes, long offset) {
    long at = offset;
    try {
      while (bytes.hasRemaining()) {
        at += file.write(bytes, at);
      }
    } catch (IOException fault) {
      throw unwritten(fault);
    }
  }

  /**
   * Fills the buffer as far as the file goes.
   *
   * @param needed how many bytes are read at least; a file that has fewer is refused
   */
  public void read(ByteBuffer to, long offset, long needed) {
    long done = 0;
    try {
      while (done < needed) {
        int got = file.read(to, offset + done);
        if (got < 0) {
          throw refused("ends too early");
        }
        done += got;
      }
    } catch (IOException fault) {
      throw unread(fault);
    }
  }

  /** Bytes of the file in a buffer of their own, ready to be taken. */
  public ByteBuffer taken(long offset, int bytes) {
    ByteBuffer buffer = littleEndian(bytes);
    read(buffer, offset, bytes);
    return buffer.flip();
  }

  public void sync() {
    try {
      file.force(true);
    } catch (IOException fault) {
      throw unwritten(fault);
    }
  }

  /** The checksum of its first bytes: the digest of the digests of its blocks. */
  long checksum(long bytes) {
    int blocks = Math.toIntExact((bytes + CHECKED_BLOCK_BYTES - 1) / CHECKED_BLOCK_BYTES);
    long[] digests = new long[blocks];
    for (int i = 0; i < blocks; i++) {
      long offset = (long) i * CHECKED_BLOCK_BYTES;
      int size = (int) Math.min(CHECKED_BLOCK_BYTES, bytes - offset);
      digests[i] = XxHash64.hash(taken(offset, size).array(), 0, size);
    }
    return Digest.ofAll(digests);
  }

  public RequestError refused(String why) {
    return new RequestError("The file " + path + " " + why + ".");
  }

  private RequestError unread(IOException fault) {
    return refused("cannot be read: " + fault.getMessage());
  }

  private RequestError unwritten(IOException fault) {
    return refused("cannot be written: " + fault.getMessage());
  }

  @Override
  public void close() {
    try {
      file.close();
    } catch (IOException fault) {
      throw unwritten(fault);
    }
  }
}
