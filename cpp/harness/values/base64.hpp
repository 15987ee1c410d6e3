// Bytes as base64 text with padding, the standard alphabet of RFC 4648, for the JSON libraries that have no
// such function or one that reports no faults.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "traits.hpp"

namespace serbench {

inline constexpr std::string_view base64_alphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

// The six bits of each character; those outside the alphabet have the high bit set.
inline constexpr auto base64_bits = [] {
  std::array<std::uint8_t, 256> bits{};
  bits.fill(0x80);
  for (std::size_t i = 0; i != base64_alphabet.size(); ++i) {
    bits[static_cast<unsigned char>(base64_alphabet[i])] = static_cast<std::uint8_t>(i);
  }
  return bits;
}();

inline void base64_encode(Bytes bytes, std::string& text) {
  text.resize((bytes.size() + 2) / 3 * 4);
  char* out = text.data();
  std::size_t at = 0;
  const auto put = [&out](std::uint32_t group) {
    for (int shift = 18; shift >= 0; shift -= 6) {
      *out++ = base64_alphabet[group >> shift & 63];
    }
  };
  const auto byte = [bytes](std::size_t i) { return std::to_integer<std::uint32_t>(bytes[i]); };
  for (; at + 3 <= bytes.size(); at += 3) {
    put(byte(at) << 16 | byte(at + 1) << 8 | byte(at + 2));
  }
  const std::size_t left = bytes.size() - at;
  if (left != 0) {
    put(byte(at) << 16 | (left == 2 ? byte(at + 1) << 8 : 0));
    text.back() = '=';
    text[text.size() - 2] = left == 2 ? text[text.size() - 2] : '=';
  }
}

inline void base64_decode(std::string_view text, std::vector<std::byte>& bytes) {
  if (text.size() % 4 != 0) {
    throw Malformed("A base64 text has no whole number of groups.");
  }
  const std::size_t padding = text.ends_with("==") ? 2 : text.ends_with('=') ? 1 : 0;
  bytes.resize(text.size() / 4 * 3 - padding);
  std::size_t out = 0;
  std::uint8_t faults = 0;
  for (std::size_t at = 0; at != text.size(); at += 4) {
    std::uint32_t group = 0;
    for (std::size_t i = at; i != at + 4; ++i) {
      const bool is_padding = i >= text.size() - padding;
      const std::uint8_t bits = is_padding ? 0 : base64_bits[static_cast<unsigned char>(text[i])];
      faults |= bits;
      group = group << 6 | bits;
    }
    for (int shift = 16; shift >= 0 && out != bytes.size(); shift -= 8) {
      bytes[out++] = static_cast<std::byte>(group >> shift);
    }
  }
  if ((faults & 0x80) != 0) {
    throw Malformed("A base64 text has a character outside its alphabet.");
  }
}

}  // namespace serbench
