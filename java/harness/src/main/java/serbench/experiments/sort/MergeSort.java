package serbench.experiments.sort;

/**
 * Sorts what an {@link Order} compares. The library of Java sorts no pairs of primitive values, and
 * its sort of objects would need one for each record.
 */
final class MergeSort {
  /** So few are sorted by insertion, which compares them no more often and moves them in place. */
  private static final int FEW = 7;

  private final Order order;
  private long comparisons;

  MergeSort(Order order) {
    this.order = order;
  }

  long comparisons() {
    return comparisons;
  }

  /**
   * Fills {@code sorted} with the numbers below {@code count} in their order.
   *
   * @param spare of the same length
   */
  void sort(int[] sorted, int[] spare, int count) {
    for (int i = 0; i < count; i++) {
      sorted[i] = i;
      spare[i] = i;
    }
    sort(spare, sorted, 0, count);
  }

  /** Sorts a part, which both arrays hold, into {@code to}. */
  private void sort(int[] from, int[] to, int begin, int end) {
    if (end - begin <= FEW) {
      insert(to, begin, end);
      return;
    }
    int middle = (begin + end) >>> 1;
    sort(to, from, begin, middle);
    sort(to, from, middle, end);
    if (before(from[middle - 1], from[middle])) {
      // The halves are in order, as where the input is sorted already.
      System.arraycopy(from, begin, to, begin, end - begin);
      return;
    }
    merge(from, to, begin, middle, end);
  }

  private void merge(int[] from, int[] to, int begin, int middle, int end) {
    int left = begin;
    int right = middle;
    int at = begin;
    while (left < middle && right < end) {
      to[at++] = before(from[right], from[left]) ? from[right++] : from[left++];
    }
    System.arraycopy(from, left, to, at, middle - left);
    System.arraycopy(from, right, to, at + middle - left, end - right);
  }

  private void insert(int[] values, int begin, int end) {
    for (int i = begin + 1; i < end; i++) {
      int value = values[i];
      int at = i;
      while (at > begin && before(value, values[at - 1])) {
        values[at] = values[at - 1];
        at--;
      }
      values[at] = value;
    }
  }

  private boolean before(int left, int right) {
    comparisons++;
    return order.before(left, right);
  }
}
