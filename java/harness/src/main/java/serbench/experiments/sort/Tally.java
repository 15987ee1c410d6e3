package serbench.experiments.sort;

import serbench.timing.Phases;

/** What one thread has done. */
final class Tally {
  final Phases<Step> chunks = new Phases<>(Step.class);
  final Phases<Step> merges = new Phases<>(Step.class);
  long readBytes;
  long writtenBytes;
  long decodes;
  long accesses;
  long comparisons;

  void clear() {
    chunks.clear();
    merges.clear();
    readBytes = 0;
    writtenBytes = 0;
    decodes = 0;
    accesses = 0;
    comparisons = 0;
  }

  /** Adds what another thread has counted, but not its times. */
  void add(Tally other) {
    readBytes += other.readBytes;
    writtenBytes += other.writtenBytes;
    decodes += other.decodes;
    accesses += other.accesses;
    comparisons += other.comparisons;
  }
}
