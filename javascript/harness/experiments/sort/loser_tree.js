/**
 * Tells the smallest of many heads, and the next one after about log2 comparisons. Each inner node has the source that
 * lost there; its parent's number is half its own, and the sources are the leaves, behind the inner nodes.
 */
export class LoserTree {
  #losers;
  #less;

  /** Lets sources, at least one, play; `less` tells whether the head of the first one comes first. */
  constructor(sources, less) {
    this.#losers = new Int32Array(sources);
    this.#less = less;
    const winners = new Int32Array(2 * sources);
    for (let source = 0; source < sources; source++) {
      winners[sources + source] = source;
    }
    for (let node = sources - 1; node > 0; node--) {
      const [one, other] = [winners[2 * node], winners[2 * node + 1]];
      const otherWins = less(other, one);
      winners[node] = otherWins ? other : one;
      this.#losers[node] = otherWins ? one : other;
    }
    this.winner = winners[1];
  }

  /** Lets the winner play again, as its head is another one. */
  replay() {
    const losers = this.#losers;
    for (let node = (this.winner + losers.length) >> 1; node > 0; node >>= 1) {
      if (this.#less(losers[node], this.winner)) {
        const loser = losers[node];
        losers[node] = this.winner;
        this.winner = loser;
      }
    }
  }
}
