package serbench.experiments.torture;

import java.util.List;
import serbench.values.Digest;

/**
 * What became of an operation on malformed input (PROTOCOL.md, torture).
 *
 * @param key {@code digest}, {@code touch} or {@code detail}
 */
record Finding(String outcome, String key, String value) {
  private static final int LONGEST_DETAIL = 120;
  // Where checks of arguments and bytes are missing, the virtual machine still has these.
  private static final List<Class<? extends RuntimeException>> FOREIGN =
      List.of(
          NullPointerException.class,
          IndexOutOfBoundsException.class,
          NegativeArraySizeException.class,
          ClassCastException.class,
          ArrayStoreException.class);

  static Finding ofDigest(long digest) {
    return new Finding("accepted", "digest", Digest.text(digest));
  }

  static Finding ofTouch(long touch) {
    return new Finding("accepted", "touch", Long.toUnsignedString(touch));
  }

  /**
   * What a failure means; {@code opened} says whether the library had accepted the bytes before.
   */
  static Finding of(Throwable fault, boolean opened) {
    if (fault instanceof Error || FOREIGN.stream().anyMatch(type -> type.isInstance(fault))) {
      return new Finding("foreign", "detail", detail(fault));
    }
    return opened ? ofFault(fault) : new Finding("rejected", "detail", detail(fault));
  }

  /** An object that came back is not whole. */
  static Finding ofFault(Throwable fault) {
    return new Finding("fault", "detail", detail(fault));
  }

  boolean hasDigest(String digest) {
    return key.equals("digest") && value.equals(digest);
  }

  /** Whether the library asked for more memory than there is. */
  boolean refusedMemory() {
    return outcome.equals("foreign") && value.startsWith(OutOfMemoryError.class.getSimpleName());
  }

  /** The type and the message as one line of printable ASCII. */
  private static String detail(Throwable fault) {
    String message = fault.getMessage();
    String first = message == null ? "" : message.lines().findFirst().orElse("");
    String text = fault.getClass().getSimpleName() + (first.isEmpty() ? "" : ": " + first);
    String line = text.replaceAll("[^ -~]", "?");
    return line.substring(0, Math.min(line.length(), LONGEST_DETAIL));
  }
}
