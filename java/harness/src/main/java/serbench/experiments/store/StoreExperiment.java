package serbench.experiments.store;

import java.util.List;
import serbench.AccessAdapter;
import serbench.ObjectForm;
import serbench.RequestError;
import serbench.protocol.Bench;
import serbench.protocol.BuildFacts;
import serbench.protocol.Failure;
import serbench.protocol.Replies;
import serbench.protocol.Request;
import serbench.protocol.Verb;
import serbench.timing.Jvm;
import serbench.values.Digest;
import serbench.values.ObjectPool;

/**
 * The experiment {@code store}: objects written to a file, and read from it in order or by number
 * (PROTOCOL.md, store-write and store-read).
 */
public final class StoreExperiment {
  public static final List<Verb> VERBS =
      List.of(
          new Verb("store-write", (request, bench) -> new StoreExperiment(request, bench).write()),
          new Verb("store-read", (request, bench) -> new StoreExperiment(request, bench).read()));

  // How many objects are handled between two looks at the clocks: fewer where these would take too
  // much memory.
  private static final int OBJECTS_A_BLOCK = 256;
  private static final int OBJECTS_A_RANDOM_BLOCK = 64;
  private static final long BYTES_A_BLOCK = 8 << 20;

  private final Request request;
  private final Bench bench;
  private final Replies replies;
  private final BuildFacts facts;
  private final ObjectPool pool;
  private final StoreThreads threads;

  /** Whether objects are bytes already, which a floor neither encodes nor decodes. */
  private final boolean raw;

  private StoreExperiment(Request request, Bench bench) {
    this.request = request;
    this.bench = bench;
    replies = bench.replies();
    facts = bench.facts();
    ObjectForm plain = bench.plainForm();
    raw = bench.adapter().form(plain) != plain;
    pool = new ObjectPool(request.text("corpus"), request.textOrNull("numbers"));
    threads = new StoreThreads(Math.toIntExact(request.number("threads")));
  }

  private void write() {
    final long objects = request.number("objects");
    StoreFile.Identity identity =
        new StoreFile.Identity(facts.codec(), facts.workload(), pool.digest(), objects);
    try (ObjectNumbers order = new ObjectNumbers(request.textOrNull("order"))) {
      // The writer empties the files, which a wrong list must not do.
      order.requireOrderOf(objects);
      try (StoreWriter writer =
          new StoreWriter(
              request.text("data"),
              request.text("index"),
              identity,
              request.number("direct") != 0)) {
        replyCorpus();
        StoreWriting.Asked asked =
            new StoreWriting.Asked(pool, order, writer, block(OBJECTS_A_BLOCK), raw);
        answer("write", () -> write(asked, objects));
      }
    }
  }

  private void write(StoreWriting.Asked asked, long objects) {
    List<StoreWriting> writings =
        threads.warmed(
            request.number("warmup_ns"),
            () -> new StoreWriting(asked, bench.adapter(), bench.form()));
    threads.run(writings, objects);
    final long dataBytes = asked.writer().finish();
    writings.get(0).share().phases.timed(StorePhase.FSYNC, asked.writer()::sync);
    StoreShare all = replyPhases(writings);
    replyCollected("write");
    replies.line("stored", "objects", objects, "bytes", all.bytes, "data_bytes", dataBytes);
  }

  private void read() {
    final long objects = request.number("objects");
    final String name = request.text("level");
    final StoreReading.Level level = level(name);
    try (ObjectNumbers ids = new ObjectNumbers(request.textOrNull("ids"));
        StoreReader reader =
            new StoreReader(
                request.text("data"), request.text("index"), request.number("direct") != 0)) {
      requireOwn(reader.identity());
      replyCorpus();
      StoreReading.Asked asked =
          new StoreReading.Asked(
              pool,
              reader,
              level,
              block(ids.areListed() ? OBJECTS_A_RANDOM_BLOCK : OBJECTS_A_BLOCK),
              request.number("keep_objects") != 0,
              ids);
      answer(name, () -> read(asked, objects, name));
    }
  }

  private void read(StoreReading.Asked asked, long objects, String name) {
    List<StoreReading> readings =
        threads.warmed(
            request.number("warmup_ns"),
            () -> new StoreReading(asked, bench.adapter(), bench.form()));
    final long before = asked.keepObjects() ? Jvm.collectedHeapBytes() : 0;
    threads.run(readings, objects);
    final long held = asked.keepObjects() ? Jvm.collectedHeapBytes() - before : 0;
    if (asked.keepObjects()) {
      readings.forEach(StoreReading::free);
    }
    StoreShare all = replyPhases(readings);
    replyCollected(name);
    if (asked.keepObjects()) {
      replies.line("held", "bytes", Math.max(0, held));
    }
    replies.line(
        "fetched",
        "objects",
        objects,
        "bytes",
        all.bytes,
        "digest",
        Digest.text(all.digest),
        "touch",
        Long.toUnsignedString(all.touch));
  }

  private int block(int most) {
    long meanBytes = pool.bytes() / pool.size() + 1;
    return (int) Math.max(1, Math.min(most, BYTES_A_BLOCK / meanBytes));
  }

  private StoreReading.Level level(String name) {
    boolean accesses = bench.adapter() instanceof AccessAdapter;
    if (raw && name.equals("bytes")) {
      return StoreReading.Level.BYTES;
    }
    if (!raw && name.equals("decode")) {
      return StoreReading.Level.DECODE;
    }
    if (accesses && name.equals("access-one")) {
      return StoreReading.Level.ACCESS_ONE;
    }
    if (accesses && name.equals("access-all")) {
      return StoreReading.Level.ACCESS_ALL;
    }
    throw new RequestError("This codec has no level \"" + name + "\".");
  }

  private void requireOwn(StoreFile.Identity identity) {
    if (!identity.workload().equals(facts.workload()) || identity.corpusDigest() != pool.digest()) {
      throw new RequestError(
          "The store in "
              + request.text("data")
              + " holds other objects: "
              + identity.workload()
              + " with the corpus "
              + Digest.text(identity.corpusDigest())
              + ".");
    }
  }

  private void replyCorpus() {
    replies.line(
        "corpus",
        "objects",
        pool.size(),
        "bytes",
        pool.bytes(),
        "digest",
        Digest.text(pool.digest()));
  }

  /** One line a phase and thread, and what all threads did together. */
  private StoreShare replyPhases(List<? extends StoreThreads.Work> works) {
    StoreShare all = new StoreShare();
    for (int t = 0; t < works.size(); t++) {
      StoreShare share = works.get(t).share();
      all.bytes += share.bytes;
      all.digest += share.digest;
      all.touch += share.touch;
      share.phases.reply(replies, "", t);
    }
    return all;
  }

  /** What the collector took of all threads' work, of the proofs too. */
  private void replyCollected(String operation) {
    Jvm.Collected collected = threads.collected();
    replies.line(
        "gc",
        "operation",
        operation,
        "gc_ns",
        collected.ns(),
        "collections",
        collected.collections());
  }

  /** What a codec cannot do becomes a {@code failed} line. */
  private void answer(String operation, Runnable work) {
    try {
      work.run();
    } catch (RequestError fault) {
      throw fault;
    } catch (Exception | StackOverflowError | OutOfMemoryError fault) {
      Failure.of(fault).reply(replies, operation);
    }
    replies.line("memory", "peak_bytes", Jvm.peakResidentBytes());
  }
}
