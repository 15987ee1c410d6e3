// Making chunks: one thread reads records until its share of the memory is full, sorts them and writes them.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "experiments/sort/input.hpp"
#include "experiments/sort/memory.hpp"
#include "experiments/sort/worker.hpp"
#include "timing/sampler.hpp"

namespace serbench::sort {

template <class C>
class ChunkMaking {
  using Objects = typename Handling<C>::Objects;

 public:
  // `records` are the share of the thread, `memory` is what it may hold.
  ChunkMaking(Worker<C>& worker, const store::StoreReader& reader, HeldObjects& held_objects,
              std::span<const Located> records, const MemoryShare& memory)
      : worker_(worker),
        window_(reader),
        held_objects_(held_objects),
        records_(records),
        memory_(memory),
        block_(chunk_block(memory.bytes)) {
    // Never moved again; what is not used is not resident.
    const std::uint64_t least =
        entry_bytes + (worker.handling.holds_objects() ? sizeof(typename Objects::value_type) : 0);
    entries_.reserve(std::min<std::uint64_t>(records.size(), memory.bytes / least));
  }

  // All but the writing, of the first block.
  void warm_up(std::uint64_t warmup_ns, std::uint64_t granule) {
    RecordBlock block(Layout::chunk, block_, granule);
    const std::span<const Located> all = records_;
    const Stopwatch watch;
    while (!all.empty() && watch.wall_ns() < warmup_ns) {
      begin_chunk();
      take_block();
      sort();
      for (std::span<const Entry> rest = entries_; !rest.empty(); block.clear()) {
        rest = rest.subspan(worker_.handling.fill(rest, block, worker_.chunks));
      }
      end_chunk();
      records_ = all;
    }
    worker_.chunks = {};
    worker_.handling.counts() = {};
  }

  bool done() const { return records_.empty(); }

  // Brings the records of the next chunk into memory, in their order.
  void gather() {
    begin_chunk();
    while (take_block()) {
    }
    if (entries_.empty()) {
      memory_.refuse();
    }
    held_objects_.note_chunk();
    sort();
  }

  std::size_t gathered() const { return entries_.size(); }

  void write(Sink& sink) {
    worker_.write(entries_, sink, worker_.chunks);
    sink.finish(worker_.chunks, worker_.handling.counts());
    end_chunk();
  }

  const BlockLimits& block() const { return block_; }

  void release() {
    worker_.chunks.timed(Phase::free, [&] {
      window_.release();
      std::vector<Entry>().swap(entries_);
    });
  }

 private:
  void begin_chunk() {
    held_bytes_ = 0;
    counted_up_to_ = records_.front().offset;
    if (!worker_.handling.holds_objects()) {
      window_.begin(records_.front(), std::min(memory_.bytes, end_of(records_.back()) - counted_up_to_));
    }
  }

  // Where a record and the zeros behind it end in the file.
  static std::uint64_t end_of(const Located& record) {
    return store::rounded_up(record.offset + record.bytes, store::record_alignment);
  }

  // Reads as many records as a block takes and there is room for; false where there is none.
  bool take_block() {
    const std::size_t count = records_of_block();
    if (count == 0) {
      return false;
    }
    const std::size_t first = entries_.size();
    if (worker_.handling.holds_objects()) {
      const std::uint64_t bytes = end_of(records_[count - 1]) - records_.front().offset;
      window_.begin(records_.front(), std::max(bytes, block_.bytes));
    }
    worker_.chunks.timed(Phase::read, [&] {
      window_.read(records_[count - 1], worker_.handling.counts());
      for (const Located& record : records_.first(count)) {
        entries_.push_back({0, record.number, record.bytes, window_.at(record)});
      }
    });
    worker_.handling.prepare(std::span(entries_).subspan(first), objects_of_block(), worker_.chunks);
    hold(count);
    records_ = records_.subspan(count);
    return true;
  }

  std::size_t records_of_block() const {
    const double per_byte = worker_.handling.holds_objects() ? held_objects_.memory_per_byte() : 1;
    // What other threads hold counts by its bytes too, so that they do not pay for each other.
    double held =
        static_cast<double>(held_bytes_) * per_byte + entry_bytes * static_cast<double>(entries_.size());
    std::size_t count = 0;
    for (std::uint64_t bytes = 0; count != records_.size() && count != block_.records; ++count) {
      const std::uint64_t of_record = bytes_of(count);
      held += static_cast<double>(of_record) * per_byte + entry_bytes;
      bytes += of_record;
      if (held > static_cast<double>(memory_.bytes) || (count != 0 && bytes > block_.bytes)) {
        break;
      }
    }
    return count;
  }

  // What a record counts: where its bytes are held, with what lies between it and the one before in the file,
  // and where an object is made of it, as much as in a chunk.
  std::uint64_t bytes_of(std::size_t record) const {
    if (worker_.handling.holds_objects()) {
      return chunk_record_bytes(records_[record].bytes);
    }
    return end_of(records_[record]) - (record == 0 ? counted_up_to_ : end_of(records_[record - 1]));
  }

  void hold(std::size_t count) {
    std::uint64_t bytes = 0;
    for (std::size_t i = 0; i != count; ++i) {
      bytes += bytes_of(i);
    }
    held_bytes_ += bytes;
    counted_up_to_ = end_of(records_[count - 1]);
    if (worker_.handling.holds_objects()) {
      objects_.back().record_bytes = bytes;
    }
  }

  // Objects stay where they were decoded: each block has memory of its own.
  Objects& objects_of_block() {
    return worker_.handling.holds_objects() ? objects_.emplace_back().objects : none_;
  }

  void sort() {
    worker_.handling.with_order([&](auto order) {
      worker_.chunks.timed(Phase::order, [&] { std::sort(entries_.begin(), entries_.end(), order); });
    });
  }

  void end_chunk() {
    entries_.clear();
    if (!objects_.empty()) {
      worker_.chunks.timed(Phase::free, [&] {
        // In the order in which they were made, and others, who measure meanwhile, find what is still there.
        for (Block& block : objects_) {
          Objects().swap(block.objects);
          held_objects_.release(block.record_bytes);
        }
        objects_.clear();
      });
    }
  }

  struct Block {
    Objects objects;
    std::uint64_t record_bytes = 0;
  };

  Worker<C>& worker_;
  InputWindow window_;
  HeldObjects& held_objects_;
  std::span<const Located> records_;  // those that are left
  MemoryShare memory_;
  BlockLimits block_;
  std::vector<Entry> entries_;
  std::vector<Block> objects_;
  Objects none_;
  std::uint64_t held_bytes_ = 0;     // of records, by which the memory is counted
  std::uint64_t counted_up_to_ = 0;  // in the file
};

}  // namespace serbench::sort
