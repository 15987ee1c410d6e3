package codec;

import org.bson.BsonReader;
import org.bson.BsonSerializationException;
import org.bson.BsonType;

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
}
