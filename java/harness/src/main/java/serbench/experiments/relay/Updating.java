package serbench.experiments.relay;

import serbench.Bytes;
import serbench.Page;
import serbench.RelayedForm;

/** The mode {@code update}: the number changes on its way. */
final class Updating extends ObjectRecoding {
  private final RelayedForm relayed;

  Updating(Setting setting, Subject subject, int block) {
    super(setting, subject, subject.reuses(), block);
    relayed = subject.relayed();
  }

  @Override
  Bytes encoded(Page writer, Object decoded) {
    relayed.update(decoded);
    return writer.encode(decoded);
  }
}
