package codec;

/** For all languages; messages tell the fields of their classes, so those may change. */
final class Mode {
  static final boolean XLANG = true;
  static final boolean COMPATIBLE = true;

  private Mode() {}
}
