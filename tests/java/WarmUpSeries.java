package serbench.timing;

/** Prints after how many of the slices named as arguments a warm-up has settled, 0 for never. */
final class WarmUpSeries {
  private static final long ROTATIONS = 1000;

  private WarmUpSeries() {}

  public static void main(String[] rotationNs) {
    Sampler.Slices slices = new Sampler.Slices();
    for (int taken = 0; taken < rotationNs.length; taken++) {
      long cpuNs = (long) (ROTATIONS * Double.parseDouble(rotationNs[taken]));
      Sampler.Sample sample = new Sampler.Sample(ROTATIONS, cpuNs, cpuNs);
      slices.add(new Sampler.Slice(1, sample, new Jvm.Collected(0, 0)));
      if (slices.haveSettled()) {
        System.out.println(taken + 1);
        return;
      }
    }
    System.out.println(0);
  }
}
