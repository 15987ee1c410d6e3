package serbench;

/** The request cannot be served at all; the text is the sentence of the {@code error} line. */
public final class RequestError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public RequestError(String sentence) {
    super(sentence);
  }
}
