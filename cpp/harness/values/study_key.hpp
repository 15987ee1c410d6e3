// What the complex-object study sorts its tweets by (FORMAT.md, section 8); the sum itself is rendered
// (walks.hpp) for schemas that have it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

namespace serbench {

template <class Object>
inline constexpr bool has_study_key = false;

// How many there are in a text of UTF-8: each has one byte that continues no other.
inline std::uint64_t code_points(const std::string& text) {
  return static_cast<std::uint64_t>(std::count_if(
      text.begin(), text.end(), [](char unit) { return (static_cast<unsigned char>(unit) & 0xC0) != 0x80; }));
}

}  // namespace serbench
