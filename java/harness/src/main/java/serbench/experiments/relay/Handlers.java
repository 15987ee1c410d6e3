package serbench.experiments.relay;

import serbench.Adapter;
import serbench.Bytes;
import serbench.KeptMessageAdapter;
import serbench.MessageAdapter;
import serbench.Plan;
import serbench.TouchAdapter;
import serbench.UpdateAdapter;

/** The handler of each mode. */
final class Handlers {
  private Handlers() {}

  /** A block has at most {@code block} frames. */
  static Handler of(Mode mode, Handler.Setting setting, Subject subject, int block) {
    return switch (mode) {
      case FORWARD -> new Forwarding(setting);
      case PEEK -> new Peeking(setting, subject.adapters());
      case REUSE -> new ObjectRecoding(setting, subject, true, block);
      case FRESH -> new ObjectRecoding(setting, subject, false, block);
      case UPDATE ->
          subject.adapter() instanceof UpdateAdapter
              ? new UpdatingBytes(setting, subject)
              : new Updating(setting, subject, block);
      case SPLIT -> new Splitting(setting, subject, block);
      case ENVELOPE -> new Unwrapping(setting, subject, block);
      case MESSAGE -> new Messages(setting, subject, block);
    };
  }

  private static final class Messages extends Recoding {
    Messages(Setting setting, Subject subject, int block) {
      super(
          setting, subject.adapters(), subject.adapter() instanceof KeptMessageAdapter ? block : 1);
    }

    @Override
    Object decoded(Adapter reader, int place, Bytes message) {
      return ((MessageAdapter) reader).deserialize(message);
    }

    @Override
    long touch(Adapter reader, Object decoded, Bytes message) {
      return ((TouchAdapter) reader).touch(decoded, Plan.ONE);
    }

    @Override
    Bytes encoded(Adapter writer, Object decoded) {
      return ((MessageAdapter) writer).serialize(decoded);
    }
  }
}
