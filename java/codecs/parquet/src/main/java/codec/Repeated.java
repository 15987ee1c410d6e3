package codec;

import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;

/**
 * A list or a map: a group of one repeated group, whose members take the elements, or keys and
 * values.
 */
class Repeated extends GroupConverter {
  private final GroupConverter each;

  /** What a map has read of its next entry. */
  static final class Entry<K, V> {
    K key;
    V value;
  }

  /** Calls {@code behind} after the members of each. */
  Repeated(Runnable behind, Converter... members) {
    each =
        new GroupConverter() {
          @Override
          public Converter getConverter(int place) {
            return members[place];
          }

          @Override
          public void start() {}

          @Override
          public void end() {
            behind.run();
          }
        };
  }

  @Override
  public Converter getConverter(int place) {
    return each;
  }

  @Override
  public void start() {}

  @Override
  public void end() {}
}
