// A tournament of the sources of a merge: each node keeps the loser of its match, so that a source with a new
// head plays only those on its way to the top (Knuth, The Art of Computer Programming, 5.4.1).
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace serbench::sort {

// `less(a, b)` tells whether the head of source a comes before that of source b; a source that has ended
// comes after all others. There is at least one source.
template <class Less>
class LoserTree {
 public:
  LoserTree(std::size_t sources, Less less) : nodes_(sources), less_(std::move(less)) {
    // Node i plays for nodes 2i and 2i + 1; nodes from `sources` on are the sources themselves.
    std::vector<std::size_t> winners(2 * sources);
    for (std::size_t i = 0; i != sources; ++i) {
      winners[sources + i] = i;
    }
    for (std::size_t node = sources - 1; node > 0; --node) {
      std::size_t winner = winners[2 * node], loser = winners[2 * node + 1];
      if (less_(loser, winner)) {
        std::swap(winner, loser);
      }
      winners[node] = winner;
      nodes_[node] = loser;
    }
    nodes_[0] = winners[1];
  }

  std::size_t winner() const { return nodes_[0]; }

  // The winner has another head, or has ended.
  void replay() {
    std::size_t winner = nodes_[0];
    for (std::size_t node = (winner + nodes_.size()) / 2; node > 0; node /= 2) {
      if (less_(nodes_[node], winner)) {
        std::swap(nodes_[node], winner);
      }
    }
    nodes_[0] = winner;
  }

 private:
  std::vector<std::size_t> nodes_;  // the losers; in place 0 the winner of all
  Less less_;
};

}  // namespace serbench::sort
