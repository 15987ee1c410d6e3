package serbench.protocol;

/** A line of the table of verbs: a request's first word and who answers. */
public record Verb(String name, Answer answer) {
  /** Serves a request; what cannot be served at all is a RequestError. */
  @FunctionalInterface
  public interface Answer {
    void to(Request request, Bench bench);
  }
}
