// How records lie in a chunk and in a sorted store (PROTOCOL.md, sort).
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "experiments/sort/entry.hpp"
#include "experiments/store/file.hpp"

namespace serbench::sort {

// Where the message of an object lies. Numbers and sizes have 32 bits, as in a chunk.
struct Located {
  std::uint64_t offset;
  std::uint32_t bytes;
  std::uint32_t number;
};

// Before each message of a chunk stand its bytes and its number, and zeros that keep the message aligned.
inline constexpr std::uint64_t chunk_header_bytes = 16;

constexpr std::uint64_t chunk_record_bytes(std::uint64_t message_bytes) {
  return store::rounded_up(chunk_header_bytes + message_bytes, store::record_alignment);
}

// How many records and bytes are handled between two looks at the clocks. A block takes at least one record.
struct BlockLimits {
  std::uint64_t bytes;
  std::uint64_t records = 256;
};

enum class Layout { chunk, store };

// Records that are gathered to be written at once.
class RecordBlock {
 public:
  // `granule` is what a block's size is a multiple of.
  RecordBlock(Layout layout, BlockLimits limits, std::uint64_t granule);

  bool full() const { return records_.size() >= limits_.records || used_bytes_ >= limits_.bytes; }
  // Copies a message to its place.
  void add(std::uint32_t number, Bytes message);
  // The block as it is written.
  Bytes padded();
  // The messages, with offsets from the beginning of the block.
  std::span<const Located> records() const { return records_; }
  void clear();

 private:
  Layout layout_;
  BlockLimits limits_;
  std::uint64_t granule_;
  store::PageBuffer page_;
  std::uint64_t used_bytes_ = 0;
  std::vector<Located> records_;
};

// Goes through the records of a chunk that lie in memory.
class ChunkCursor {
 public:
  ChunkCursor() = default;
  // The bytes of a chunk from `offset` on; the last record may be cut off.
  ChunkCursor(Bytes bytes, std::uint64_t offset) : rest_(bytes), offset_(offset) {}

  // The next record, which stays unless it is taken; none when what is left does not hold a whole one.
  std::optional<Entry> peek();
  // Goes on behind the record that was peeked at.
  void take(const Entry& entry) { skip(chunk_record_bytes(entry.bytes)); }
  Bytes rest() const { return rest_; }

 private:
  void skip(std::uint64_t bytes) {
    rest_ = rest_.subspan(bytes);
    offset_ += bytes;
  }

  Bytes rest_;
  std::uint64_t offset_ = 0;
};

}  // namespace serbench::sort
