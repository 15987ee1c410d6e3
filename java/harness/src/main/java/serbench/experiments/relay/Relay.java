package serbench.experiments.relay;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.function.Consumer;
import serbench.RequestError;
import serbench.protocol.Failure;

/** Takes frames from sources and sends them on to sinks, in one thread (PROTOCOL.md, relay). */
final class Relay implements Closeable {
  private static final long NO_BARRIER = -1;
  private static final long LAST_BARRIER = 0xFFFFFFFFL;

  private final SourceConnection[] sources;
  private final SinkConnection[] sinks;
  private final Handler handler;
  private final StepClock clock;
  private final Counters counters;
  private final BarrierReport report;
  private final Block block;
  private final int mostInBlock;
  private final Selector selector;

  private final SourceConnection[] ready;
  private int readyCount;

  /** Made once, so that waiting allocates nothing. */
  private final Consumer<SelectionKey> collecting = this::collect;

  /** The barrier that has come from some sources, which are held since. */
  private long barrier = NO_BARRIER;

  private boolean barrierAsksForPhases;
  private int marked;
  private int ended;

  /** Whether sources have been released that may have frames. */
  private boolean released;

  /** While phases are timed, at most {@code mostInBlock} frames are handled at once. */
  Relay(
      SourceConnection[] sources,
      SinkConnection[] sinks,
      Handler handler,
      BarrierReport report,
      int mostInBlock) {
    this.sources = sources;
    this.sinks = sinks;
    this.handler = handler;
    this.report = report;
    this.mostInBlock = mostInBlock;
    clock = handler.clock;
    counters = handler.counters;
    block = new Block(mostInBlock);
    ready = new SourceConnection[sources.length];
    try {
      selector = Selector.open();
      for (SourceConnection source : sources) {
        source.register(selector);
      }
    } catch (IOException fault) {
      throw broken(fault);
    }
  }

  /** Runs until all sources have ended. What has come before a fault is sent on. */
  void run() {
    try {
      while (ended < sources.length) {
        takeWhatIsThere();
      }
    } catch (IOException fault) {
      throw broken(fault);
    } finally {
      flush();
    }
  }

  /** After the end, whatever it was. */
  void reportLast() {
    clock.enter(StepClock.Step.WAIT);
    report.take();
    report.write(LAST_BARRIER);
  }

  private void takeWhatIsThere() throws IOException {
    clock.enter(StepClock.Step.WAIT);
    readyCount = 0;
    selector.select(collecting);
    for (int i = 0; i < readyCount; i++) {
      take(ready[i]);
    }
    while (released) {
      released = false;
      for (SourceConnection source : sources) {
        takeFrames(source);
      }
    }
    flush();
  }

  private void collect(SelectionKey key) {
    ready[readyCount] = (SourceConnection) key.attachment();
    readyCount++;
  }

  private void take(SourceConnection source) throws IOException {
    clock.enter(StepClock.Step.READ);
    source.read();
    takeFrames(source);
    if (source.ended()) {
      end(source);
    }
  }

  private void takeFrames(SourceConnection source) {
    while (source.nextFrame()) {
      if (Frame.isBarrier(source.sequence())) {
        takeBarrier(source);
      } else {
        takeBlock(source);
      }
      clock.enter(StepClock.Step.READ);
    }
  }

  /** Begins with the frame that the source has found. */
  private void takeBlock(SourceConnection source) {
    int most = clock.running() ? mostInBlock : 1;
    block.clear();
    do {
      block.add(source);
      counters.frames++;
      counters.bytesIn += source.size();
      source.skipFrame();
    } while (block.count() < most && source.nextFrame() && !Frame.isBarrier(source.sequence()));
    handler.handle(block);
  }

  private void takeBarrier(SourceConnection source) {
    long number = Frame.barrierNumber(source.sequence());
    if (barrier != NO_BARRIER && barrier != number) {
      throw new Failure(
          "error",
          "The barrier "
              + number
              + " came before the barrier "
              + barrier
              + " had come from every source.");
    }
    barrier = number;
    barrierAsksForPhases = Frame.asksForPhases(source.sequence());
    source.skipFrame();
    source.hold();
    marked++;
    passBarrier();
  }

  private void end(SourceConnection source) throws IOException {
    if (source.torn()) {
      counters.torn++;
    }
    source.close();
    ended++;
    passBarrier();
  }

  /** The barrier of a source that has ended is not waited for. */
  private void passBarrier() {
    if (barrier == NO_BARRIER || marked + ended < sources.length) {
      return;
    }
    long number = barrier;
    barrier = NO_BARRIER;
    marked = 0;
    flush();
    clock.enter(StepClock.Step.WAIT);
    report.take();
    for (SinkConnection sink : sinks) {
      sink.barrier(Frame.barrier(number, barrierAsksForPhases));
    }
    report.write(number);
    clock.restart(barrierAsksForPhases);
    for (SourceConnection source : sources) {
      source.release();
    }
    released = true;
  }

  private void flush() {
    for (SinkConnection sink : sinks) {
      sink.flush();
    }
  }

  private static RequestError broken(IOException fault) {
    return new RequestError("The sources cannot be waited for: " + fault.getMessage() + ".");
  }

  @Override
  public void close() throws IOException {
    for (SourceConnection source : sources) {
      source.close();
    }
    for (SinkConnection sink : sinks) {
      sink.close();
    }
    selector.close();
  }
}
