package codec;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.ion.IonFactory;
import java.util.Map;
import serbench.Libraries;

/** The format of this codec: Ion in its binary form. */
final class Format {
  static final UnsignedLong UNSIGNED = new UnsignedLong();

  private Format() {}

  static ObjectMapper mapper() {
    return Documents.mapper(IonFactory.builderForBinaryWriters());
  }

  static Map<String, String> libraries() {
    return Libraries.ofMaven("com.fasterxml.jackson.dataformat", "jackson-dataformat-ion");
  }
}
