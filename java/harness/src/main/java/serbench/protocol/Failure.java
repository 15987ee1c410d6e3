package serbench.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import serbench.Unsupported;

/**
 * An operation failed, on one object where one is known; the outcome is wrong, error or unsupported
 * (PROTOCOL.md).
 */
public final class Failure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String outcome;
  // An OptionalInt cannot be serialized, and no Failure is.
  private final transient OptionalInt index;

  public Failure(String outcome, int index, String sentence) {
    this(outcome, OptionalInt.of(index), sentence);
  }

  public Failure(String outcome, String sentence) {
    this(outcome, OptionalInt.empty(), sentence);
  }

  private Failure(String outcome, OptionalInt index, String sentence) {
    super(sentence);
    this.outcome = outcome;
    this.index = index;
  }

  /** A file of messages lacks that of an object. */
  public static Failure noMessage(int index) {
    return new Failure("error", index, "There is no message of this object.");
  }

  /** What an exception of the library means at an object. */
  public static Failure of(Throwable fault, int index) {
    return of(fault, OptionalInt.of(index));
  }

  /** What an exception of the library means where objects are not counted. */
  public static Failure of(Throwable fault) {
    return of(fault, OptionalInt.empty());
  }

  private static Failure of(Throwable fault, OptionalInt index) {
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

  public OptionalInt index() {
    return index;
  }

  /** Says that an operation failed. */
  public void reply(Replies replies, String operation) {
    List<Object> pairs = new ArrayList<>();
    pairs.addAll(List.of("operation", operation, "outcome", outcome));
    index.ifPresent(known -> pairs.addAll(List.of("index", known)));
    pairs.addAll(List.of("detail", getMessage()));
    replies.line("failed", pairs.toArray());
  }
}
