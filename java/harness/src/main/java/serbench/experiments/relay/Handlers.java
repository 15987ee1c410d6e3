package serbench.experiments.relay;

import serbench.Bytes;
import serbench.KeptMessagePage;
import serbench.MessagePage;
import serbench.Page;
import serbench.Plan;
import serbench.TouchPage;
import serbench.UpdatePage;

/** The handler of each mode. */
final class Handlers {
  private Handlers() {}

  /** A block has at most {@code block} frames. */
  static Handler of(Mode mode, Handler.Setting setting, Subject subject, int block) {
    return switch (mode) {
      case FORWARD -> new Forwarding(setting);
      case PEEK -> new Peeking(setting, subject.pages());
      case REUSE -> new ObjectRecoding(setting, subject, true, block);
      case FRESH -> new ObjectRecoding(setting, subject, false, block);
      case UPDATE ->
          subject.page() instanceof UpdatePage
              ? new UpdatingBytes(setting, subject)
              : new Updating(setting, subject, block);
      case SPLIT -> new Splitting(setting, subject, block);
      case ENVELOPE -> new Unwrapping(setting, subject, block);
      case MESSAGE -> new Messages(setting, subject, block);
    };
  }

  private static final class Messages extends Recoding {
    Messages(Setting setting, Subject subject, int block) {
      super(setting, subject.pages(), subject.page() instanceof KeptMessagePage ? block : 1);
    }

    @Override
    Object decoded(Page reader, int place, Bytes message) {
      return ((MessagePage) reader).deserialize(message);
    }

    @Override
    long touch(Page reader, Object decoded, Bytes message) {
      return ((TouchPage) reader).touch(decoded, Plan.ONE);
    }

    @Override
    Bytes encoded(Page writer, Object decoded) {
      return ((MessagePage) writer).serialize(decoded);
    }
  }
}
