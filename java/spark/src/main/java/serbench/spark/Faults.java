package serbench.spark;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import serbench.Malformed;
import serbench.Unsupported;
import serbench.protocol.Failure;

/** What an exception out of Spark says of a job: tasks send theirs as text. */
final class Faults {
  private static final Pattern OF_TASK =
      Pattern.compile("Lost task [^\\n]*?\\): (?<class>[\\w.$]+)(: (?<sentence>[^\\n]*))?");

  private Faults() {}

  static Failure of(Throwable fault) {
    if (fault instanceof Failure known) {
      return known;
    }
    if (fault instanceof Unsupported) {
      return new Failure("unsupported", fault.getMessage());
    }
    Matcher task = OF_TASK.matcher(String.valueOf(fault.getMessage()));
    if (!task.find()) {
      return new Failure("crashed", Failure.of(fault).getMessage());
    }
    String name = task.group("class");
    String sentence = task.group("sentence") == null ? "" : task.group("sentence").strip();
    if (name.equals(Unsupported.class.getName())) {
      return new Failure("unsupported", sentence);
    }
    String outcome = name.equals(Malformed.class.getName()) ? "wrong" : "crashed";
    String simple = name.substring(name.lastIndexOf('.') + 1);
    return new Failure(outcome, sentence.isEmpty() ? simple : simple + ": " + sentence);
  }
}
