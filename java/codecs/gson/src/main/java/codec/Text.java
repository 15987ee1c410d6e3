package codec;

import java.io.Writer;
import java.nio.charset.StandardCharsets;

/** Takes characters into memory that is kept; a StringWriter would lock for each call. */
final class Text extends Writer {
  private final StringBuilder characters = new StringBuilder();

  void reset() {
    characters.setLength(0);
  }

  byte[] bytes() {
    return characters.toString().getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void write(int character) {
    characters.append((char) character);
  }

  @Override
  public void write(String string) {
    characters.append(string);
  }

  @Override
  public void write(String string, int begin, int size) {
    characters.append(string, begin, begin + size);
  }

  @Override
  public void write(char[] array, int begin, int size) {
    characters.append(array, begin, size);
  }

  @Override
  public void flush() {}

  @Override
  public void close() {}
}
