package codec;

/** The keys of maps that are neither text nor numbers. */
final class Keys {
  private Keys() {}

  static boolean parseBool(String key) {
    return switch (key) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException("A key is neither true nor false: " + key);
    };
  }
}
