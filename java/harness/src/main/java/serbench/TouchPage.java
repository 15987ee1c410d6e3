package serbench;

/**
 * The page of a library whose access opens the message first, so that what is open can be read
 * without opening it again.
 */
public interface OpenedAccessPage extends MessagePage, AccessPage {
  /** What {@code accessOne} returns, of what {@code deserialize} made. */
  long accessOneOf(Object opened);

  @Override
  default long accessOne(Bytes message) {
    return accessOneOf(deserialize(message));
  }
}
