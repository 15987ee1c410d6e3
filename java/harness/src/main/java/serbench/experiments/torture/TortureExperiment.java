package serbench.experiments.torture;

import java.util.List;
import java.util.stream.Collectors;
import serbench.RequestError;
import serbench.protocol.Bench;
import serbench.protocol.Container;
import serbench.protocol.Replies;
import serbench.protocol.Request;
import serbench.protocol.Verb;
import serbench.timing.Jvm;

/**
 * The experiment {@code torture}: a codec reads malformed input, and a valid message behind each of
 * them (PROTOCOL.md, torture). The heap and the stack of the virtual machine are its limits of
 * memory.
 */
public final class TortureExperiment {
  public static final List<Verb> VERBS = List.of(new Verb("torture", TortureExperiment::torture));

  /** How many times as long as with the valid message an operation may take. */
  private static final long LIMIT_PER_VALID = 100;

  private static final int VALID_TIMES = 5;

  private final Bench bench;
  private final Replies replies;
  private final byte[] valid;
  private final String digest;
  private final Meter meter = new Meter();
  private final CpuLimit limit;
  private Reading reading;
  private long limitNs;

  private TortureExperiment(Bench bench, byte[] valid, String digest) {
    this.bench = bench;
    replies = bench.replies();
    this.valid = valid;
    this.digest = digest;
    limit = CpuLimit.watching(replies);
    reading = fresh();
  }

  private static void torture(Request request, Bench bench) {
    long first = request.number("first");
    long hangNs = request.number("hang_ns");
    byte[] valid = firstMessage(request.text("valid"));
    try (Container.Reader cases = new Container.Reader(request.text("cases"), Container.MESSAGES)) {
      TortureExperiment torture = new TortureExperiment(bench, valid, request.text("digest"));
      torture.proveValid(hangNs);
      for (int i = 0; i < cases.count(); i++) {
        byte[] message = cases.next();
        if (message != null && i >= first) {
          torture.tryCase(i, message);
        }
      }
    }
    bench.replies().line("memory", "peak_bytes", Jvm.peakResidentBytes());
  }

  private static byte[] firstMessage(String path) {
    try (Container.Reader file = new Container.Reader(path, Container.MESSAGES)) {
      byte[] message = file.count() == 0 ? null : file.next();
      if (message == null) {
        throw file.refused("holds no valid message");
      }
      return message;
    }
  }

  private Reading fresh() {
    return new Reading(bench.adapter(), bench.form(), meter);
  }

  /** Finds how long an operation may take, and says it with the operations. */
  private void proveValid(long hangNs) {
    long validNs = Long.MAX_VALUE;
    for (int i = 0; i < VALID_TIMES; i++) {
      Reading.Trial trial = reading.tried(Reading.Operation.DECODE, valid);
      if (!trial.finding().hasDigest(digest)) {
        throw new RequestError(
            "The valid message does not decode to its value. " + told(trial.finding()));
      }
      validNs = Math.min(validNs, trial.taken().cpuNs());
    }
    limitNs = Math.max(hangNs, LIMIT_PER_VALID * validNs);
    String operations =
        reading.operations().stream()
            .map(operation -> operation.title)
            .collect(Collectors.joining(","));
    replies.line("torture", "operations", operations, "limit_ns", limitNs, "valid_ns", validNs);
  }

  private void tryCase(int index, byte[] message) {
    replies.line("case", "index", index);
    for (Reading.Operation operation : reading.operations()) {
      limit.set(operation.title, limitNs);
      Reading.Trial trial = reading.tried(operation, message);
      limit.lift();
      tell(operation, trial);
    }
    limit.set("valid", limitNs);
    Finding finding = reading.tried(Reading.Operation.DECODE, valid).finding();
    limit.lift();
    if (!finding.hasDigest(digest)) {
      replies.line("poisoned", "detail", told(finding));
      reading = fresh();
    }
  }

  private void tell(Reading.Operation operation, Reading.Trial trial) {
    Finding finding = trial.finding();
    replies.line(
        "tried",
        "operation",
        operation.title,
        "outcome",
        finding.outcome(),
        "cpu_ns",
        trial.taken().cpuNs(),
        "largest_bytes",
        finding.refusedMemory() ? Runtime.getRuntime().maxMemory() : 0,
        "allocated_bytes",
        trial.taken().allocatedBytes(),
        finding.key(),
        finding.value());
  }

  private static String told(Finding finding) {
    return finding.key().equals("digest")
        ? "Its value has the digest " + finding.value() + "."
        : finding.value();
  }
}
