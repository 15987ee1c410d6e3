// The files of a sort: chunks, and the sorted store.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "experiments/sort/phases.hpp"
#include "experiments/sort/records.hpp"

namespace serbench::sort {

// Where chunks lie. Threads may share it.
class Scratch {
 public:
  Scratch(std::string folder, bool direct);

  // A new file without a name, so that nothing is left of it however the runner ends.
  std::unique_ptr<store::StoreFile> file();
  bool direct() const { return direct_; }
  std::uint64_t granule() const { return direct_ ? store::page_bytes : store::record_alignment; }

 private:
  std::string folder_;
  bool direct_;
  std::atomic<std::uint64_t> made_ = 0;
};

// A sorted piece of the records.
struct Chunk {
  std::unique_ptr<store::StoreFile> file;
  std::uint64_t bytes = 0;  // of the file
  std::uint64_t records = 0;
  std::uint64_t record_bytes = 0;   // without the padding of blocks
  std::uint64_t largest_bytes = 0;  // of a record
  std::uint64_t merges = 0;         // through which a record of it has gone at most
};

// What sorted records are written to, block by block.
class Sink {
 public:
  Sink(RecordBlock block, bool through_page_cache)
      : block_(std::move(block)), through_page_cache_(through_page_cache) {}
  virtual ~Sink() = default;

  RecordBlock& block() { return block_; }
  // Writes the block, and after every 64 MiB waits for the disk.
  void flush(PhaseTimes& phases, Counts& counts);
  // Waits until all is on the disk.
  virtual void finish(PhaseTimes& phases, Counts& counts) = 0;

 protected:
  virtual void write(Bytes block) = 0;
  virtual void sync() = 0;
  virtual void note(std::span<const Located> records) = 0;

 private:
  RecordBlock block_;
  bool through_page_cache_;
  std::uint64_t unsynced_bytes_ = 0;
};

class ChunkSink : public Sink {
 public:
  ChunkSink(Scratch& scratch, BlockLimits limits);

  void finish(PhaseTimes& phases, Counts& counts) override;
  Chunk take() { return std::move(chunk_); }

 protected:
  void write(Bytes block) override;
  void sync() override { chunk_.file->sync(); }
  void note(std::span<const Located> records) override;

 private:
  Chunk chunk_;
};

class StoreSink : public Sink {
 public:
  // `places` gets where each object lies, by its number.
  StoreSink(store::StoreWriter& writer, std::span<Located> places, BlockLimits limits);

  // Completes the index too.
  void finish(PhaseTimes& phases, Counts& counts) override;

 protected:
  void write(Bytes block) override;
  void sync() override { writer_.sync(); }
  void note(std::span<const Located> records) override;

 private:
  store::StoreWriter& writer_;
  std::span<Located> places_;
  std::uint64_t offset_ = 0;  // of the block that was written last
};

}  // namespace serbench::sort
