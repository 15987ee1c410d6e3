package serbench.experiments.store;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import serbench.Adapter;
import serbench.ObjectForm;
import serbench.values.ObjectPool;

/** One thread that writes. */
final class StoreWriting implements StoreThreads.Work {
  private static final byte[] ZEROS = new byte[StoreFile.PAGE_BYTES];

  /**
   * What every thread has been asked for.
   *
   * @param numbers of the objects in the order in which they are written
   * @param raw writes the objects' own bytes
   */
  record Asked(
      ObjectPool pool, ObjectNumbers numbers, StoreWriter writer, int block, boolean raw) {}

  private final Asked asked;
  private final StoreWriter writer;
  private final Adapter codec;
  private final ObjectForm form;
  private final StoreShare share = new StoreShare();
  private final List<StoreFile.Extent> extents = new ArrayList<>();
  private Object[] objects = {};
  private final StagedMessages staged = new StagedMessages();
  private ByteBuffer page = StoreFile.pages(0);
  private int pageSize;
  private long unsyncedBytes;

  StoreWriting(Asked asked, Adapter codec, ObjectForm form) {
    this.asked = asked;
    this.codec = codec;
    this.form = form;
    writer = asked.writer;
  }

  @Override
  public StoreShare share() {
    return share;
  }

  @Override
  public void warmUp(long warmupNs) {
    long[] first = LongStream.range(0, asked.block).toArray();
    long begin = System.nanoTime();
    while (System.nanoTime() - begin < warmupNs) {
      prepare(first);
    }
    share.clear();
  }

  @Override
  public void run(long first, long end) {
    for (long at = first; at < end; at += asked.block) {
      long[] those = asked.numbers.at(at, (int) Math.min(asked.block, end - at));
      prepare(those);
      long begin = writer.reserve(pageSize);
      page.limit(pageSize).position(0);
      share.phases.timed(StorePhase.WRITE, () -> writer.write(page, begin));
      syncNowAndThen();
      writer.note(those, extents, begin);
    }
  }

  private void syncNowAndThen() {
    unsyncedBytes += pageSize;
    if (writer.throughPageCache() && unsyncedBytes >= StoreFile.MOST_UNSYNCED_BYTES) {
      share.phases.timed(StorePhase.WRITE, writer::sync);
      unsyncedBytes = 0;
    }
  }

  /** All of a block but its writing. */
  private void prepare(long[] those) {
    objects = new Object[those.length];
    for (int i = 0; i < those.length; i++) {
      objects[i] = asked.pool.make(form, those[i]);
    }
    if (asked.raw) {
      stageOwnBytes();
    } else {
      share.phases.timed(StorePhase.ENCODE, this::encode);
    }
    place();
    share.phases.timed(StorePhase.COPY, this::copy);
  }

  private void encode() {
    staged.clear();
    for (Object object : objects) {
      staged.add(codec.encode(object));
    }
  }

  private void stageOwnBytes() {
    staged.clear();
    for (Object object : objects) {
      staged.add(form.write(object));
    }
  }

  /** Lays out the block's records. */
  private void place() {
    extents.clear();
    long at = 0;
    for (int i = 0; i < staged.count(); i++) {
      int size = staged.size(i);
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
      page.put(staged.array(), from, extent.bytes());
      from += extent.bytes();
    }
    page.put(ZEROS, 0, pageSize - page.position());
  }
}
