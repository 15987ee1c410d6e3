package codec;

import org.apache.avro.specific.SpecificData;

/** What writes and reads the records: the library's default, which goes by the schema. */
final class Coders {
  private Coders() {}

  static void configure(SpecificData data) {}
}
