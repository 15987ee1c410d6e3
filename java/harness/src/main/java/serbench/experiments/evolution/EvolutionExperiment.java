package serbench.experiments.evolution;

import java.util.List;
import serbench.Bytes;
import serbench.MessagePage;
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
          () -> messagePage(bench),
          (page, index) -> rewritten(page, messages.next(), index));
    }
  }

  private static Bytes rewritten(MessagePage page, byte[] message, int index) {
    if (message == null) {
      throw new Failure("error", index, "There is no message of this object.");
    }
    return page.serialize(page.deserialize(Bytes.of(message)));
  }

  private static MessagePage messagePage(Bench bench) {
    if (bench.page() instanceof MessagePage page && page.rewrites()) {
      return page;
    }
    throw new RequestError("This codec has no messages that are both read and written.");
  }
}
