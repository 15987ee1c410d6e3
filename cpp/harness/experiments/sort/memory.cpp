#include "experiments/sort/memory.hpp"

#include <algorithm>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "experiments/store/phases.hpp"
#include "protocol/requests.hpp"
#include "timing/resident_memory.hpp"

namespace serbench::sort {

std::uint64_t given_out_bytes() {
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 33)
  const struct mallinfo2 given = ::mallinfo2();
  return given.uordblks + given.hblkhd;
#else
  return resident_bytes();
#endif
}

double HeldObjects::memory_per_byte() const {
  const std::uint64_t records = record_bytes_, now = given_out_bytes();
  if (records == 0) {
    return memory_per_byte_of_runs_;
  }
  return static_cast<double>(now - std::min(now, before_bytes_)) / static_cast<double>(records);
}

void HeldObjects::note_run() {
  const double mean = memory_per_byte();
  double largest = memory_per_byte_of_runs_;
  while (mean > largest && !memory_per_byte_of_runs_.compare_exchange_weak(largest, mean)) {
  }
}

BlockLimits run_block(std::uint64_t memory_bytes) {
  return {std::clamp<std::uint64_t>(memory_bytes / 64, store::page_bytes, store::bytes_a_block),
          store::objects_a_block};
}

MergeBlocks merge_blocks(std::uint64_t memory_bytes, const MergedRecords& merged, double held_per_byte) {
  const double memory = static_cast<double>(memory_bytes), runs = static_cast<double>(merged.runs);
  const double mean =
      static_cast<double>(merged.bytes) / static_cast<double>(std::max<std::uint64_t>(1, merged.records));
  const double held = held_per_byte + entry_bytes / mean;
  // As many records as are timed at once are enough for a batch; where they do not fit, it is the block.
  const double full_batch = mean * static_cast<double>(store::objects_a_block);
  const double beside_full = (memory - runs * full_batch * held) / (runs + 1);
  const double block = beside_full >= full_batch ? beside_full : memory / (runs + 1 + runs * held);
  const std::uint64_t block_bytes =
      std::min<std::uint64_t>(static_cast<std::uint64_t>(block), store::bytes_a_block) / store::page_bytes *
      store::page_bytes;
  // A record more than there is room for, and two pages between the rest of one and what is read next.
  const std::uint64_t beside_bytes = merged.largest_bytes + 2 * store::page_bytes;
  if (block_bytes <= beside_bytes) {
    throw RequestError("The memory of " + std::to_string(memory_bytes) + " bytes does not hold one block.");
  }
  const auto batch_bytes = static_cast<std::uint64_t>(std::min(full_batch, static_cast<double>(block_bytes)));
  return {.block_bytes = block_bytes,
          .batch = {batch_bytes, store::objects_a_block},
          .output = {block_bytes - beside_bytes, store::objects_a_block}};
}

}  // namespace serbench::sort
