// Merging chunks into one, or into the sorted store.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "experiments/sort/loser_tree.hpp"
#include "experiments/sort/source.hpp"
#include "experiments/sort/worker.hpp"

namespace serbench::sort {

template <class C>
class Merging {
  using Objects = typename Handling<C>::Objects;

 public:
  Merging(Worker<C>& worker, std::vector<Chunk> chunks, const MergeBlocks& blocks, std::uint64_t granule)
      : worker_(worker), most_at_once_(blocks.batch.records) {
    worker.blocks.require(chunks.size() * blocks.block_bytes);
    sources_.reserve(chunks.size());
    for (Chunk& chunk : chunks) {
      std::byte* const page = worker.blocks.data() + sources_.size() * blocks.block_bytes;
      sources_.emplace_back(ChunkSource(std::move(chunk), page, blocks, granule));
    }
  }

  void write(Sink& sink) {
    for (Source& source : sources_) {
      refill(source);
    }
    worker_.handling.with_order([&](auto order) { merge(order, sink); });
    sink.finish(worker_.merge, worker_.handling.counts());
    worker_.merge.timed(Phase::free, [&] {
      for (Source& source : sources_) {
        source.release();
      }
    });
    // Not timed: with its file the system gives up the pages of a chunk, which no format pays for.
    sources_.clear();
  }

 private:
  // A chunk, and the batch of it that is in memory.
  struct Source {
    explicit Source(ChunkSource of_chunk) : chunk(std::move(of_chunk)) {}

    bool ended() const { return at == entries.size(); }
    const Entry& head() const { return entries[at]; }
    void release() {
      std::vector<Entry>().swap(entries);
      Objects().swap(objects);
    }

    ChunkSource chunk;
    std::vector<Entry> entries;
    std::size_t at = 0;
    Objects objects;
  };

  void refill(Source& source) {
    source.chunk.next_batch(source.entries, worker_.merge, worker_.handling.counts());
    source.at = 0;
    if (!source.entries.empty()) {
      worker_.handling.prepare(source.entries, source.objects, worker_.merge);
    }
  }

  template <class Order>
  void merge(Order order, Sink& sink) {
    const auto less = [&](std::size_t a, std::size_t b) {
      const Source &one = sources_[a], &other = sources_[b];
      return !one.ended() && (other.ended() || order(one.head(), other.head()));
    };
    std::optional<LoserTree<decltype(less)>> tree;
    worker_.merge.timed(Phase::order, [&] { tree.emplace(sources_.size(), less); });
    std::vector<Entry> taken;
    for (;;) {
      taken.clear();
      worker_.merge.timed(Phase::order, [&] { take(*tree, taken); });
      if (taken.empty()) {
        return;
      }
      worker_.write_and_release(taken, sink, worker_.merge);
      // What was taken last may have used up the batch of its source, which has not played again since.
      if (Source& last = sources_[tree->winner()]; last.ended()) {
        refill(last);
        worker_.merge.timed(Phase::order, [&] { tree->replay(); });
      }
    }
  }

  // Takes records in their order, until there are many or a batch is used up.
  template <class Tree>
  void take(Tree& tree, std::vector<Entry>& taken) {
    while (taken.size() != most_at_once_) {
      Source& source = sources_[tree.winner()];
      if (source.ended()) {
        return;
      }
      taken.push_back(source.head());
      ++source.at;
      if (!source.ended()) {
        tree.replay();
      }
    }
  }

  Worker<C>& worker_;
  std::size_t most_at_once_;
  std::vector<Source> sources_;
};

}  // namespace serbench::sort
