package serbench.experiments.relay;

import serbench.AccessAdapter;
import serbench.Adapter;
import serbench.Bytes;
import serbench.Plan;
import serbench.RelayedForm;
import serbench.UpdateAdapter;

/**
 * The mode {@code update} of a library that changes numbers where they lie: in the array into which
 * messages are copied for codecs. Where the bytes have no place for the number, a fresh object
 * changes.
 */
final class UpdatingBytes extends Recoding {
  private final RelayedForm relayed;

  UpdatingBytes(Setting setting, Subject subject) {
    super(setting, subject.adapters(), 1);
    relayed = subject.relayed();
  }

  @Override
  Object decoded(Adapter reader, int place, Bytes message) {
    return message;
  }

  @Override
  long touch(Adapter reader, Object decoded, Bytes message) {
    return ((AccessAdapter) reader).access(message, Plan.ONE);
  }

  @Override
  boolean changes() {
    return true;
  }

  @Override
  Object changed(Adapter reader, Object decoded, Bytes message) {
    if (((UpdateAdapter) reader).updateNumber(message)) {
      counters.updatedInPlace++;
      return message;
    }
    Object object = reader.decode(message);
    relayed.update(object);
    return object;
  }

  @Override
  Bytes encoded(Adapter writer, Object changed) {
    return changed instanceof Bytes message ? message : writer.encode(changed);
  }
}
