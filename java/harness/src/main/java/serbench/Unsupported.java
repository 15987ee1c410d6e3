package serbench;

/** A codec throws this for what it cannot do by design: the outcome {@code unsupported}. */
public final class Unsupported extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public Unsupported(String sentence) {
    super(sentence);
  }
}
