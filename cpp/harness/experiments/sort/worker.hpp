// One thread of a sort: its codec, and how long its phases took.
#pragma once

#include "experiments/sort/handling.hpp"
#include "experiments/sort/runs.hpp"

namespace serbench::sort {

template <class C>
struct Worker {
  explicit Worker(KeySource source) : handling(source) {}

  Handling<C> handling;
  PhaseTimes runs;
  PhaseTimes merge;

  // Writes entries to a sink, block by block.
  void write(std::span<const Entry> entries, Sink& sink, PhaseTimes& phases) {
    while (!entries.empty()) {
      entries = entries.subspan(handling.fill(entries, sink.block(), phases));
      if (sink.block().full()) {
        sink.flush(phases, handling.counts());
      }
    }
  }
};

}  // namespace serbench::sort
