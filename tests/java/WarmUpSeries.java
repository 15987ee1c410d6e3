package serbench.timing;

import java.nio.charset.StandardCharsets;
import java.util.Scanner;

/**
 * Answers each line of standard input, which names slices, by after how many of them a warm-up has
 * settled, 0 for never.
 */
final class WarmUpSeries {
  private static final long ROTATIONS = 1000;

  private WarmUpSeries() {}

  public static void main(String[] arguments) {
    try (Scanner lines = new Scanner(System.in, StandardCharsets.US_ASCII)) {
      while (lines.hasNextLine()) {
        System.out.println(settledAfter(lines.nextLine().split(" ")));
      }
    }
  }

  private static int settledAfter(String[] rotationNs) {
    Sampler.Slices slices = new Sampler.Slices();
    for (int taken = 0; taken < rotationNs.length; taken++) {
      long cpuNs = (long) (ROTATIONS * Double.parseDouble(rotationNs[taken]));
      Sampler.Sample sample = new Sampler.Sample(ROTATIONS, cpuNs, cpuNs);
      slices.add(new Sampler.Slice(1, sample, new Jvm.Collected(0, 0)));
      if (slices.haveSettled()) {
        return taken + 1;
      }
    }
    return 0;
  }
}
