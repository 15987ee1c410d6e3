package serbench.timing;

/** Prints after how many of the slices named as arguments a warm-up has settled, 0 for never. */
final class WarmUpSeries {
  private WarmUpSeries() {}

  public static void main(String[] rotationNs) {
    Sampler.Slices slices = new Sampler.Slices();
    for (int taken = 0; taken < rotationNs.length; taken++) {
      slices.add(Double.parseDouble(rotationNs[taken]));
      if (slices.haveSettled()) {
        System.out.println(taken + 1);
        return;
      }
    }
    System.out.println(0);
  }
}
