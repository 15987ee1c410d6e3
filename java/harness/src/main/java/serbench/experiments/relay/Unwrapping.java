package serbench.experiments.relay;

import serbench.Adapter;
import serbench.Bytes;
import serbench.RelayedForm;

/** The mode {@code envelope}: the payload goes on. */
final class Unwrapping extends ObjectRecoding {
  private final RelayedForm relayed;
  private final Bytes payload = new Bytes();

  Unwrapping(Setting setting, Subject subject, int block) {
    super(setting, subject, subject.reuses(), block);
    relayed = subject.relayed();
  }

  @Override
  long touch(Adapter reader, Object decoded, Bytes message) {
    return relayed.destination(decoded);
  }

  @Override
  Bytes encoded(Adapter writer, Object decoded) {
    byte[] bytes = relayed.payload(decoded);
    return payload.set(bytes, 0, bytes.length);
  }
}
