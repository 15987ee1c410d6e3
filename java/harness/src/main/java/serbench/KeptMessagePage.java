package serbench;

/**
 * The page of a library whose documentation reads into a message that held another before: what
 * {@code deserialize} returns is valid until the next call.
 */
public interface KeptMessagePage extends MessagePage {
  /** The same in a message of its own. */
  Object deserializeFresh(Bytes message);
}
