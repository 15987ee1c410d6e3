// How the memory of a sort is divided.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>

#include "experiments/sort/records.hpp"

namespace serbench::sort {

// What the allocator has given out and not got back.
std::uint64_t given_out_bytes();

// The memory that decoded objects take, measured for all threads together. Threads may share it.
class HeldObjects {
 public:
  // From now on what is given out is for objects.
  void begin() { before_bytes_ = given_out_bytes(); }

  // Objects whose records take `record_bytes` in a chunk are held, or no longer are.
  void hold(std::uint64_t record_bytes) { record_bytes_ += record_bytes; }
  void release(std::uint64_t record_bytes) { record_bytes_ -= record_bytes; }

  // What objects take for each byte of their records; 1 before there are any.
  double memory_per_byte() const;
  // A chunk is complete.
  void note_chunk();
  // The same when most objects were held at the end of a chunk.
  double mean() const { return mean_; }

 private:
  double current(std::uint64_t record_bytes) const;

  std::uint64_t before_bytes_ = 0;
  std::atomic<std::uint64_t> record_bytes_ = 0;
  std::mutex noting_;
  std::uint64_t most_record_bytes_ = 0;
  std::atomic<double> mean_ = 1;
};

// The memory that is asked for, or a part of it.
struct MemoryShare {
  std::uint64_t bytes;
  std::uint64_t asked_bytes;

  // Throws a RequestError that names what is asked for: it does not hold one block.
  [[noreturn]] void refuse() const;
};

// A block of records that chunks are made of. It is small compared with the memory, because it comes on top
// of what is held.
BlockLimits chunk_block(std::uint64_t memory_bytes);

// The records of chunks that are merged, without the padding.
struct MergedRecords {
  std::uint64_t chunks = 0;
  std::uint64_t records = 0;
  std::uint64_t bytes = 0;
  std::uint64_t largest_bytes = 0;  // of a record
};

// What a merge reads at once from each chunk, how much of that it handles at once, and what it writes at
// once.
struct MergeBlocks {
  std::uint64_t block_bytes;
  BlockLimits batch;
  BlockLimits output;
};

// Blocks of which one more than there are chunks fit into the memory, with what is held of a batch of each
// chunk. Throws RequestError where there are none.
MergeBlocks merge_blocks(const MemoryShare& share, const MergedRecords& merged, double held_per_byte);

}  // namespace serbench::sort
