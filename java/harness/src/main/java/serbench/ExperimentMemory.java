package serbench;

import java.util.ArrayList;
import java.util.List;

/** The experiment {@code memory}: operations on objects and bytes (PROTOCOL.md, measure). */
final class ExperimentMemory {
  private final Protocol.Replies replies;
  private final Page page;
  private final Corpus corpus;
  private final Sampler sampler;
  private Bytes[] encoded;

  ExperimentMemory(Protocol.Replies replies, Page page, Corpus corpus, Sampler.Plan plan) {
    this.replies = replies;
    this.page = page;
    this.corpus = corpus;
    sampler = new Sampler(plan);
  }

  /**
   * Measures the named operations in their order. Throws RequestError before the first when the
   * codec lacks one of them.
   */
  void run(List<String> names) {
    corpus.requireObjects();
    List<Operations.Kind> kinds = new ArrayList<>();
    for (String name : names) {
      kinds.add(
          Operations.of(page).stream()
              .filter(kind -> kind.name().equals(name))
              .findFirst()
              .orElseThrow(
                  () -> new RequestError("This codec has no operation \"" + name + "\".")));
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

  private void measureOrFail(Operations.Kind kind) {
    try {
      measure(kind);
    } catch (RequestError fault) {
      throw fault;
    } catch (Exception | StackOverflowError fault) {
      // Outside the proofs nobody counts the objects, so an exception while timing has no index.
      Failure.of(fault).reply(replies, kind.name());
    }
  }

  private void measure(Operations.Kind kind) {
    Operation operation = kind.on(page, subject());
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
    take(kind, operation, warmUp.rotationNs());
    prove(kind, operation, "after");
    replyAllocated(kind, operation);
  }

  private void take(Operations.Kind kind, Operation operation, double rotationNs) {
    int objects = corpus.objects().length;
    long rotations = sampler.calibratedRotations(operation, rotationNs);
    replies.line("calibrated", "operation", kind.name(), "n", rotations * objects);
    List<Sampler.Sample> samples = new ArrayList<>();
    Jvm.Collected before = Jvm.Collected.now();
    sampler.takeSamples(operation, rotations, samples::add);
    Jvm.Collected collected = Jvm.Collected.now().since(before);
    for (Sampler.Sample sample : samples) {
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
        collected.ns(),
        "collections",
        collected.collections());
  }

  /**
   * What this thread allocates in one rotation of code that is compiled by now; nobody counts how
   * often.
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
    Proof.Verified verified = Proof.verify(kind, operation, corpus);
    replies.line(
        "verified",
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
        Digest.text(verified.messages()));
  }

  /** The objects with their messages, encoded once, each in an array of its own. */
  private Operation.Subject subject() {
    Object[] objects = corpus.objects();
    if (encoded == null) {
      Bytes[] messages = new Bytes[objects.length];
      for (int i = 0; i < objects.length; i++) {
        try {
          messages[i] = page.encode(objects[i]).copy();
        } catch (Exception | StackOverflowError fault) {
          throw Failure.of(fault, i);
        }
      }
      encoded = messages;
    }
    return new Operation.Subject(corpus.form(), objects, encoded);
  }
}
