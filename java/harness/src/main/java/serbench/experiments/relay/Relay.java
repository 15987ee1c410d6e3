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
  private static final long NO_MARK = -1;
  private static final long LAST_MARK = 0xFFFFFFFFL;

  private final SourceConnection[] sources;
  private final SinkConnection[] sinks;
  private final Handler handler;
  private final StepClock clock;
  private final Counters counters;
  private final MarkReport report;
  private final Block block;
  private final int mostInBlock;
  private final Selector selector;

  private final SourceConnection[] ready;
  private int readyCount;

  /** Made once, so that waiting allocates nothing. */
  private final Consumer<SelectionKey> collecting = this::collect;

  /** The mark that has come from some sources, which are held since. */
  private long mark = NO_MARK;

  private boolean markAsksForPhases;
  private int marked;
  private int ended;

  /** Whether sources have been released that may have frames. */
  private boolean released;

  /** While phases are timed, at most {@code mostInBlock} frames are handled at once. */
  Relay(
      SourceConnection[] sources,
      SinkConnection[] sinks,
      Handler handler,
      MarkReport report,
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
    report.write(LAST_MARK);
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
      if (Frame.isMark(source.sequence())) {
        takeMark(source);
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
    } while (block.count() < most && source.nextFrame() && !Frame.isMark(source.sequence()));
    handler.handle(block);
  }

  private void takeMark(SourceConnection source) {
    long number = Frame.markNumber(source.sequence());
    if (mark != NO_MARK && mark != number) {
      throw new Failure(
          "error",
          "The mark " + number + " came before the mark " + mark + " had come from every source.");
    }
    mark = number;
    markAsksForPhases = Frame.asksForPhases(source.sequence());
    source.skipFrame();
    source.hold();
    marked++;
    passMark();
  }

  private void end(SourceConnection source) throws IOException {
    if (source.torn()) {
      counters.torn++;
    }
    source.close();
    ended++;
    passMark();
  }

  /** The mark of a source that has ended is not waited for. */
  private void passMark() {
    if (mark == NO_MARK || marked + ended < sources.length) {
      return;
    }
    long number = mark;
    mark = NO_MARK;
    marked = 0;
    flush();
    clock.enter(StepClock.Step.WAIT);
    report.take();
    for (SinkConnection sink : sinks) {
      sink.mark(Frame.mark(number, markAsksForPhases));
    }
    report.write(number);
    clock.restart(markAsksForPhases);
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
