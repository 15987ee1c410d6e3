package serbench.spark;

/**
 * The rounds before the measured ones: at least {@code min}, then on until the last two have
 * brought no gain of 3 % over the fastest before, at most {@code max}.
 */
final class WarmUp {
  private static final double GAIN = 1.03;

  private final long min;
  private final long max;
  private long rounds;
  private double fastestBefore = Double.POSITIVE_INFINITY;
  private double last = Double.POSITIVE_INFINITY;
  private double secondLast = Double.POSITIVE_INFINITY;

  WarmUp(long min, long max) {
    this.min = min;
    this.max = max;
  }

  boolean isOver() {
    boolean settled =
        fastestBefore < Double.POSITIVE_INFINITY
            && Math.min(last, secondLast) * GAIN >= fastestBefore;
    return rounds >= max || rounds >= min && (settled || max == min);
  }

  void add(long cpuNs) {
    fastestBefore = Math.min(fastestBefore, secondLast);
    secondLast = last;
    last = cpuNs;
    rounds++;
  }
}
