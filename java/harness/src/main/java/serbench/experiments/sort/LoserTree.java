package serbench.experiments.sort;

/**
 * Tells which of several chunks has the first record. Each inner node remembers the chunk that lost
 * there, so that a new record is compared only with those on its way to the root.
 */
final class LoserTree {
  private static final int NONE = -1;

  private final Order order;
  private final boolean[] ended;

  /** The loser of each inner node, the root being 1; the winner of all stands at 0. */
  private final int[] nodes;

  private long comparisons;

  /** The order compares the first records of chunks. */
  LoserTree(int chunks, Order order) {
    this.order = order;
    ended = new boolean[chunks];
    nodes = new int[chunks];
  }

  long comparisons() {
    return comparisons;
  }

  /** Plays all matches, once the first record of each chunk is known. */
  void build() {
    nodes[0] = winnerBelow(1);
  }

  /** The chunk with the first record of all; negative when all have ended. */
  int winner() {
    return ended[nodes[0]] ? NONE : nodes[0];
  }

  /** The chunk has no more records. {@link #replay} must follow if it was the winner. */
  void end(int chunk) {
    ended[chunk] = true;
  }

  /** Finds the next winner when the record of the last one has changed. */
  void replay(int chunk) {
    int winner = chunk;
    for (int node = (chunk + nodes.length) >> 1; node > 0; node >>= 1) {
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

  private boolean beats(int chunk, int other) {
    if (ended[chunk] || ended[other]) {
      return !ended[chunk];
    }
    comparisons++;
    return order.before(chunk, other);
  }
}
