package codec;

/** Java alone, and writer and reader have the same classes, so messages say nothing of them. */
final class Mode {
  static final boolean XLANG = false;
  static final boolean COMPATIBLE = false;

  private Mode() {}
}
