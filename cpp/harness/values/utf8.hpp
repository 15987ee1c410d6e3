// Whether bytes are UTF-8, as RFC 3629 has it: no overlong forms, no surrogates, nothing beyond U+10FFFF.
#pragma once

#include "bytes.hpp"

namespace serbench {

namespace utf8_detail {

// The number of bytes of the valid character at `at`, or 0.
inline std::size_t length_of_character(const std::byte* at, std::size_t left) {
  const auto unit = [at](std::size_t i) { return std::to_integer<unsigned>(at[i]); };
  const auto follows = [&unit](std::size_t i, unsigned low = 0x80, unsigned high = 0xBF) {
    return unit(i) >= low && unit(i) <= high;
  };
  const unsigned first = unit(0);
  if (first < 0x80) {
    return 1;
  }
  if (first >= 0xC2 && first <= 0xDF) {
    return left >= 2 && follows(1) ? 2 : 0;
  }
  if (first >= 0xE0 && first <= 0xEF) {
    const unsigned low = first == 0xE0 ? 0xA0 : 0x80;
    const unsigned high = first == 0xED ? 0x9F : 0xBF;
    return left >= 3 && follows(1, low, high) && follows(2) ? 3 : 0;
  }
  if (first >= 0xF0 && first <= 0xF4) {
    const unsigned low = first == 0xF0 ? 0x90 : 0x80;
    const unsigned high = first == 0xF4 ? 0x8F : 0xBF;
    return left >= 4 && follows(1, low, high) && follows(2) && follows(3) ? 4 : 0;
  }
  return 0;
}

}  // namespace utf8_detail

inline bool is_utf8(Bytes text) {
  const std::byte* at = text.data();
  std::size_t left = text.size();
  while (left != 0) {
    constexpr std::uint64_t high_bits = 0x8080808080808080;
    if (left >= 8 && (load_little<std::uint64_t>(at) & high_bits) == 0) {
      at += 8;
      left -= 8;
      continue;
    }
    const std::size_t length = utf8_detail::length_of_character(at, left);
    if (length == 0) {
      return false;
    }
    at += length;
    left -= length;
  }
  return true;
}

}  // namespace serbench
