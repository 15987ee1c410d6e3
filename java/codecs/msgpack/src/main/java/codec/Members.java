package codec;

import java.io.IOException;
import org.msgpack.core.MessageFormatException;
import org.msgpack.core.MessageSizeException;
import org.msgpack.core.MessageUnpacker;
import org.msgpack.value.Variable;

/** What the walks over a message share: the unpacker, and counts that the message must justify. */
abstract class Members {
  final MessageUnpacker u;
  final Variable number = new Variable();
  private int size;

  Members(MessageUnpacker unpacker) {
    u = unpacker;
  }

  /** A message of the given number of bytes follows. */
  final void begin(int messageSize) {
    size = messageSize;
  }

  /** Refuses a count that the message has no room for, before anything of that size is made. */
  final int count(int n) {
    if (n > size) {
      throw new MessageSizeException("A count goes beyond the message.", n);
    }
    return n;
  }

  final void requireMembers(int n) throws IOException {
    if (u.unpackArrayHeader() != n) {
      throw new MessageFormatException("A message does not have the members of its schema.");
    }
  }
}
