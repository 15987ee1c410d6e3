// The files of the experiment `store` (FORMAT.md, section 6): records in a data file, and an index that tells
// where each lies. It knows neither codec nor schema.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "values/bytes.hpp"

namespace serbench::store {

// Where a record lies in the data file.
struct Extent {
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
};

// What an index says of its store. `corpus_digest` is that of the pool of objects (FORMAT.md, section 3).
struct StoreIdentity {
  std::string codec;
  std::string workload;
  std::uint64_t corpus_digest = 0;
  std::uint64_t objects = 0;
};

// The page of a disk, to which direct input and output are aligned.
inline constexpr std::uint64_t page_bytes = 4096;
// Where records begin, so that libraries that read in place find their numbers aligned.
inline constexpr std::uint64_t record_alignment = 16;

// How much a thread writes through the page cache before it waits for the disk. Without it the system would
// write behind the threads' backs while they make objects, which is not timed.
inline constexpr std::uint64_t most_unsynced_bytes = std::uint64_t{64} << 20;

constexpr std::uint64_t rounded_up(std::uint64_t number, std::uint64_t multiple) {
  return (number + multiple - 1) / multiple * multiple;
}

// Memory that begins at a page's boundary.
class PageBuffer {
 public:
  PageBuffer() = default;
  PageBuffer(PageBuffer&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), capacity_(std::exchange(other.capacity_, 0)) {}
  PageBuffer& operator=(const PageBuffer&) = delete;
  ~PageBuffer() { std::free(data_); }

  // Makes room for at least `bytes`. What was there is lost when the memory grows.
  void require(std::uint64_t bytes);
  // Makes room for exactly `bytes`; the first `kept` bytes stay.
  void extend(std::uint64_t bytes, std::uint64_t kept);
  void release();
  std::byte* data() { return data_; }

 private:
  std::byte* data_ = nullptr;
  std::uint64_t capacity_ = 0;
};

// Adds to the flags of an open file that it leaves the system's page cache out, if it is to.
int with_direct(int flags, bool direct);

// An open file. Every fault is a RequestError that names it.
class StoreFile {
 public:
  StoreFile(std::string path, int flags);
  StoreFile(const StoreFile&) = delete;
  StoreFile& operator=(const StoreFile&) = delete;
  ~StoreFile();

  std::uint64_t size() const;
  void write_all(Bytes bytes, std::uint64_t offset) const;
  // Reads up to `bytes`, of which at least `needed` must be there.
  void read_some(std::byte* to, std::uint64_t offset, std::uint64_t bytes, std::uint64_t needed) const;
  void sync() const;
  [[noreturn]] void refuse(const std::string& why) const;

 private:
  std::string path_;
  int descriptor_;
};

// Writes a store. Threads may write blocks of records at the same time.
class StoreWriter {
 public:
  // `direct` leaves the system's page cache out.
  StoreWriter(const std::string& data, const std::string& index, StoreIdentity identity, bool direct);

  // Blocks begin and end at multiples of this.
  std::uint64_t granule() const { return direct_ ? page_bytes : record_alignment; }
  bool through_page_cache() const { return !direct_; }
  // The place of a block of `bytes`, which are a multiple of the granule.
  std::uint64_t reserve(std::uint64_t bytes) { return data_bytes_.fetch_add(bytes); }
  void write(Bytes block, std::uint64_t offset) const { data_.write_all(block, offset); }
  // Notes where the objects of these numbers lie.
  void note(std::span<const std::uint64_t> objects, std::span<const Extent> extents);
  // Completes both files once all blocks are written.
  void finish();
  // Waits until the data is on the disk.
  void sync() const { data_.sync(); }
  std::uint64_t data_bytes() const { return data_bytes_; }

 private:
  StoreIdentity identity_;
  bool direct_;
  StoreFile data_;
  StoreFile end_of_data_;  // the same file, for bytes that no page holds in full
  StoreFile index_;
  std::uint64_t header_bytes_;
  std::atomic<std::uint64_t> data_bytes_ = 0;
};

// Reads a store that has been written in full. Threads may share it.
class StoreReader {
 public:
  // Throws RequestError when the two files do not belong together or are not whole.
  StoreReader(const std::string& data, const std::string& index, bool direct);

  const StoreIdentity& identity() const { return identity_; }
  std::uint64_t granule() const { return direct_ ? page_bytes : record_alignment; }
  // Looks up where these objects lie. Throws RequestError for an object that the store does not have.
  void locate(std::span<const std::uint64_t> objects, std::vector<Extent>& extents) const;
  // Reads up to `bytes` from a multiple of the granule on, of which at least `needed` must be there.
  void read(std::byte* to, std::uint64_t offset, std::uint64_t bytes, std::uint64_t needed) const {
    data_.read_some(to, offset, bytes, needed);
  }

 private:
  void read_header();
  void verify_checksum(const std::string& data) const;

  bool direct_;
  StoreFile data_;
  StoreFile index_;
  StoreIdentity identity_;
  std::uint64_t header_bytes_ = 0;
  std::uint64_t data_bytes_ = 0;
};

// One read of the data file, for records that lie side by side.
struct Window {
  std::uint64_t offset;  // in the file, a multiple of the granule
  std::uint64_t bytes;   // a multiple of the granule
  std::uint64_t needed;  // up to the end of the last record
  std::uint64_t place;   // in the buffer
};

// The reads that fetch a block of records, and where each record then lies in the buffer.
struct ReadPlan {
  std::vector<Window> windows;
  std::vector<std::uint64_t> places;
  std::uint64_t buffer_bytes = 0;

  void make(std::span<const Extent> extents, std::uint64_t granule);
};

}  // namespace serbench::store
