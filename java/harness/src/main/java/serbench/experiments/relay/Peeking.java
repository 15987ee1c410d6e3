package serbench.experiments.relay;

import java.util.function.Supplier;
import serbench.AccessPage;
import serbench.Page;
import serbench.Plan;

/** The mode {@code peek}: access-one reads of a message what it is routed by. */
final class Peeking extends Handler {
  private final Supplier<Page> pages;
  private AccessPage page;

  Peeking(Setting setting, Supplier<Page> pages) {
    super(setting);
    this.pages = pages;
    page = (AccessPage) pages.get();
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
        block.touches[i] = page.access(block.messages[i], Plan.ONE);
      } catch (Exception | StackOverflowError | OutOfMemoryError fault) {
        leaveOut(block, i);
        page = (AccessPage) pages.get();
      }
    }
  }
}
