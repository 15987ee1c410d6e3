package serbench.protocol;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import serbench.RequestError;

/**
 * Writes lines to the true standard output, which it takes for itself: whatever else is printed
 * from then on goes to standard error.
 */
public final class Replies {
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

  /** A line for each library, with its version. */
  public void libraries(Map<String, String> versions) {
    versions.forEach((name, version) -> line("library", "name", name, "version", version));
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
