// The store that is sorted, in the order in which its records lie in the data file.
#pragma once

#include <span>
#include <vector>

#include "experiments/sort/phases.hpp"
#include "experiments/sort/records.hpp"

namespace serbench::sort {

// Where all records of a store lie, by their offsets.
std::vector<Located> located_records(const store::StoreReader& reader);

// A part of the data file that is brought into memory block by block, each byte once.
class InputWindow {
 public:
  explicit InputWindow(const store::StoreReader& reader) : reader_(reader) {}

  // From this record on, with up to `most_bytes` of the file in memory.
  void begin(const Located& first, std::uint64_t most_bytes);
  // Reads on, up to the end of this record.
  void read(const Located& last, Counts& counts);
  const std::byte* at(const Located& record) { return page_.data() + (record.offset - offset_); }
  void release() { page_.release(); }

 private:
  const store::StoreReader& reader_;
  store::PageBuffer page_;
  std::uint64_t offset_ = 0;      // of the window in the file
  std::uint64_t read_up_to_ = 0;  // in the file
};

}  // namespace serbench::sort
