package serbench;

/** Bytes that are no encoding of a value. */
public final class Malformed extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public Malformed(String sentence) {
    super(sentence);
  }
}
