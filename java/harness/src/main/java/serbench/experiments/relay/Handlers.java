package serbench.experiments.relay;

import java.util.function.Supplier;
import serbench.AccessPage;
import serbench.Bytes;
import serbench.KeptMessagePage;
import serbench.MessagePage;
import serbench.ObjectForm;
import serbench.OpenedAccessPage;
import serbench.Page;
import serbench.ReusePage;

/** The handler of each mode. */
final class Handlers {
  private Handlers() {}

  /** Blocks have at most so many frames. */
  static Handler of(
      Mode mode, Handler.Setting setting, Supplier<Page> pages, ObjectForm form, int block) {
    return switch (mode) {
      case FORWARD -> new Forwarding(setting);
      case PEEK -> new Peeking(setting, pages);
      case REUSE -> new Reusing(setting, pages, form, block);
      case FRESH -> new Fresh(setting, pages, form);
      case MESSAGE ->
          pages.get() instanceof OpenedAccessPage
              ? new OpenedMessages(setting, pages, block)
              : new Messages(setting, pages, block);
    };
  }

  private static final class Fresh extends Recoding {
    private final ObjectForm form;

    Fresh(Setting setting, Supplier<Page> pages, ObjectForm form) {
      super(setting, pages, 1);
      this.form = form;
    }

    @Override
    Object decoded(Page reader, Bytes message) {
      return reader.decode(message);
    }

    @Override
    long touch(Page reader, Object decoded, Bytes message) {
      return form.touchOne(decoded);
    }

    @Override
    Bytes encoded(Page writer, Object decoded) {
      return writer.encode(decoded);
    }
  }

  private static final class Reusing extends Recoding {
    private final ObjectForm form;

    Reusing(Setting setting, Supplier<Page> pages, ObjectForm form, int block) {
      super(setting, pages, block);
      this.form = form;
    }

    @Override
    Object decoded(Page reader, Bytes message) {
      return ((ReusePage) reader).decodeReuse(message);
    }

    @Override
    long touch(Page reader, Object decoded, Bytes message) {
      return form.touchOne(decoded);
    }

    @Override
    Bytes encoded(Page writer, Object decoded) {
      return writer.encode(decoded);
    }
  }

  /** Where access does not read what deserialize returns, it reads the bytes. */
  private static class Messages extends Recoding {
    Messages(Setting setting, Supplier<Page> pages, int block) {
      super(setting, pages, pages.get() instanceof KeptMessagePage ? block : 1);
    }

    @Override
    Object decoded(Page reader, Bytes message) {
      return ((MessagePage) reader).deserialize(message);
    }

    @Override
    long touch(Page reader, Object decoded, Bytes message) {
      return ((AccessPage) reader).accessOne(message);
    }

    @Override
    Bytes encoded(Page writer, Object decoded) {
      return ((MessagePage) writer).serialize(decoded);
    }
  }

  private static final class OpenedMessages extends Messages {
    OpenedMessages(Setting setting, Supplier<Page> pages, int block) {
      super(setting, pages, block);
    }

    @Override
    long touch(Page reader, Object decoded, Bytes message) {
      return ((OpenedAccessPage) reader).accessOneOf(decoded);
    }
  }
}
