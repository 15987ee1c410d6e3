package serbench.experiments.relay;

import serbench.Adapter;
import serbench.Bytes;
import serbench.RelayedForm;

/** The mode {@code update}: the number of the object changes on its way. */
final class Updating extends ObjectRecoding {
  private final RelayedForm relayed;

  Updating(Setting setting, Subject subject, int block) {
    super(setting, subject, subject.reuses(), block);
    relayed = subject.relayed();
  }

  @Override
  boolean changes() {
    return true;
  }

  @Override
  Object changed(Adapter reader, Object decoded, Bytes message) {
    relayed.update(decoded);
    return decoded;
  }
}
