package serbench.experiments.sort;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import serbench.Adapter;
import serbench.ObjectForm;
import serbench.RequestError;
import serbench.experiments.store.StoreFile;
import serbench.experiments.store.StoreReader;
import serbench.experiments.store.StoreThreads;
import serbench.experiments.store.StoreWriter;
import serbench.protocol.Bench;
import serbench.protocol.Failure;
import serbench.protocol.Replies;
import serbench.protocol.Request;
import serbench.protocol.Verb;
import serbench.timing.Jvm;

/** The experiment {@code sort}: an external sort of a store (PROTOCOL.md, sort). */
public final class SortExperiment {
  public static final List<Verb> VERBS =
      List.of(new Verb("sort", (request, bench) -> new SortExperiment(request, bench).answer()));

  private final Request request;
  private final Bench bench;
  private final Replies replies;
  private final Key key;
  private final Mode mode;
  private final boolean direct;
  private final StoreThreads threads;

  private SortExperiment(Request request, Bench bench) {
    this.request = request;
    this.bench = bench;
    replies = bench.replies();
    ObjectForm plain = bench.plainForm();
    Adapter adapter = bench.adapter();
    key = Key.named(request.text("key"), plain.hasStudyKey(), bench.facts().workload());
    mode = Mode.named(request.text("mode"), adapter, adapter.form(plain) != plain, key);
    direct = request.number("direct") != 0;
    threads = new StoreThreads(Math.toIntExact(request.number("threads")));
  }

  private void answer() {
    try (StoreReader reader = new StoreReader(request.text("data"), request.text("index"), direct);
        Scratch scratch = new Scratch(request.text("scratch"), direct)) {
      requireOwn(reader.identity());
      requireOther("sorted_data");
      requireOther("sorted_index");
      sort(reader, scratch);
    } catch (RequestError fault) {
      throw fault;
    } catch (Exception | StackOverflowError | OutOfMemoryError fault) {
      Failure.of(fault).reply(replies, "sort");
    }
    replies.line("memory", "peak_bytes", Jvm.peakResidentBytes());
  }

  private void sort(StoreReader reader, Scratch scratch) {
    RecordIndex index = new RecordIndex(reader);
    long[] listed = {};
    if (mode == Mode.RAW) {
      listed = ListedKeys.read(request.text("keys"), index.count());
    }
    Budget budget = budget(reader, index);
    Setting setting = new Setting(mode, budget, reader, index, scratch);
    List<SortThread> sorters = new ArrayList<>();
    for (int t = 0; t < threads.count(); t++) {
      Tally tally = new Tally();
      sorters.add(new SortThread(setting, codec(listed, tally), tally));
    }
    Sorting sorting = new Sorting(setting, threads, sorters);
    try (StoreWriter writer =
        new StoreWriter(
            request.text("sorted_data"),
            request.text("sorted_index"),
            sortedIdentity(reader.identity()),
            direct)) {
      SortedStore store = new SortedStore(writer, index);
      sorting.warmUp(request.number("warmup_ns"));
      HeapWatch heap = new HeapWatch();
      Jvm.Collected begin = Jvm.Collected.now();
      sorting.sort(store, heap);
      Jvm.Collected collected = Jvm.Collected.now().since(begin).since(heap.forced());
      reply(sorters, sorting, store, heap);
      replies.line(
          "gc",
          "operation",
          "sort",
          "gc_ns",
          collected.ns(),
          "collections",
          collected.collections());
    }
  }

  private SortedCodec codec(long[] listed, Tally tally) {
    long distinct = request.number("distinct");
    return new SortedCodec(bench.adapter(), bench.form(), key, listed, distinct, tally);
  }

  private Budget budget(StoreReader reader, RecordIndex index) {
    double heapPerByte = 1;
    if (mode == Mode.OBJECTS) {
      SortedCodec codec = codec(new long[0], new Tally());
      int end = (int) threads.shareBegin(index.count(), 1);
      heapPerByte = HeapSample.heapPerByte(codec, reader, index, end);
    }
    return new Budget(
        request.number("memory_bytes"),
        threads.count(),
        Math.toIntExact(request.number("fan_in")),
        heapPerByte,
        reader.granule());
  }

  private void reply(List<SortThread> sorters, Sorting sorting, SortedStore store, HeapWatch heap) {
    Tally all = new Tally();
    for (int t = 0; t < sorters.size(); t++) {
      Tally tally = sorters.get(t).tally();
      tally.chunks.reply(replies, "chunks-", t);
      tally.merges.reply(replies, "merge-", t);
      all.add(tally);
    }
    replies.line(
        "sorted",
        "objects",
        sorting.objects(),
        "bytes",
        store.messageBytes(),
        "data_bytes",
        store.dataBytes(),
        "chunks",
        sorting.chunks(),
        "passes",
        sorting.passes(),
        "fan_in",
        request.number("fan_in"),
        "read_bytes",
        all.readBytes,
        "written_bytes",
        all.writtenBytes,
        "decodes",
        all.decodes,
        "accesses",
        all.accesses,
        "comparisons",
        all.comparisons,
        "held_bytes",
        heap.heldBytes());
  }

  private StoreFile.Identity sortedIdentity(StoreFile.Identity of) {
    return new StoreFile.Identity(
        bench.facts().codec(), of.workload(), of.corpusDigest(), of.objects());
  }

  private void requireOwn(StoreFile.Identity identity) {
    if (!identity.workload().equals(bench.facts().workload())) {
      throw new RequestError(
          "The store in "
              + request.text("data")
              + " holds other objects: "
              + identity.workload()
              + ".");
    }
  }

  /** Refuses to write over the store that is sorted. */
  private void requireOther(String key) {
    Path written = Path.of(request.text(key));
    try {
      for (String read : List.of("data", "index")) {
        if (Files.exists(written) && Files.isSameFile(written, Path.of(request.text(read)))) {
          throw new RequestError("The file " + written + " is one of the store that is sorted.");
        }
      }
    } catch (IOException fault) {
      throw new RequestError("The file " + written + " cannot be found: " + fault + ".");
    }
  }
}
