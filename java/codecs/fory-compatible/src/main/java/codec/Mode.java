package codec;

/** Java alone; messages tell the fields of their classes, so those may change. */
final class Mode {
  static final boolean XLANG = false;
  static final boolean COMPATIBLE = true;

  private Mode() {}
}
