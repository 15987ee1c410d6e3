package serbench.experiments.relay;

import java.util.function.Supplier;
import serbench.AccessAdapter;
import serbench.Adapter;
import serbench.Plan;

/** The mode {@code peek}: access-one reads of a message what it is routed by. */
final class Peeking extends Handler {
  private final Supplier<Adapter> adapters;
  private AccessAdapter adapter;

  Peeking(Setting setting, Supplier<Adapter> adapters) {
    super(setting);
    this.adapters = adapters;
    adapter = (AccessAdapter) adapters.get();
  }

  @Override
  void handle(Block block) {
    copy(block);
    access(block);
    route(block);
    sendOn(block);
  }

  private void access(Block block) {
    clock.enter(StepClock.Step.DECODE);
    for (int i = 0; i < block.count(); i++) {
      try {
        block.touches[i] = adapter.access(block.messages[i], Plan.ONE);
      } catch (Exception | StackOverflowError | OutOfMemoryError fault) {
        leaveOut(block, i);
        adapter = (AccessAdapter) adapters.get();
      }
    }
  }
}
