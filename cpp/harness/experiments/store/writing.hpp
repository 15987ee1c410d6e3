// Writing objects to a store, block by block.
#pragma once

#include <algorithm>
#include <cstring>
#include <numeric>
#include <span>
#include <vector>

#include "adapter.hpp"
#include "experiments/store/file.hpp"
#include "experiments/store/share.hpp"
#include "timing/sampler.hpp"

namespace serbench::store {

// One thread that writes.
template <class C>
class StoreWriting {
  using Object = ObjectOf<C>;

 public:
  StoreWriting(const Pool& pool, StoreWriter& writer) : objects_of_pool_(pool), writer_(writer) {
    block_ = block_objects(pool, objects_a_block);
  }

  void warm_up(std::uint64_t warmup_ns) {
    std::vector<std::uint64_t> numbers(block_);
    std::iota(numbers.begin(), numbers.end(), 0);
    const Stopwatch watch;
    while (watch.wall_ns() < warmup_ns) {
      prepare(numbers);
    }
    share_ = {};
  }

  // Writes the objects of these numbers as one block.
  void run(std::span<const std::uint64_t> numbers) {
    prepare(numbers);
    const std::uint64_t begin = writer_.reserve(page_size_);
    share_.phases.timed(Phase::write, [&] { writer_.write({page_.data(), page_size_}, begin); });
    unsynced_bytes_ += page_size_;
    if (writer_.through_page_cache() && unsynced_bytes_ >= most_unsynced_bytes) {
      share_.phases.timed(Phase::write, [&] { writer_.sync(); });
      unsynced_bytes_ = 0;
    }
    for (Extent& extent : extents_) {
      extent.offset += begin;
    }
    writer_.note(numbers, extents_);
  }

  StoreShare& share() { return share_; }

 private:
  // All of a block but its writing.
  void prepare(std::span<const std::uint64_t> numbers) {
    objects_of_pool_.make(numbers, objects_);
    if constexpr (!is_raw<C>) {
      share_.phases.timed(Phase::encode, [&] { encode(); });
    }
    place();
    share_.phases.timed(Phase::copy, [&] { copy(); });
  }

  // The codec's buffer holds one message at a time, so each is set aside as it comes.
  void encode() {
    staged_.clear();
    sizes_.clear();
    for (const Object& object : objects_) {
      const Bytes bytes = client_.encode(object);
      staged_.append(bytes.data(), bytes.size());
      sizes_.push_back(bytes.size());
    }
  }

  // Lays out the block's records.
  void place() {
    if constexpr (is_raw<C>) {
      sizes_.clear();
      for (const Object& object : objects_) {
        sizes_.push_back(object.bytes.size());
      }
    }
    extents_.clear();
    std::uint64_t at = 0;
    for (const std::uint64_t size : sizes_) {
      extents_.push_back({at, size});
      at = rounded_up(at + size, record_alignment);
      share_.bytes += size;
    }
    page_size_ = rounded_up(at, writer_.granule());
    page_.require(page_size_);
  }

  // Moves the records to where the system takes them from, each at its place and zeros between.
  void copy() {
    const std::byte* from = staged_.data();
    std::uint64_t end = 0;
    for (std::size_t i = 0; i != extents_.size(); ++i) {
      const Extent& extent = extents_[i];
      if constexpr (is_raw<C>) {
        from = objects_[i].bytes.bytes().data();
      }
      std::memset(page_.data() + end, 0, extent.offset - end);
      std::memcpy(page_.data() + extent.offset, from, extent.bytes);
      from += extent.bytes;
      end = extent.offset + extent.bytes;
    }
    std::memset(page_.data() + end, 0, page_size_ - end);
  }

  PoolObjects<Object> objects_of_pool_;
  StoreWriter& writer_;
  StoreShare share_;
  Client<C> client_;
  std::uint64_t block_;
  std::vector<Object> objects_;
  ByteBuffer staged_;
  std::vector<std::uint64_t> sizes_;
  std::vector<Extent> extents_;
  PageBuffer page_;
  std::uint64_t page_size_ = 0;
  std::uint64_t unsynced_bytes_ = 0;
};

}  // namespace serbench::store
