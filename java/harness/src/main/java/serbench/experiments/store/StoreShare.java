package serbench.experiments.store;

import serbench.timing.Phases;

/** What one thread of the experiment {@code store} has done. */
final class StoreShare {
  final Phases<StorePhase> phases = new Phases<>(StorePhase.class);

  /** Of the messages. */
  long bytes;

  /** The sum of the digests of what came back. */
  long digest;

  /** The sum of what was read. */
  long touch;

  void clear() {
    phases.clear();
    bytes = 0;
    digest = 0;
    touch = 0;
  }
}
