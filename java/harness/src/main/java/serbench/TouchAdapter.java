package serbench;

/** The adapter of a library whose messages are read field by field, once they are deserialized. */
public interface TouchAdapter extends MessageAdapter, AccessAdapter {
  /** Reads the fields of a plan out of what {@code deserialize} returned. */
  long touch(Object opened, Plan plan);

  @Override
  default long access(Bytes message, Plan plan) {
    return touch(deserialize(message), plan);
  }
}
