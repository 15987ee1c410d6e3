package serbench;

/**
 * The adapter of a library whose documentation reads into a message that held another before: what
 * {@code deserialize} returns is valid until the next call.
 */
public interface KeptMessageAdapter extends MessageAdapter {
  /** The same in a message of its own. */
  Object deserializeFresh(Bytes message);
}
