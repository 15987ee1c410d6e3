#include "experiments/sort/memory.hpp"

#include <algorithm>
#include <cmath>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "experiments/store/phases.hpp"
#include "protocol/requests.hpp"
#include "timing/resident_memory.hpp"

namespace serbench::sort {

namespace {

// Objects of many sizes that come and go leave gaps in the memory that a merge takes from the allocator.
constexpr double fragmentation = 1.4;

// What is read at once of a chunk: enough for the disk, and no more, because each page of a block that is
// used once costs as much as reading it.
constexpr double least_read_bytes = 256 << 10;
constexpr double batches_a_read = 2;

// How many records of a chunk are decoded at once: few, so that the objects of all chunks are still in the
// processor's cache when they are encoded and released.
constexpr double decoded_records = 32;

}  // namespace

std::uint64_t given_out_bytes() {
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 33)
  const struct mallinfo2 given = ::mallinfo2();
  return given.uordblks + given.hblkhd;
#else
  return resident_bytes();
#endif
}

double HeldObjects::memory_per_byte() const {
  const std::uint64_t records = record_bytes_;
  // Another thread may be releasing what it has not told of yet.
  return records == 0 ? mean() : std::max(mean(), current(records));
}

double HeldObjects::current(std::uint64_t record_bytes) const {
  const std::uint64_t now = given_out_bytes();
  return static_cast<double>(now - std::min(now, before_bytes_)) / static_cast<double>(record_bytes);
}

void HeldObjects::note_chunk() {
  const std::lock_guard guard(noting_);
  const std::uint64_t records = record_bytes_;
  if (records > most_record_bytes_) {
    most_record_bytes_ = records;
    mean_ = current(records);
  }
}

void MemoryShare::refuse() const {
  throw RequestError("The memory of " + std::to_string(asked_bytes) + " bytes does not hold one block.");
}

BlockLimits chunk_block(std::uint64_t memory_bytes) {
  return {std::clamp<std::uint64_t>(memory_bytes / 128, store::page_bytes, store::bytes_a_block),
          store::objects_a_block};
}

MergeBlocks merge_blocks(const MemoryShare& share, const MergedRecords& merged, double held_per_byte) {
  const double memory = static_cast<double>(share.bytes), chunks = static_cast<double>(merged.chunks);
  const double mean =
      static_cast<double>(merged.bytes) / static_cast<double>(std::max<std::uint64_t>(1, merged.records));
  const double held = held_per_byte * fragmentation + entry_bytes / mean;
  // As many records as are timed at once are enough for a batch; where they do not fit, it is the block.
  const double full_batch = mean * (held_per_byte > 0 ? decoded_records : store::objects_a_block);
  const double left_by_full = (memory - chunks * full_batch * held) / (chunks + 1);
  const double room = left_by_full >= full_batch ? left_by_full : memory / (chunks + 1 + chunks * held);
  // A record more than there is room for, and two pages between the rest of one and what is read next.
  const std::uint64_t extra_bytes = merged.largest_bytes + 2 * store::page_bytes;
  const double usual =
      std::clamp<double>(batches_a_read * full_batch, least_read_bytes, store::bytes_a_block);
  const double most = std::max(usual, 2.0 * static_cast<double>(extra_bytes));
  const std::uint64_t block_bytes =
      static_cast<std::uint64_t>(std::min(room, most)) / store::page_bytes * store::page_bytes;
  if (block_bytes <= extra_bytes) {
    share.refuse();
  }
  // Batches of one size use up a block; where objects are decoded only for their keys, one is small compared
  // with the memory.
  const double block = static_cast<double>(block_bytes);
  const double largest_batch =
      held_per_byte > 0 ? full_batch
                        : std::min(full_batch, static_cast<double>(chunk_block(share.bytes).bytes));
  const double batches = std::ceil(block / std::min(block, largest_batch));
  return {.block_bytes = block_bytes,
          .batch = {static_cast<std::uint64_t>(block / batches), store::objects_a_block},
          .output = {block_bytes - extra_bytes, store::objects_a_block}};
}

}  // namespace serbench::sort
