package serbench;

import java.util.Map;

/**
 * What the adapter of a codec implements: the class {@code codec.Codec} with a public constructor
 * that takes the {@link PlainTypes}. An instance belongs to one thread and keeps its buffers
 * between calls. Every fault is an exception. Objects are of the plain root class.
 *
 * <p>A library with messages of its own implements {@link MessageAdapter}, and {@link
 * KeptMessageAdapter} where it reads into a message that is kept; one that reads a field without
 * making the object implements {@link AccessAdapter} as well, or {@link TouchAdapter} where it
 * reads what {@code deserialize} returns, one that reads into a used object {@link ReuseAdapter},
 * and one that changes bytes where they lie {@link UpdateAdapter}.
 */
public interface Adapter {
  /** The libraries and their versions, asked from the libraries themselves. */
  Map<String, String> libraries();

  /** The bytes, valid until the next encode, where a caller can take them without a copy. */
  Bytes encode(Object object);

  /** A fresh object. */
  Object decode(Bytes message);

  /** Replaces the plain objects by others; only a floor does. */
  default ObjectForm form(ObjectForm plain) {
    return plain;
  }
}
