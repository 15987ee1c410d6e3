package serbench;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The runner's side of PROTOCOL.md: the request from the arguments, the lines of the reply. */
public final class Protocol {
  private Protocol() {}

  /** VERB key=value key=value … */
  public static final class Request {
    private final String verb;
    private final Map<String, String> pairs = new HashMap<>();

    /** Throws RequestError when an argument is no pair or a key comes twice. */
    public Request(String[] arguments) {
      if (arguments.length == 0) {
        throw new RequestError("The request names no verb.");
      }
      verb = arguments[0];
      for (String argument : List.of(arguments).subList(1, arguments.length)) {
        int equals = argument.indexOf('=');
        if (equals < 0) {
          throw new RequestError("The argument \"" + argument + "\" is not of the form key=value.");
        }
        String key = argument.substring(0, equals);
        if (pairs.put(key, argument.substring(equals + 1)) != null) {
          throw new RequestError("The key \"" + key + "\" appears twice.");
        }
      }
    }

    public String verb() {
      return verb;
    }

    public boolean has(String key) {
      return pairs.containsKey(key);
    }

    /** Refuses every key that is not named here. */
    public void allow(String... keys) {
      Set<String> allowed = Set.of(keys);
      for (String key : pairs.keySet()) {
        if (!allowed.contains(key)) {
          throw new RequestError("The verb " + verb + " has no key \"" + key + "\".");
        }
      }
    }

    /** Throws RequestError when the key is missing. */
    public String text(String key) {
      String value = pairs.get(key);
      if (value == null) {
        throw new RequestError("The verb " + verb + " lacks the key \"" + key + "\".");
      }
      return value;
    }

    /** Throws RequestError when the value is no decimal number below 2^63. */
    public long number(String key) {
      String digits = text(key);
      try {
        if (digits.chars().allMatch(digit -> digit >= '0' && digit <= '9')) {
          return Long.parseLong(digits);
        }
      } catch (NumberFormatException tooLarge) {
        // It is refused below like every other text.
      }
      throw new RequestError(
          "The value of " + key + " is \"" + digits + "\" where a number belongs.");
    }

    /** The words of a value, which commas separate. */
    public List<String> list(String key) {
      return List.of(text(key).split(",", -1));
    }
  }

  /**
   * Writes lines to the true standard output, which it takes for itself: whatever else is printed
   * from then on goes to standard error.
   */
  public static final class Replies {
    private final OutputStream output = new FileOutputStream(FileDescriptor.out);

    public Replies() {
      System.setOut(System.err);
    }

    /** Writes a line at once, so that what was said before a crash is known. */
    public void line(String tag, Object... keysAndValues) {
      StringBuilder text = new StringBuilder(tag);
      for (int i = 0; i < keysAndValues.length; i += 2) {
        text.append(' ').append(keysAndValues[i]).append('=');
        text.append(encoded(keysAndValues[i + 1].toString()));
      }
      try {
        output.write(text.append('\n').toString().getBytes(StandardCharsets.US_ASCII));
      } catch (IOException fault) {
        throw new RequestError("The reply cannot be written: " + fault.getMessage() + ".");
      }
    }

    private static String encoded(String value) {
      StringBuilder text = new StringBuilder();
      for (byte unit : value.getBytes(StandardCharsets.UTF_8)) {
        if (unit <= ' ' || unit == 0x7F || unit == '%') {
          text.append(String.format("%%%02X", unit));
        } else {
          text.append((char) unit);
        }
      }
      return text.toString();
    }
  }
}
