package serbench;

import java.lang.reflect.InvocationTargetException;
import java.util.Map;

/** A runner: one codec for one workload, serving one request (PROTOCOL.md). */
public final class Runner {
  private static final long CALIBRATION_WARMUP_NS = 500_000_000;
  private static final String[] VERBS = {
    "describe", "check", "emit", "measure", "calibrate", "store-write", "store-read"
  };

  private final Protocol.Replies replies;
  private final BuildFacts facts;

  private Runner(Protocol.Replies replies, BuildFacts facts) {
    this.replies = replies;
    this.facts = facts;
  }

  public static void main(String[] arguments) {
    System.exit(serve(arguments));
  }

  /**
   * Returns the exit status. The true standard output is taken before a codec's class is loaded.
   */
  private static int serve(String[] arguments) {
    Protocol.Replies replies = new Protocol.Replies();
    try {
      BuildFacts facts = make("serbench.rendered.Build", BuildFacts.class);
      replies.line(
          "runner",
          "protocol",
          1,
          "language",
          "java",
          "codec",
          facts.codec(),
          "workload",
          facts.workload(),
          "schema",
          facts.schema());
      new Runner(replies, facts).answer(new Protocol.Request(arguments));
    } catch (RequestError fault) {
      replies.line("error", "detail", fault.getMessage());
      return 2;
    } catch (RuntimeException fault) {
      fault.printStackTrace();
      replies.line("error", "detail", Failure.of(fault).getMessage());
      return 2;
    }
    replies.line("end");
    return 0;
  }

  private void answer(Protocol.Request request) {
    switch (request.verb()) {
      case "describe" -> {
        request.allow();
        describe();
      }
      case "check" -> {
        request.allow("corpus", "encoded", "values");
        String encoded = request.has("encoded") ? request.text("encoded") : null;
        String values = request.has("values") ? request.text("values") : null;
        new Conformance(replies, Runner::page, corpus(request)).check(encoded, values);
      }
      case "emit" -> {
        request.allow("corpus", "out");
        String out = request.text("out");
        new Conformance(replies, Runner::page, corpus(request)).emit(out);
      }
      case "measure" -> measure(request);
      case "calibrate" -> {
        request.allow("corpus", "sample_ns", "samples");
        long sampleNs = request.number("sample_ns");
        long samples = request.number("samples");
        Calibration.run(
            replies,
            Corpus.load(request.text("corpus"), plainForm()),
            new Sampler.Plan(sampleNs, samples, CALIBRATION_WARMUP_NS, 0));
      }
      case "store-write" -> {
        request.allow(
            "corpus", "numbers", "data", "index", "objects", "threads", "direct", "warmup_ns");
        store(request).write();
      }
      case "store-read" -> {
        request.allow(
            "corpus",
            "numbers",
            "data",
            "index",
            "objects",
            "ids",
            "level",
            "threads",
            "direct",
            "keep_objects",
            "warmup_ns");
        store(request).read();
      }
      default -> throw new RequestError("There is no verb \"" + request.verb() + "\".");
    }
  }

  private void measure(Protocol.Request request) {
    request.allow("corpus", "operations", "sample_ns", "samples", "warmup_ns", "budget_ns");
    Sampler.Plan plan =
        new Sampler.Plan(
            request.number("sample_ns"),
            request.number("samples"),
            request.number("warmup_ns"),
            request.number("budget_ns"));
    var operations = request.list("operations");
    new ExperimentMemory(replies, page(), corpus(request), plan).run(operations);
  }

  private ExperimentStore store(Protocol.Request request) {
    return new ExperimentStore(replies, request, facts, Runner::page, Runner::plainForm);
  }

  private void describe() {
    Page page = page();
    for (Map.Entry<String, String> library : page.libraries().entrySet()) {
      replies.line("library", "name", library.getKey(), "version", library.getValue());
    }
    for (Operations.Kind kind : Operations.of(page)) {
      if (kind.reads(page)) {
        replies.line("operation", "name", kind.name(), "side", kind.side());
      } else {
        replies.line("operation", "name", kind.name(), "side", kind.side(), "reads", 0);
      }
    }
    for (String verb : VERBS) {
      replies.line("verb", "name", verb);
    }
    replies.line("unit", "name", "utf16");
    replies.line("build", "compiler", facts.compiler(), "flags", facts.flags());
    CpuClock clock = new CpuClock();
    replies.line(
        "jvm",
        "version",
        Jvm.version(),
        "flags",
        Jvm.flags(),
        "gc",
        Jvm.collectors(),
        "heap_bytes",
        Runtime.getRuntime().maxMemory(),
        "cpu_clock",
        clock.name(),
        "cpu_clock_resolution_ns",
        clock.resolutionNs());
  }

  private static Corpus corpus(Protocol.Request request) {
    return Corpus.load(request.text("corpus"), page().form(plainForm()));
  }

  private static ObjectForm plainForm() {
    return make("serbench.rendered.PlainForm", ObjectForm.class);
  }

  private static Page page() {
    PlainTypes types = make("serbench.rendered.PlainClasses", PlainTypes.class);
    try {
      Class<?> page = Class.forName("codec.Codec");
      return (Page) page.getConstructor(PlainTypes.class).newInstance(types);
    } catch (InvocationTargetException fault) {
      Throwable cause = fault.getCause();
      if (cause instanceof RuntimeException own) {
        throw own;
      }
      throw new RequestError("The codec cannot be made: " + cause + ".");
    } catch (ReflectiveOperationException fault) {
      throw new RequestError("The codec's page is not complete: " + fault + ".");
    }
  }

  /** An instance of a class that is rendered when a runner is built, not when this is compiled. */
  private static <T> T make(String name, Class<T> type) {
    try {
      return type.cast(Class.forName(name).getConstructor().newInstance());
    } catch (ReflectiveOperationException fault) {
      throw new RequestError("The runner is not complete: " + fault + ".");
    }
  }
}
