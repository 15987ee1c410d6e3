package serbench.experiments.relay;

import java.util.function.Supplier;
import serbench.Adapter;
import serbench.Bytes;

/** The modes that decode a message and encode what came of it. */
abstract class Recoding extends Handler {
  private final Supplier<Adapter> adapters;

  /**
   * An adapter for each place in a block where what an adapter decodes to is lost with the next
   * message, else one for all.
   */
  private final Adapter[] readers;

  private Adapter writer;

  Recoding(Setting setting, Supplier<Adapter> adapters, int readers) {
    super(setting);
    this.adapters = adapters;
    this.readers = new Adapter[readers];
    for (int i = 0; i < readers; i++) {
      this.readers[i] = adapters.get();
    }
    writer = this.readers[0];
  }

  /** What a message is, at a place of a block. */
  abstract Object decoded(Adapter reader, int place, Bytes message);

  /** What access-one reads. */
  abstract long touch(Adapter reader, Object decoded, Bytes message);

  /** Whether what was decoded changes once its sink is known. */
  boolean changes() {
    return false;
  }

  /** What a message has changed to. */
  Object changed(Adapter reader, Object decoded, Bytes message) {
    return decoded;
  }

  abstract Bytes encoded(Adapter writer, Object decoded);

  void send(Block block, int i, Adapter writer) {
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
    readers[reader] = adapters.get();
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
