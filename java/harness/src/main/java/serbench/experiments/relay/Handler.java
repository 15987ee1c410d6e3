package serbench.experiments.relay;

/**
 * Handles blocks of frames in one mode. A step is done for the whole block before the next begins;
 * a block of one frame is a message handled by itself.
 */
abstract class Handler {
  final Route route;
  final SinkConnection[] sinks;
  final StepClock clock;
  final Counters counters;

  /** What all modes need. */
  record Setting(Route route, SinkConnection[] sinks, StepClock clock, Counters counters) {}

  Handler(Setting setting) {
    route = setting.route;
    sinks = setting.sinks;
    clock = setting.clock;
    counters = setting.counters;
  }

  abstract void handle(Block block);

  /** For codecs, which take arrays. */
  final void copy(Block block) {
    clock.enter(StepClock.Step.COPY);
    counters.copiedBytes += block.copy();
  }

  void route(Block block) {
    clock.enter(StepClock.Step.ROUTE);
    for (int i = 0; i < block.count(); i++) {
      block.sinks[i] = route.sink(block.sequences[i], block.touches[i], sinks.length);
    }
  }

  /** The messages as they came, out of the buffer of their source. */
  final void sendOn(Block block) {
    clock.enter(StepClock.Step.WRITE);
    for (int i = 0; i < block.count(); i++) {
      if (block.sound[i]) {
        sinks[block.sinks[i]].send(
            block.sequences[i], block.source(), block.place(i), block.size(i));
      }
    }
  }

  final void leaveOut(Block block, int i) {
    block.sound[i] = false;
    counters.undecodable++;
  }
}
