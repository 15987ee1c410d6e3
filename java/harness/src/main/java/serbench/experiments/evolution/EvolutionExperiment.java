package serbench.experiments.evolution;

import java.util.List;
import serbench.Bytes;
import serbench.MessageAdapter;
import serbench.RequestError;
import serbench.protocol.Bench;
import serbench.protocol.Container;
import serbench.protocol.Emission;
import serbench.protocol.Failure;
import serbench.protocol.Request;
import serbench.protocol.Verb;

/**
 * The experiment {@code evolution}: messages are read into the library's own form and written
 * again, without an object between (PROTOCOL.md, rewrite).
 */
public final class EvolutionExperiment {
  public static final List<Verb> VERBS = List.of(new Verb("rewrite", EvolutionExperiment::rewrite));

  private EvolutionExperiment() {}

  private static void rewrite(Request request, Bench bench) {
    try (Container.Reader messages =
        new Container.Reader(request.text("encoded"), Container.MESSAGES)) {
      Emission.write(
          bench.replies(),
          request.text("out"),
          messages.count(),
          () -> messageAdapter(bench),
          (adapter, index) -> rewritten(adapter, messages.next(), index));
    }
  }

  private static Bytes rewritten(MessageAdapter adapter, byte[] message, int index) {
    if (message == null) {
      throw new Failure("error", index, "There is no message of this object.");
    }
    return adapter.serialize(adapter.deserialize(Bytes.of(message)));
  }

  private static MessageAdapter messageAdapter(Bench bench) {
    if (bench.adapter() instanceof MessageAdapter adapter && adapter.rewrites()) {
      return adapter;
    }
    throw new RequestError("This codec has no messages that are both read and written.");
  }
}
