// One chunk of those that are merged.
#pragma once

#include <vector>

#include "experiments/sort/chunks.hpp"
#include "experiments/sort/memory.hpp"

namespace serbench::sort {

// Reads a chunk block by block and hands its records out in batches.
class ChunkSource {
 public:
  // `page` has room for a block, and begins where a page does.
  ChunkSource(Chunk chunk, std::byte* page, const MergeBlocks& blocks, std::uint64_t granule);

  // The next records, which stay in memory until the next call. None are left at the end of the chunk.
  void next_batch(std::vector<Entry>& entries, PhaseTimes& phases, Counts& counts);

 private:
  void read_block(Counts& counts);
  void take_batch(std::vector<Entry>& entries);

  Chunk chunk_;
  MergeBlocks blocks_;
  std::uint64_t granule_;
  std::byte* page_;
  ChunkCursor cursor_;
  std::uint64_t read_bytes_ = 0;  // of the file
};

}  // namespace serbench::sort
