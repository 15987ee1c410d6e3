package serbench;

/** The adapter of a library that has messages of its own. */
public interface MessageAdapter extends Adapter {
  /** The library's in-memory form of an object. */
  Object build(Object object);

  /** The bytes of what {@code build} made, valid until the next serialize. */
  Bytes serialize(Object message);

  /** The form that the library reads; by a {@link KeptMessageAdapter} always the same. */
  Object deserialize(Bytes message);

  /** A fresh object from what {@code deserialize} made. */
  Object extract(Object opened);

  /** Whether a message lies in memory as its bytes do, so that building it is serializing it. */
  default boolean buildsInPlace() {
    return false;
  }

  /** Whether {@code serialize} writes what {@code deserialize} returned. */
  default boolean rewrites() {
    return !buildsInPlace();
  }

  @Override
  default Bytes encode(Object object) {
    return serialize(build(object));
  }

  @Override
  default Object decode(Bytes message) {
    return extract(deserialize(message));
  }
}
