package serbench.experiments.sort;

import java.util.ArrayList;
import java.util.List;

/** Which chunks are merged where there are more than one merge takes. */
final class Passes {
  private Passes() {}

  /**
   * The sizes of the groups of the next pass, which are consecutive chunks from the first on. The
   * others stay as they are: only as many are merged as it takes for the last merge. None where the
   * last merge takes all.
   */
  static List<Integer> groups(int chunks, int fanIn) {
    List<Integer> groups = new ArrayList<>();
    if (chunks <= fanIn) {
      return groups;
    }
    if (chunks > (long) fanIn * fanIn) {
      for (int i = 0; i < chunks / fanIn; i++) {
        groups.add(fanIn);
      }
      return groups;
    }
    // A merge of F chunks makes F − 1 fewer.
    int toGo = chunks - fanIn;
    while (toGo > 0) {
      int fewer = Math.min(toGo, fanIn - 1);
      groups.add(fewer + 1);
      toGo -= fewer;
    }
    return groups;
  }

  /**
   * The thread of the last merge: the one whose merges so far took longest. So the time of the
   * slowest thread, which counts, has what the passes took before the last merge.
   */
  static int lastThread(long[] mergedNs) {
    int longest = 0;
    for (int t = 1; t < mergedNs.length; t++) {
      longest = mergedNs[t] > mergedNs[longest] ? t : longest;
    }
    return longest;
  }
}
