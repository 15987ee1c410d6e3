package serbench;

import java.util.OptionalLong;

/** The adapter of a library whose messages are read field by field, once they are deserialized. */
public interface TouchAdapter extends MessageAdapter, AccessAdapter {
  /** Reads the fields of a plan out of what {@code deserialize} returned. */
  long touch(Object opened, Plan plan);

  @Override
  default long access(Bytes message, Plan plan) {
    return touch(deserialize(message), plan);
  }

  /** Deserializing reads a whole message, unless it only opens it. */
  @Override
  default OptionalLong bytesRead(Bytes message, Plan plan) {
    return buildsInPlace() ? OptionalLong.empty() : OptionalLong.of(message.size);
  }
}
