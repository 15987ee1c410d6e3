package serbench;

/** An operation failed on one object; the outcome is wrong, error or unsupported (PROTOCOL.md). */
public final class Failure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String outcome;
  private final int index;

  public Failure(String outcome, int index, String sentence) {
    super(sentence);
    this.outcome = outcome;
    this.index = index;
  }

  /** What an exception of the library means. */
  public static Failure of(Throwable fault, int index) {
    if (fault instanceof Failure failure) {
      return failure;
    }
    if (fault instanceof Unsupported) {
      return new Failure("unsupported", index, fault.getMessage());
    }
    String message = fault.getMessage();
    String first = message == null ? "" : ": " + message.lines().findFirst().orElse("");
    return new Failure("error", index, fault.getClass().getSimpleName() + first);
  }

  public String outcome() {
    return outcome;
  }

  public int index() {
    return index;
  }
}
