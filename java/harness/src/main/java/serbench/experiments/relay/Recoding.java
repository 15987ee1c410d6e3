package serbench.experiments.relay;

import java.util.function.Supplier;
import serbench.Bytes;
import serbench.Page;

/** The modes that decode a message and encode what came of it. */
abstract class Recoding extends Handler {
  private final Supplier<Page> pages;

  /**
   * A page for each place in a block where what a page decodes to is lost with the next message,
   * else one for all.
   */
  private final Page[] readers;

  private Page writer;

  Recoding(Setting setting, Supplier<Page> pages, int readers) {
    super(setting);
    this.pages = pages;
    this.readers = new Page[readers];
    for (int i = 0; i < readers; i++) {
      this.readers[i] = pages.get();
    }
    writer = this.readers[0];
  }

  /** What a message is, at a place of a block. */
  abstract Object decoded(Page reader, int place, Bytes message);

  /** What access-one reads. */
  abstract long touch(Page reader, Object decoded, Bytes message);

  /** Whether what was decoded changes once its sink is known. */
  boolean changes() {
    return false;
  }

  /** What a message has changed to. */
  Object changed(Page reader, Object decoded, Bytes message) {
    return decoded;
  }

  abstract Bytes encoded(Page writer, Object decoded);

  void send(Block block, int i, Page writer) {
    sinks[block.sinks[i]].send(block.sequences[i], encoded(writer, block.opened[i]));
  }

  @Override
  void handle(Block block) {
    copy(block);
    decode(block);
    touch(block);
    route(block);
    change(block);
    encode(block);
  }

  private void decode(Block block) {
    clock.enter(StepClock.Step.DECODE);
    for (int i = 0; i < block.count(); i++) {
      int reader = i % readers.length;
      try {
        block.opened[i] = decoded(readers[reader], i, block.messages[i]);
      } catch (Exception | StackOverflowError | OutOfMemoryError fault) {
        leaveOut(block, i);
        replace(reader);
      }
    }
  }

  /** A codec that failed may be in any state; the next message deserves a sound one. */
  private void replace(int reader) {
    readers[reader] = pages.get();
    writer = readers[0];
  }

  private void touch(Block block) {
    clock.enter(StepClock.Step.ROUTE);
    if (route != Route.FIELDS) {
      return;
    }
    for (int i = 0; i < block.count(); i++) {
      if (block.sound[i]) {
        touch(block, i);
      }
    }
  }

  /** A library may decode what it opened only when it is read. */
  private void touch(Block block, int i) {
    int reader = i % readers.length;
    try {
      block.touches[i] = touch(readers[reader], block.opened[i], block.messages[i]);
    } catch (Exception | StackOverflowError | OutOfMemoryError fault) {
      drop(block, i, reader);
    }
  }

  private void change(Block block) {
    for (int i = 0; changes() && i < block.count(); i++) {
      if (block.sound[i]) {
        change(block, i);
      }
    }
  }

  private void change(Block block, int i) {
    int reader = i % readers.length;
    try {
      block.opened[i] = changed(readers[reader], block.opened[i], block.messages[i]);
    } catch (Exception | StackOverflowError | OutOfMemoryError fault) {
      drop(block, i, reader);
    }
  }

  private void drop(Block block, int i, int reader) {
    leaveOut(block, i);
    block.opened[i] = null;
    replace(reader);
  }

  /** What was decoded is dropped here, before the next message is. */
  private void encode(Block block) {
    clock.enter(StepClock.Step.ENCODE);
    for (int i = 0; i < block.count(); i++) {
      if (block.sound[i]) {
        send(block, i, writer);
        block.opened[i] = null;
      }
    }
  }
}
