package serbench.experiments.relay;

import serbench.AccessPage;
import serbench.Bytes;
import serbench.Page;
import serbench.Plan;
import serbench.RelayedForm;
import serbench.UpdatePage;

/**
 * The mode {@code update} of a library that changes numbers where they lie: in the array into which
 * messages are copied for codecs. Where the bytes have no place for the number, a fresh object
 * changes.
 */
final class UpdatingBytes extends Recoding {
  private final RelayedForm relayed;

  UpdatingBytes(Setting setting, Subject subject) {
    super(setting, subject.pages(), 1);
    relayed = subject.relayed();
  }

  @Override
  Object decoded(Page reader, int place, Bytes message) {
    return message;
  }

  @Override
  long touch(Page reader, Object decoded, Bytes message) {
    return ((AccessPage) reader).access(message, Plan.ONE);
  }

  @Override
  boolean changes() {
    return true;
  }

  @Override
  Object changed(Page reader, Object decoded, Bytes message) {
    if (((UpdatePage) reader).updateNumber(message)) {
      counters.updatedInPlace++;
      return message;
    }
    Object object = reader.decode(message);
    relayed.update(object);
    return object;
  }

  @Override
  Bytes encoded(Page writer, Object changed) {
    return changed instanceof Bytes message ? message : writer.encode(changed);
  }
}
