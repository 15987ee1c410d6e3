package serbench.experiments.store;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import serbench.Bytes;
import serbench.ObjectForm;
import serbench.Page;
import serbench.timing.Phases;

/** One thread that writes. */
final class StoreWriting implements StoreThreads.Work {
  private static final byte[] ZEROS = new byte[StoreFile.PAGE_BYTES];

  private final StorePool pool;
  private final StoreWriter writer;
  private final Page codec;
  private final ObjectForm form;
  private final int block;
  private final boolean raw;
  private final StoreShare share = new StoreShare();
  private final List<StoreFile.Extent> extents = new ArrayList<>();
  private Object[] objects = {};
  private int[] sizes = {};
  private byte[] staged = {};
  private ByteBuffer page = StoreFile.pages(0);
  private int pageSize;
  private long unsyncedBytes;

  /** Writes the objects' own bytes where they are {@code raw}. */
  StoreWriting(
      StorePool pool, StoreWriter writer, Page codec, ObjectForm form, int block, boolean raw) {
    this.pool = pool;
    this.writer = writer;
    this.codec = codec;
    this.form = form;
    this.block = block;
    this.raw = raw;
  }

  @Override
  public StoreShare share() {
    return share;
  }

  @Override
  public void warmUp(long warmupNs) {
    long begin = System.nanoTime();
    while (System.nanoTime() - begin < warmupNs) {
      prepare(0, block);
    }
    share.clear();
  }

  @Override
  public void run(long first, long end) {
    for (long at = first; at < end; at += block) {
      prepare(at, (int) Math.min(block, end - at));
      long begin = writer.reserve(pageSize);
      page.limit(pageSize).position(0);
      share.phases.timed(Phases.Phase.WRITE, () -> writer.write(page, begin));
      syncNowAndThen();
      writer.note(at, extents, begin);
    }
  }

  private void syncNowAndThen() {
    unsyncedBytes += pageSize;
    if (writer.throughPageCache() && unsyncedBytes >= StoreFile.MOST_UNSYNCED_BYTES) {
      share.phases.timed(Phases.Phase.WRITE, writer::sync);
      unsyncedBytes = 0;
    }
  }

  /** All of a block but its writing. */
  private void prepare(long first, int count) {
    objects = new Object[count];
    sizes = new int[count];
    for (int i = 0; i < count; i++) {
      objects[i] = pool.make(form, first + i);
    }
    if (raw) {
      stage(i -> form.write(objects[i]));
    } else {
      share.phases.timed(Phases.Phase.ENCODE, this::encode);
    }
    place();
    share.phases.timed(Phases.Phase.COPY, this::copy);
  }

  /** The codec's buffer holds one message at a time, so each is set aside as it comes. */
  private void encode() {
    stage(i -> codec.encode(objects[i]));
  }

  private void stage(IntFunction<Bytes> message) {
    int at = 0;
    for (int i = 0; i < objects.length; i++) {
      Bytes bytes = message.apply(i);
      if (bytes.size > staged.length - at) {
        staged = Arrays.copyOf(staged, Math.max(2 * staged.length, at + bytes.size));
      }
      System.arraycopy(bytes.array, bytes.begin, staged, at, bytes.size);
      sizes[i] = bytes.size;
      at += bytes.size;
    }
  }

  /** Lays out the block's records. */
  private void place() {
    extents.clear();
    long at = 0;
    for (int size : sizes) {
      extents.add(new StoreFile.Extent(at, size));
      at = StoreFile.roundedUp(at + size, StoreFile.RECORD_ALIGNMENT);
      share.bytes += size;
    }
    pageSize = Math.toIntExact(StoreFile.roundedUp(at, writer.granule()));
    if (pageSize > page.capacity()) {
      page = StoreFile.pages(2L * pageSize);
    }
  }

  /** Moves the records to where the system takes them from, each at its place and zeros between. */
  private void copy() {
    page.clear();
    int from = 0;
    for (StoreFile.Extent extent : extents) {
      page.put(ZEROS, 0, (int) extent.offset() - page.position());
      page.put(staged, from, extent.bytes());
      from += extent.bytes();
    }
    page.put(ZEROS, 0, pageSize - page.position());
  }
}
