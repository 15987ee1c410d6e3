package codec;

/** Writer and reader have the same classes, so messages say nothing of them. */
final class Mode {
  static final boolean COMPATIBLE = false;

  private Mode() {}
}
