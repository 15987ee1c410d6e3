package codec;

/** Messages tell the fields of their classes, so those may change. */
final class Mode {
  static final boolean COMPATIBLE = true;

  private Mode() {}
}
