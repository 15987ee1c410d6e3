package serbench.protocol;

import java.util.Set;

/** A line of the table of verbs: a request's first word, the keys that may follow, who answers. */
public record Verb(String name, Set<String> keys, Answer answer) {
  /** Serves a request; what cannot be served at all is a RequestError. */
  @FunctionalInterface
  public interface Answer {
    void to(Request request, Bench bench);
  }
}
