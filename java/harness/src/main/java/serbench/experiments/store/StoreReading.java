package serbench.experiments.store;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import serbench.AccessPage;
import serbench.Bytes;
import serbench.ObjectForm;
import serbench.Page;
import serbench.timing.Phases;
import serbench.timing.Sink;
import serbench.values.Proof;
import serbench.values.XxHash64;

/** One thread that reads. */
final class StoreReading implements StoreThreads.Work {
  /** How a record that has been read is used. */
  enum Level {
    /** Not at all: the floor's. */
    BYTES,
    DECODE,
    ACCESS_ONE,
    ACCESS_ALL
  }

  /**
   * What every thread has been asked for.
   *
   * @param list the numbers to read in their order; null where objects are read in theirs
   */
  record Asked(
      StorePool pool,
      StoreReader reader,
      Level level,
      int block,
      boolean keepObjects,
      StoreFile list) {}

  private final Asked asked;
  private final Page codec;
  private final ObjectForm form;
  private final StoreShare share = new StoreShare();
  private final List<Object[]> kept = new ArrayList<>();
  private ByteBuffer page = StoreFile.pages(0);
  private byte[] fetched = {};
  private Bytes[] messages = {};
  private Object[] objects = {};
  private long[] touches = {};

  StoreReading(Asked asked, Page codec, ObjectForm form) {
    this.asked = asked;
    this.codec = codec;
    this.form = form;
  }

  @Override
  public StoreShare share() {
    return share;
  }

  @Override
  public void warmUp(long warmupNs) {
    messages = new Bytes[Math.min(asked.block, asked.pool.size())];
    for (int i = 0; i < messages.length; i++) {
      messages[i] = codec.encode(asked.pool.make(form, i)).copy();
    }
    long begin = System.nanoTime();
    while (System.nanoTime() - begin < warmupNs) {
      use();
    }
    share.clear();
  }

  /** Reads the objects from {@code begin} to {@code end}, or those that stand there in the list. */
  @Override
  public void run(long begin, long end) {
    for (long at = begin; at < end; at += asked.block) {
      long[] numbers = new long[(int) Math.min(asked.block, end - at)];
      ByteBuffer listed = asked.list == null ? null : asked.list.taken(8 * at, 8 * numbers.length);
      for (int i = 0; i < numbers.length; i++) {
        numbers[i] = listed == null ? at + i : listed.getLong();
      }
      readBlock(numbers);
    }
    if (asked.keepObjects) {
      share.phases.timed(Phases.Phase.FREE, kept::clear);
    }
  }

  private void readBlock(long[] numbers) {
    StoreFile.Extent[] extents = asked.reader.locate(numbers);
    ReadPlan plan = ReadPlan.of(extents, asked.reader.granule());
    require(plan.bufferBytes());
    share.phases.timed(Phases.Phase.READ, () -> read(plan));
    share.phases.timed(Phases.Phase.COPY, () -> page.get(0, fetched, 0, (int) plan.bufferBytes()));
    messages = new Bytes[numbers.length];
    for (int i = 0; i < numbers.length; i++) {
      messages[i] = new Bytes().set(fetched, plan.places()[i], extents[i].bytes());
      share.bytes += extents[i].bytes();
    }
    use();
    prove(numbers);
    release();
  }

  private void require(long bytes) {
    if (bytes > page.capacity()) {
      page = StoreFile.pages(2 * bytes).order(ByteOrder.LITTLE_ENDIAN);
      fetched = new byte[page.capacity()];
    }
  }

  private void read(ReadPlan plan) {
    for (ReadPlan.Window window : plan.windows()) {
      int place = (int) window.place();
      page.limit(place + (int) window.bytes()).position(place);
      asked.reader.read(page, window.offset(), window.needed());
    }
    page.clear();
  }

  private void use() {
    switch (asked.level) {
      case BYTES -> Sink.take(messages);
      case DECODE -> {
        objects = new Object[messages.length];
        share.phases.timed(Phases.Phase.DECODE, this::decode);
        share.phases.timed(Phases.Phase.TOUCH, this::touchObjects);
      }
      case ACCESS_ONE -> {
        touches = new long[messages.length];
        share.phases.timed(Phases.Phase.TOUCH, this::accessOne);
      }
      case ACCESS_ALL -> {
        touches = new long[messages.length];
        share.phases.timed(Phases.Phase.TOUCH, this::accessAll);
      }
    }
  }

  private void decode() {
    for (int i = 0; i < messages.length; i++) {
      objects[i] = codec.decode(messages[i]);
    }
  }

  private void touchObjects() {
    long sum = 0;
    for (Object object : objects) {
      sum += form.touchAll(object);
    }
    Sink.take(sum);
  }

  private void accessOne() {
    AccessPage access = (AccessPage) codec;
    for (int i = 0; i < messages.length; i++) {
      touches[i] = access.accessOne(messages[i]);
    }
  }

  private void accessAll() {
    AccessPage access = (AccessPage) codec;
    for (int i = 0; i < messages.length; i++) {
      touches[i] = access.accessAll(messages[i]);
    }
  }

  /** Compares what came back with the pool. */
  private void prove(long[] numbers) {
    for (int i = 0; i < numbers.length; i++) {
      if (asked.level == Level.DECODE || asked.level == Level.BYTES) {
        byte[] bytes = asked.pool.bytesOf(numbers[i]);
        long expected = XxHash64.hash(bytes, 0, bytes.length);
        int number = (int) numbers[i];
        long digest =
            asked.level == Level.DECODE
                ? Proof.digestOf(form, objects[i], number)
                : XxHash64.hash(messages[i].array, messages[i].begin, messages[i].size);
        Proof.requireSameDigest(digest, expected, number);
        share.digest += digest;
      } else {
        Object object = asked.pool.make(form, numbers[i]);
        long expected =
            asked.level == Level.ACCESS_ONE ? form.touchOne(object) : form.touchAll(object);
        Proof.requireSameTouch(touches[i], expected, (int) numbers[i]);
        share.touch += touches[i];
      }
    }
  }

  /** What nobody keeps is left to the collector. */
  private void release() {
    if (asked.level != Level.DECODE) {
      return;
    }
    if (asked.keepObjects) {
      kept.add(objects);
    } else {
      share.phases.timed(Phases.Phase.FREE, () -> objects = new Object[0]);
    }
  }
}
