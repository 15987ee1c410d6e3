package serbench.experiments.store;

import java.util.ArrayList;
import java.util.List;
import serbench.AccessAdapter;
import serbench.Adapter;
import serbench.Bytes;
import serbench.ObjectForm;
import serbench.Plan;
import serbench.timing.Sink;
import serbench.values.ObjectPool;
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
   * @param numbers of the objects in the order in which they are read
   */
  record Asked(
      ObjectPool pool,
      StoreReader reader,
      Level level,
      int block,
      boolean keepObjects,
      ObjectNumbers numbers) {}

  private final Asked asked;
  private final Adapter codec;
  private final ObjectForm form;
  private final StoreShare share = new StoreShare();
  private final List<Object[]> kept = new ArrayList<>();
  private final ReadBuffer buffer;
  private byte[] fetched = {};
  private Bytes[] messages = {};
  private Object[] objects = {};
  private long[] touches = {};

  StoreReading(Asked asked, Adapter codec, ObjectForm form) {
    this.asked = asked;
    this.codec = codec;
    this.form = form;
    buffer = new ReadBuffer(asked.reader);
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
    letGo();
    share.clear();
  }

  /** Reads the objects whose numbers stand from {@code begin} to {@code end}. */
  @Override
  public void run(long begin, long end) {
    for (long at = begin; at < end; at += asked.block) {
      readBlock(asked.numbers.at(at, (int) Math.min(asked.block, end - at)));
    }
    letGo();
  }

  /** Releases the objects that were kept. */
  void free() {
    share.phases.timed(StorePhase.FREE, kept::clear);
  }

  /** Nothing but the kept objects is held from now on. */
  private void letGo() {
    fetched = new byte[0];
    messages = new Bytes[0];
    objects = new Object[0];
    touches = new long[0];
    Sink.clear();
  }

  private void readBlock(long[] numbers) {
    StoreFile.Extent[] extents = asked.reader.locate(numbers);
    ReadPlan plan = buffer.plan(extents);
    share.phases.timed(StorePhase.READ, () -> buffer.read(plan));
    if (fetched.length < buffer.page().capacity()) {
      fetched = new byte[buffer.page().capacity()];
    }
    int bytes = (int) plan.bufferBytes();
    share.phases.timed(StorePhase.COPY, () -> buffer.page().get(0, fetched, 0, bytes));
    messages = new Bytes[numbers.length];
    for (int i = 0; i < numbers.length; i++) {
      messages[i] = new Bytes().set(fetched, plan.places()[i], extents[i].bytes());
      share.bytes += extents[i].bytes();
    }
    use();
    prove(numbers);
    release();
  }

  private void use() {
    switch (asked.level) {
      case BYTES -> Sink.take(messages);
      case DECODE -> {
        objects = new Object[messages.length];
        share.phases.timed(StorePhase.DECODE, this::decode);
        share.phases.timed(StorePhase.TOUCH, this::touchObjects);
      }
      case ACCESS_ONE -> {
        touches = new long[messages.length];
        share.phases.timed(StorePhase.TOUCH, () -> access(Plan.ONE));
      }
      case ACCESS_ALL -> {
        touches = new long[messages.length];
        share.phases.timed(StorePhase.TOUCH, () -> access(Plan.ALL));
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
      sum += form.touched(object, Plan.ALL);
    }
    Sink.take(sum);
  }

  private void access(Plan plan) {
    AccessAdapter access = (AccessAdapter) codec;
    for (int i = 0; i < messages.length; i++) {
      touches[i] = access.access(messages[i], plan);
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
        Plan plan = asked.level == Level.ACCESS_ONE ? Plan.ONE : Plan.ALL;
        long expected = form.touched(object, plan);
        Proof.requireSameTouch(touches[i], expected, (int) numbers[i]);
        share.touch += touches[i];
      }
    }
  }

  /** What is not kept is left to the collector. */
  private void release() {
    if (asked.level != Level.DECODE) {
      return;
    }
    if (asked.keepObjects) {
      kept.add(objects);
    } else {
      share.phases.timed(StorePhase.FREE, () -> objects = new Object[0]);
    }
  }
}
