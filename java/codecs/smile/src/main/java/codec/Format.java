package codec;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.smile.SmileFactory;
import java.util.Map;
import serbench.Libraries;

/** The format of this codec: Smile, Jackson's binary JSON. */
final class Format {
  static final UnsignedLong UNSIGNED = new UnsignedLong();

  private Format() {}

  static ObjectMapper mapper() {
    return Documents.mapper(SmileFactory.builder());
  }

  static Map<String, String> libraries() {
    return Libraries.ofMaven("com.fasterxml.jackson.dataformat", "jackson-dataformat-smile");
  }
}
