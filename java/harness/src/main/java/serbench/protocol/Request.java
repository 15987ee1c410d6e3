package serbench.protocol;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import serbench.RequestError;

/** A runner's request (PROTOCOL.md): VERB key=value key=value … */
public final class Request {
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

  /** Refuses every other key. */
  public void allow(Set<String> allowed) {
    for (String key : pairs.keySet()) {
      if (!allowed.contains(key)) {
        throw new RequestError("The verb " + verb + " has no key \"" + key + "\".");
      }
    }
  }

  /** Null where the request lacks the key. */
  public String textOrNull(String key) {
    return pairs.get(key);
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
