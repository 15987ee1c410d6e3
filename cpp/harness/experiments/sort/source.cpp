#include "experiments/sort/source.hpp"

#include <algorithm>
#include <cstring>

namespace serbench::sort {

ChunkSource::ChunkSource(Chunk chunk, std::byte* page, const MergeBlocks& blocks, std::uint64_t granule)
    : chunk_(std::move(chunk)), blocks_(blocks), granule_(granule), page_(page) {}

void ChunkSource::next_batch(std::vector<Entry>& entries, PhaseTimes& phases, Counts& counts) {
  entries.clear();
  phases.timed(Phase::read, [&] {
    take_batch(entries);
    if (entries.empty() && read_bytes_ != chunk_.bytes) {
      read_block(counts);
      take_batch(entries);
      if (entries.empty()) {
        chunk_.file->refuse("does not hold the records that were written");
      }
    }
  });
}

void ChunkSource::take_batch(std::vector<Entry>& entries) {
  std::uint64_t bytes = 0;
  while (entries.size() != blocks_.batch.records) {
    const std::optional<Entry> entry = cursor_.peek();
    if (!entry) {
      return;
    }
    bytes += chunk_record_bytes(entry->bytes);
    if (!entries.empty() && bytes > blocks_.batch.bytes) {
      return;
    }
    entries.push_back(*entry);
    cursor_.take(*entry);
  }
}

// What is left of the last record moves to the front, so that what is read goes on behind it.
void ChunkSource::read_block(Counts& counts) {
  const Bytes rest = cursor_.rest();
  const std::uint64_t begin = store::rounded_up(rest.size(), granule_);
  if (!rest.empty()) {
    std::memmove(page_ + begin - rest.size(), rest.data(), rest.size());
  }
  const std::uint64_t room = (blocks_.block_bytes - begin) / granule_ * granule_;
  const std::uint64_t bytes = std::min(room, chunk_.bytes - read_bytes_);
  chunk_.file->read_some(page_ + begin, read_bytes_, bytes, bytes);
  cursor_ = ChunkCursor({page_ + begin - rest.size(), rest.size() + bytes}, read_bytes_ - rest.size());
  counts.read_bytes += bytes;
  read_bytes_ += bytes;
}

}  // namespace serbench::sort
