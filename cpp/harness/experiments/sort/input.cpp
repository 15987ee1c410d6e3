#include "experiments/sort/input.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "protocol/requests.hpp"

namespace serbench::sort {

namespace {

constexpr std::uint64_t largest_number = std::numeric_limits<std::uint32_t>::max();

}  // namespace

std::vector<Located> located_records(const store::StoreReader& reader) {
  constexpr std::uint64_t at_once = 8192;
  const std::uint64_t count = reader.identity().objects;
  if (count > largest_number) {
    throw RequestError("The store has " + std::to_string(count) + " objects; a chunk numbers at most " +
                       std::to_string(largest_number) + ".");
  }
  std::vector<Located> records;
  records.reserve(count);
  std::vector<std::uint64_t> numbers;
  std::vector<store::Extent> extents;
  for (std::uint64_t first = 0; first < count; first += at_once) {
    numbers.resize(std::min(at_once, count - first));
    std::iota(numbers.begin(), numbers.end(), first);
    reader.locate(numbers, extents);
    for (std::size_t i = 0; i != numbers.size(); ++i) {
      if (extents[i].bytes >= largest_number) {
        throw RequestError("The object " + std::to_string(numbers[i]) + " is too large for a chunk.");
      }
      records.push_back({extents[i].offset, static_cast<std::uint32_t>(extents[i].bytes),
                         static_cast<std::uint32_t>(numbers[i])});
    }
  }
  // An empty message lies where the next one does.
  const auto by_offset = [](const Located& a, const Located& b) {
    return a.offset != b.offset ? a.offset < b.offset : a.bytes < b.bytes;
  };
  if (!std::is_sorted(records.begin(), records.end(), by_offset)) {
    std::sort(records.begin(), records.end(), by_offset);
  }
  for (std::size_t i = 1; i < records.size(); ++i) {
    if (records[i - 1].offset + records[i - 1].bytes > records[i].offset) {
      throw RequestError("The records of the objects " + std::to_string(records[i - 1].number) + " and " +
                         std::to_string(records[i].number) + " overlap.");
    }
  }
  return records;
}

void InputWindow::begin(const Located& first, std::uint64_t most_bytes) {
  offset_ = first.offset / reader_.granule() * reader_.granule();
  read_up_to_ = offset_;
  page_.require(most_bytes + 2 * reader_.granule());
}

void InputWindow::read(const Located& last, Counts& counts) {
  const std::uint64_t needed = last.offset + last.bytes;
  const std::uint64_t end = store::rounded_up(needed, reader_.granule());
  // The page in which the last block ended may hold all of this one.
  if (end > read_up_to_) {
    reader_.read(page_.data() + (read_up_to_ - offset_), read_up_to_, end - read_up_to_,
                 needed - read_up_to_);
    counts.read_bytes += end - read_up_to_;
    read_up_to_ = end;
  }
}

}  // namespace serbench::sort
