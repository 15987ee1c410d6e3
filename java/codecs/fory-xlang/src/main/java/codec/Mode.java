package codec;

/** For all languages, and writer and reader have the same classes. */
final class Mode {
  static final boolean XLANG = true;
  static final boolean COMPATIBLE = false;

  private Mode() {}
}
