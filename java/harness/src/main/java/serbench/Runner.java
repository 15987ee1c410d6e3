package serbench;

import java.util.List;
import java.util.stream.Stream;
import serbench.experiments.evolution.EvolutionExperiment;
import serbench.experiments.memory.MemoryExperiment;
import serbench.experiments.relay.RelayExperiment;
import serbench.experiments.sort.SortExperiment;
import serbench.experiments.store.StoreExperiment;
import serbench.experiments.torture.TortureExperiment;
import serbench.protocol.Bench;
import serbench.protocol.BuildFacts;
import serbench.protocol.Failure;
import serbench.protocol.Keys;
import serbench.protocol.Replies;
import serbench.protocol.Request;
import serbench.protocol.Verb;
import serbench.timing.CpuClock;
import serbench.timing.Jvm;

/** A runner: one codec for one workload, serving one request (PROTOCOL.md). */
public final class Runner {
  /** An experiment is one package and one line here. */
  private static final List<Verb> VERBS =
      Stream.of(
              List.of(new Verb("describe", Runner::describe)),
              MemoryExperiment.VERBS,
              StoreExperiment.VERBS,
              SortExperiment.VERBS,
              RelayExperiment.VERBS,
              EvolutionExperiment.VERBS,
              TortureExperiment.VERBS)
          .flatMap(List::stream)
          .toList();

  private Runner() {}

  public static void main(String[] arguments) {
    System.exit(serve(arguments));
  }

  /**
   * Returns the exit status. The true standard output is taken before a codec's class is loaded.
   */
  private static int serve(String[] arguments) {
    Replies replies = new Replies();
    try {
      Bench bench = Bench.of(replies);
      bench.greet();
      answer(new Request(arguments), bench);
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

  private static void answer(Request request, Bench bench) {
    for (Verb verb : VERBS) {
      if (verb.name().equals(request.verb())) {
        request.allow(Keys.of(verb.name()));
        verb.answer().to(request, bench);
        return;
      }
    }
    throw new RequestError("There is no verb \"" + request.verb() + "\".");
  }

  private static void describe(Request request, Bench bench) {
    Replies replies = bench.replies();
    Adapter adapter = bench.adapter();
    replies.libraries(adapter.libraries());
    MemoryExperiment.describe(adapter, replies);
    RelayExperiment.describe(bench);
    for (Verb verb : VERBS) {
      replies.line("verb", "name", verb.name());
    }
    replies.line("unit", "name", "utf16");
    BuildFacts facts = bench.facts();
    replies.line("build", "compiler", facts.compiler(), "flags", facts.flags());
    CpuClock clock = new CpuClock();
    Jvm.describe(
        replies, "cpu_clock", clock.name(), "cpu_clock_resolution_ns", clock.resolutionNs());
  }
}
