package serbench.experiments.memory;

import java.util.ArrayList;
import java.util.List;
import serbench.Adapter;
import serbench.Bytes;
import serbench.RequestError;
import serbench.protocol.Bench;
import serbench.protocol.Container;
import serbench.protocol.Failure;
import serbench.protocol.Replies;
import serbench.protocol.Request;
import serbench.protocol.Verb;
import serbench.timing.Jvm;
import serbench.timing.Sampler;
import serbench.timing.Sink;
import serbench.values.Corpus;
import serbench.values.Digest;
import serbench.values.StrictReading;

/**
 * The experiment {@code memory}: operations on objects and bytes (PROTOCOL.md: check, emit,
 * measure, calibrate).
 */
public final class MemoryExperiment {
  public static final List<Verb> VERBS =
      List.of(
          new Verb("check", MemoryExperiment::check),
          new Verb("emit", MemoryExperiment::emit),
          new Verb("measure", MemoryExperiment::measure),
          new Verb("calibrate", Calibration::calibrate));

  private static final int LARGEST_KEEP = 1 << 28;

  private final Replies replies;
  private final Adapter adapter;
  private final Corpus corpus;
  private final Sampler sampler;
  private final int keep;
  private final byte[][] given;
  private Bytes[] encoded;

  /** The messages are those given, each null where it is missing, or where that is null its own. */
  private MemoryExperiment(
      Replies replies,
      Adapter adapter,
      Corpus corpus,
      Sampler.Plan plan,
      int keep,
      byte[][] given) {
    this.replies = replies;
    this.adapter = adapter;
    this.corpus = corpus;
    sampler = new Sampler(plan);
    this.keep = keep;
    this.given = given;
  }

  /** Says which operations the codec has. */
  public static void describe(Adapter adapter, Replies replies) {
    for (Operations.Kind kind : Operations.of(adapter)) {
      if (kind.reads(adapter)) {
        replies.line("operation", "name", kind.name(), "side", kind.side());
      } else {
        replies.line("operation", "name", kind.name(), "side", kind.side(), "reads", 0);
      }
    }
  }

  private static void check(Request request, Bench bench) {
    new Conformance(bench, request.text("corpus"))
        .check(request.textOrNull("encoded"), request.textOrNull("values"));
  }

  private static void emit(Request request, Bench bench) {
    String out = request.text("out");
    // Maps may have been filled in any order.
    StrictReading.takeAnyOrder();
    new Conformance(bench, request.text("corpus")).emit(out);
  }

  private static void measure(Request request, Bench bench) {
    Sampler.Plan plan =
        new Sampler.Plan(
            request.number("sample_ns"),
            request.number("samples"),
            request.number("warmup_ns"),
            request.number("budget_ns"));
    int keep = keep(request);
    List<String> operations = request.list("operations");
    Adapter adapter = bench.adapter();
    Corpus corpus = Corpus.load(request.text("corpus"), bench.form());
    byte[][] given = given(request.textOrNull("encoded"), corpus.objects().length);
    new MemoryExperiment(bench.replies(), adapter, corpus, plan, keep, given).run(operations);
  }

  /** The messages of a file, null where the request names none. */
  private static byte[][] given(String path, int objects) {
    if (path == null) {
      return null;
    }
    try (Container.Reader file = Container.Reader.ofMessages(path, objects)) {
      byte[][] messages = new byte[objects][];
      for (int i = 0; i < objects; i++) {
        messages[i] = file.next();
      }
      file.requireEnd();
      return messages;
    }
  }

  /** How many decoded objects stay alive: what an array can hold. */
  private static int keep(Request request) {
    long keep = request.has("keep") ? request.number("keep") : 0;
    if (keep > LARGEST_KEEP) {
      throw new RequestError(
          "The value of keep is "
              + keep
              + ", and at most "
              + LARGEST_KEEP
              + " objects can be kept.");
    }
    return (int) keep;
  }

  /**
   * Measures the named operations in their order. Throws RequestError before the first when the
   * codec lacks one of them, or one does not read the messages that are given.
   */
  private void run(List<String> names) {
    corpus.requireObjects();
    List<Operations.Kind> kinds = new ArrayList<>();
    for (String name : names) {
      kinds.add(kind(name));
    }
    replies.line(
        "corpus",
        "objects",
        corpus.objects().length,
        "bytes",
        corpus.bytes(),
        "digest",
        Digest.text(corpus.digest()));
    for (Operations.Kind kind : kinds) {
      measureOrFail(kind);
    }
    replies.line("memory", "peak_bytes", Jvm.peakResidentBytes());
  }

  private Operations.Kind kind(String name) {
    Operations.Kind kind =
        Operations.of(adapter).stream()
            .filter(each -> each.name().equals(name))
            .findFirst()
            .orElseThrow(() -> new RequestError("This codec has no operation \"" + name + "\"."));
    if (given != null && !kind.startsFromBytes()) {
      throw new RequestError(
          "The operation \""
              + name
              + "\" does not start from messages, so it cannot read those of a file.");
    }
    return kind;
  }

  private void measureOrFail(Operations.Kind kind) {
    try {
      measure(kind);
    } catch (RequestError fault) {
      throw fault;
    } catch (Exception | StackOverflowError fault) {
      // Only proofs count objects, so an exception while timing has no index.
      Failure.of(fault).reply(replies, kind.name());
    }
  }

  private void measure(Operations.Kind kind) {
    Operation operation = kind.on(adapter, subject());
    prove(kind, operation, "before");
    Sink.clear();
    // What earlier operations left behind is not collected at this one's expense.
    System.gc();
    Sampler.WarmUp warmUp = sampler.warmUp(operation);
    replies.line(
        "warmup",
        "operation",
        kind.name(),
        "elapsed_ns",
        warmUp.elapsedNs(),
        "settled",
        warmUp.settled() ? 1 : 0);
    reply(kind, sampler.takenFrom(warmUp).orElseGet(() -> sampler.taken(operation, warmUp)));
    prove(kind, operation, "after");
    replyAllocated(kind, operation);
  }

  private void reply(Operations.Kind kind, Sampler.Taken taken) {
    int objects = corpus.objects().length;
    long calibrated = taken.samples().get(0).rotations() * objects;
    replies.line("calibrated", "operation", kind.name(), "n", calibrated);
    for (Sampler.Sample sample : taken.samples()) {
      replies.line(
          "sample",
          "operation",
          kind.name(),
          "n",
          sample.rotations() * objects,
          "cpu_ns",
          sample.cpuNs(),
          "wall_ns",
          sample.wallNs());
    }
    replies.line(
        "gc",
        "operation",
        kind.name(),
        "gc_ns",
        taken.collected().ns(),
        "collections",
        taken.collected().collections());
  }

  /**
   * What this thread allocates in one rotation of code that is compiled by now; how often is not
   * counted.
   */
  private void replyAllocated(Operations.Kind kind, Operation operation) {
    long before = Jvm.allocatedBytes();
    if (before < 0) {
      return;
    }
    operation.rotate(1);
    long bytes = Jvm.allocatedBytes() - before;
    int objects = corpus.objects().length;
    replies.line("allocated", "operation", kind.name(), "n", objects, "bytes", bytes);
  }

  private void prove(Operations.Kind kind, Operation operation, String phase) {
    Verified verified = Verified.of(kind, operation, corpus);
    List<Object> told =
        new ArrayList<>(
            List.of(
                "operation",
                kind.name(),
                "phase",
                phase,
                "digest",
                Digest.text(verified.digest()),
                "touch",
                Long.toUnsignedString(verified.touch()),
                "bytes",
                verified.bytes(),
                "messages",
                Digest.text(verified.messages())));
    verified.read().ifPresent(read -> told.addAll(List.of("read", read)));
    replies.line("verified", told.toArray());
  }

  /** The objects with their messages, which are made once, each in an array of its own. */
  private Operation.Subject subject() {
    Object[] objects = corpus.objects();
    if (encoded == null) {
      Bytes[] messages = new Bytes[objects.length];
      for (int i = 0; i < objects.length; i++) {
        try {
          messages[i] = message(i);
        } catch (Exception | StackOverflowError fault) {
          throw Failure.of(fault, i);
        }
      }
      encoded = messages;
    }
    return new Operation.Subject(corpus.form(), objects, encoded, keep);
  }

  private Bytes message(int index) {
    if (given == null) {
      return adapter.encode(corpus.objects()[index]).copy();
    }
    if (given[index] == null) {
      throw Failure.noMessage(index);
    }
    return Bytes.of(given[index]);
  }
}
