package serbench.experiments.sort;

/**
 * Tells which of several runs has the first record. Each inner node remembers the run that lost
 * there, so that a new record is compared only with those on its way to the root.
 */
final class LoserTree {
  private static final int NONE = -1;

  private final Order order;
  private final boolean[] ended;

  /** The loser of each inner node, the root being 1; the winner of all stands at 0. */
  private final int[] nodes;

  private long comparisons;

  /** The order compares the first records of runs. */
  LoserTree(int runs, Order order) {
    this.order = order;
    ended = new boolean[runs];
    nodes = new int[runs];
  }

  long comparisons() {
    return comparisons;
  }

  /** Plays all matches, once the first record of each run is known. */
  void build() {
    nodes[0] = winnerBelow(1);
  }

  /** The run with the first record of all; negative when all have ended. */
  int winner() {
    return ended[nodes[0]] ? NONE : nodes[0];
  }

  /** The run has no more records. {@link #replay} must follow if it was the winner. */
  void end(int run) {
    ended[run] = true;
  }

  /** Finds the next winner when the record of the last one has changed. */
  void replay(int run) {
    int winner = run;
    for (int node = (run + nodes.length) >> 1; node > 0; node >>= 1) {
      int other = nodes[node];
      if (beats(other, winner)) {
        nodes[node] = winner;
        winner = other;
      }
    }
    nodes[0] = winner;
  }

  private int winnerBelow(int node) {
    if (node >= nodes.length) {
      return node - nodes.length;
    }
    int left = winnerBelow(2 * node);
    int right = winnerBelow(2 * node + 1);
    boolean rightWins = beats(right, left);
    nodes[node] = rightWins ? left : right;
    return rightWins ? right : left;
  }

  private boolean beats(int run, int other) {
    if (ended[run] || ended[other]) {
      return !ended[run];
    }
    comparisons++;
    return order.before(run, other);
  }
}
