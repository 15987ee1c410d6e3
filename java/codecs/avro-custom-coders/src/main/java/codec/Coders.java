package codec;

import org.apache.avro.specific.SpecificData;

/** The coders that are generated into the classes; the fast reader would read without them. */
final class Coders {
  private Coders() {}

  static void configure(SpecificData data) {
    data.setCustomCoders(true);
    data.setFastReaderEnabled(false);
  }
}
