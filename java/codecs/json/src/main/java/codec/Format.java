package codec;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;
import serbench.Libraries;

/** The format of this codec, JSON; a variant has another. */
final class Format {
  static final UnsignedLong UNSIGNED = new UnsignedLong();

  private Format() {}

  static ObjectMapper mapper() {
    return Documents.mapper(
        JsonFactory.builder().enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8));
  }

  static Map<String, String> libraries() {
    return Libraries.ofMaven("com.fasterxml.jackson.core", "jackson-databind");
  }
}
