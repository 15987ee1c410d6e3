#include "experiments/sort/records.hpp"

#include <algorithm>
#include <cstring>

#include "protocol/requests.hpp"

namespace serbench::sort {

using store::page_bytes;
using store::record_alignment;
using store::rounded_up;

namespace {

// Stands in a chunk where a message's bytes would: what follows up to the end of the page is no record.
constexpr std::uint32_t padding_mark = 0xFFFFFFFF;

}  // namespace

RecordBlock::RecordBlock(Layout layout, BlockLimits limits, std::uint64_t granule)
    : layout_(layout), limits_(limits), granule_(granule) {
  page_.require(limits.bytes);
}

void RecordBlock::add(std::uint32_t number, Bytes message) {
  if (message.size() >= padding_mark) {
    throw RequestError("A message of " + std::to_string(message.size()) + " bytes is too large for a chunk.");
  }
  const auto bytes = static_cast<std::uint32_t>(message.size());
  const std::uint64_t begin = used_bytes_ + (layout_ == Layout::chunk ? chunk_header_bytes : 0);
  const std::uint64_t end = rounded_up(begin + bytes, record_alignment);
  // Padding needs room too.
  page_.extend(rounded_up(end, granule_), used_bytes_);
  if (layout_ == Layout::chunk) {
    std::byte* header = page_.data() + used_bytes_;
    store_little(header, bytes);
    store_little(header + 4, number);
    store_little(header + 8, std::uint64_t{0});
  }
  if (bytes != 0) {
    std::memset(page_.data() + end - record_alignment, 0, record_alignment);
    std::memcpy(page_.data() + begin, message.data(), bytes);
  }
  records_.push_back({begin, bytes, number});
  used_bytes_ = end;
}

Bytes RecordBlock::padded() {
  const std::uint64_t end = rounded_up(used_bytes_, granule_);
  if (used_bytes_ != end) {
    std::memset(page_.data() + used_bytes_, 0, end - used_bytes_);
    if (layout_ == Layout::chunk) {
      store_little(page_.data() + used_bytes_, padding_mark);
    }
  }
  return {page_.data(), end};
}

void RecordBlock::clear() {
  used_bytes_ = 0;
  records_.clear();
}

std::optional<Entry> ChunkCursor::peek() {
  if (rest_.size() < chunk_header_bytes) {
    return std::nullopt;
  }
  if (load_little<std::uint32_t>(rest_.data()) == padding_mark) {
    skip(std::min<std::uint64_t>(rounded_up(offset_ + 1, page_bytes) - offset_, rest_.size()));
    return peek();
  }
  const auto bytes = load_little<std::uint32_t>(rest_.data());
  if (rest_.size() < chunk_record_bytes(bytes)) {
    return std::nullopt;
  }
  return Entry{0, load_little<std::uint32_t>(rest_.data() + 4), bytes, rest_.data() + chunk_header_bytes};
}

}  // namespace serbench::sort
