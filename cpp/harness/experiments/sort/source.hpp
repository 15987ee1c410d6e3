// One run of those that are merged.
#pragma once

#include <vector>

#include "experiments/sort/memory.hpp"
#include "experiments/sort/runs.hpp"

namespace serbench::sort {

// Reads a run block by block and hands its records out in batches.
class RunSource {
 public:
  RunSource(Run run, const MergeBlocks& blocks, std::uint64_t granule);

  // The next records, which stay in memory until the next call. None are left at the end of the run.
  void next_batch(std::vector<Entry>& entries, PhaseTimes& phases, Counts& counts);
  // Gives the memory back; there is no next batch.
  void release() { page_.release(); }

 private:
  void read_block(Counts& counts);
  void take_batch(std::vector<Entry>& entries);

  Run run_;
  MergeBlocks blocks_;
  std::uint64_t granule_;
  store::PageBuffer page_;
  RunCursor cursor_;
  std::uint64_t read_bytes_ = 0;  // of the file
};

}  // namespace serbench::sort
