package codec;

import org.bson.BsonReader;
import org.bson.BsonReaderMark;
import org.bson.BsonSerializationException;
import org.bson.BsonType;
import serbench.values.Touch;

/** Integers of either width, and the keys that are no strings. */
final class Values {
  private Values() {}

  static int readInt(BsonReader reader) {
    return reader.getCurrentBsonType() == BsonType.INT32
        ? reader.readInt32()
        : Math.toIntExact(reader.readInt64());
  }

  static long readLong(BsonReader reader) {
    return reader.getCurrentBsonType() == BsonType.INT64 ? reader.readInt64() : reader.readInt32();
  }

  static boolean parseBool(String key) {
    return switch (key) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new BsonSerializationException("A key is neither true nor false: " + key);
    };
  }

  /** Before element n / 2 of an array, for which its elements are counted first; false if none. */
  static boolean goToMiddle(BsonReader reader) {
    reader.readStartArray();
    BsonReaderMark start = reader.getMark();
    int count = 0;
    while (reader.readBsonType() != BsonType.END_OF_DOCUMENT) {
      reader.skipValue();
      count++;
    }
    if (count == 0) {
      return false;
    }
    start.reset();
    for (int i = 0; i < count / 2; i++) {
      reader.readBsonType();
      reader.skipValue();
    }
    reader.readBsonType();
    return true;
  }

  static long folded(long h, long[] fields) {
    for (long field : fields) {
      h = Touch.fold(h, field);
    }
    return h;
  }
}
