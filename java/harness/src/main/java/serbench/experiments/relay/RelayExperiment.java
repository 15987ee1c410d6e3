package serbench.experiments.relay;

import java.util.List;
import java.util.Set;
import serbench.RequestError;
import serbench.protocol.Bench;
import serbench.protocol.Failure;
import serbench.protocol.Replies;
import serbench.protocol.Request;
import serbench.protocol.Verb;
import serbench.timing.Jvm;

/** The experiment {@code relay}: messages that are taken and sent on (PROTOCOL.md, relay). */
public final class RelayExperiment {
  public static final List<Verb> VERBS = List.of(new Verb("relay", RelayExperiment::relay));

  private static final int MOST_CONNECTIONS = 1 << 16;
  private static final int LARGEST_FRAME_BYTES = 1 << 30;
  private static final int LARGEST_BLOCK = 1 << 16;

  private RelayExperiment() {}

  /** Says which modes the codec has, and which of them cannot route by fields. */
  public static void describe(Bench bench) {
    Subject subject = Subject.of(bench);
    for (Mode mode : Mode.values()) {
      Set<Route> routes = mode.routes(subject);
      if (routes.contains(Route.FIELDS)) {
        bench.replies().line("mode", "name", mode.text);
      } else if (!routes.isEmpty()) {
        bench.replies().line("mode", "name", mode.text, "fields", 0);
      }
    }
  }

  private static void relay(Request request, Bench bench) {
    Mode mode = Mode.named(request.text("mode"));
    Subject subject = Subject.of(bench);
    final Route route = mode.route(request.text("route"), subject);
    final int block = number(request, "block", LARGEST_BLOCK);
    final long largest = number(request, "largest_frame_bytes", LARGEST_FRAME_BYTES);
    final int sourceCount = number(request, "sources", MOST_CONNECTIONS);
    final int sinkCount = number(request, "sinks", MOST_CONNECTIONS);
    Endpoint driver = Endpoint.of(request.text("at"));
    Counters counters = new Counters();
    StepClock clock = new StepClock();
    SourceConnection[] sources = new SourceConnection[sourceCount];
    for (int i = 0; i < sourceCount; i++) {
      sources[i] =
          new SourceConnection(driver.connected(Endpoint.Role.SOURCE, i), largest, counters);
    }
    SinkConnection[] sinks = new SinkConnection[sinkCount];
    for (int i = 0; i < sinkCount; i++) {
      sinks[i] = new SinkConnection(driver.connected(Endpoint.Role.SINK, i), clock, counters);
    }
    Handler.Setting setting = new Handler.Setting(route, sinks, clock, counters);
    Handler handler = Handlers.of(mode, setting, subject, block);
    BarrierReport report = new BarrierReport(bench.replies(), counters, clock);
    answer(bench.replies(), new Relay(sources, sinks, handler, report, block));
  }

  /** At least 1. */
  private static int number(Request request, String key, int most) {
    long value = request.number(key);
    if (value < 1 || value > most) {
      throw new RequestError(
          "The value of " + key + " is " + value + ", and it must be between 1 and " + most + ".");
    }
    return (int) value;
  }

  /** What stops a relay becomes a {@code failed} line. */
  private static void answer(Replies replies, Relay relay) {
    try (relay) {
      relay.run();
    } catch (RequestError fault) {
      throw fault;
    } catch (Exception | StackOverflowError | OutOfMemoryError fault) {
      Failure.of(fault).reply(replies, "relay");
    }
    relay.reportLast();
    replies.line("memory", "peak_bytes", Jvm.peakResidentBytes());
  }
}
