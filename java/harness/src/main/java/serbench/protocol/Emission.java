package serbench.protocol;

import java.util.function.Supplier;
import serbench.Bytes;
import serbench.RequestError;

/** Files of messages that are made one by one. */
public final class Emission {
  private Emission() {}

  /** Makes the message of an index with an adapter of the codec. */
  public interface Making<P> {
    Bytes made(P adapter, int index);
  }

  /**
   * Writes {@code count} messages. One that fails is missing in the file; the adapter is then
   * replaced, for it may be in any state.
   */
  public static <P> void write(
      Replies replies, String path, int count, Supplier<P> adapters, Making<P> making) {
    P adapter = adapters.get();
    long bytes = 0;
    try (Container.Writer file = new Container.Writer(path, Container.MESSAGES, count)) {
      for (int i = 0; i < count; i++) {
        try {
          Bytes message = making.made(adapter, i);
          file.add(message);
          bytes += message.size;
        } catch (RequestError fault) {
          throw fault;
        } catch (Exception | StackOverflowError fault) {
          replies.line("failed", "index", i, "detail", Failure.of(fault, i).getMessage());
          file.addMissing();
          adapter = adapters.get();
        }
      }
    }
    replies.line("emitted", "objects", count, "bytes", bytes);
  }
}
