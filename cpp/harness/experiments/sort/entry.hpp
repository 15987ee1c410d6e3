// What is sorted in place of a record.
#pragma once

#include <cstdint>

#include "values/bytes.hpp"

namespace serbench::sort {

struct Entry {
  std::uint64_t key;
  std::uint32_t number;  // of the object
  std::uint32_t bytes;   // of the message
  const void* at;        // the message, or the object that was decoded from it

  Bytes message() const { return {static_cast<const std::byte*>(at), bytes}; }
};

// What PROTOCOL.md counts for each of them.
inline constexpr std::uint64_t entry_bytes = 24;
static_assert(sizeof(Entry) == entry_bytes);

// The order of FORMAT.md, section 8.
inline bool comes_before(std::uint64_t key, const Entry& entry, std::uint64_t other_key, const Entry& other) {
  return key != other_key ? key < other_key : entry.number < other.number;
}

}  // namespace serbench::sort
