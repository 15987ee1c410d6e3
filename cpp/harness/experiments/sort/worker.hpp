// One thread of a sort: its codec, and how long its phases took.
#pragma once

#include <algorithm>

#include "experiments/sort/chunks.hpp"
#include "experiments/sort/handling.hpp"

namespace serbench::sort {

template <class C>
struct Worker {
  Worker(KeySource source, HeldObjects& held_objects) : handling(source, held_objects) {}

  Handling<C> handling;
  PhaseTimes chunks;
  PhaseTimes merge;
  // What merges read into, one after the other: of blocks that each merge asks the allocator for, gaps remain
  // that the next one, whose blocks have another size, cannot use.
  store::PageBuffer blocks;

  // Writes entries to a sink, block by block.
  void write(std::span<const Entry> entries, Sink& sink, PhaseTimes& phases) {
    while (!entries.empty()) {
      entries = entries.subspan(handling.fill(entries, sink.block(), phases));
      if (sink.block().full()) {
        sink.flush(phases, handling.counts());
      }
    }
  }

  // The same, and lets go of objects while the processor has them in its cache.
  void write_and_release(std::span<const Entry> entries, Sink& sink, PhaseTimes& phases) {
    constexpr std::size_t in_cache = 64;
    const std::size_t at_once = handling.holds_objects() ? in_cache : entries.size();
    for (; !entries.empty(); entries = entries.subspan(std::min(at_once, entries.size()))) {
      const std::span<const Entry> some = entries.first(std::min(at_once, entries.size()));
      write(some, sink, phases);
      if (handling.holds_objects()) {
        handling.release_or_keep(some, phases);
      }
    }
  }
};

}  // namespace serbench::sort
