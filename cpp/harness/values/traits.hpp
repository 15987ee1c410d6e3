// What the rendered plain types say of themselves, and small facts that writer, reader and touch share.
#pragma once

#include <cmath>
#include <limits>
#include <stdexcept>

#include "bytes.hpp"

namespace serbench {

// Specialised by the rendered types.
template <class T>
inline constexpr bool is_plain_message = false;
template <class T>
inline constexpr bool is_plain_enum = false;
// Whether a message can be reached from itself.
template <class T>
inline constexpr bool is_on_cycle = false;

template <class T>
concept PlainMessage = is_plain_message<T>;
template <class T>
concept PlainEnum = is_plain_enum<T>;

// An enum value on its way to the rendered `is_declared`, which argument-dependent lookup finds by this type.
template <PlainEnum E>
struct Declared {
  E value;
};

// How values are written and read. Canonical is FORMAT.md to the letter: the writer looks for NaN, the reader
// refuses every second encoding of a value. Fast is for what is measured: it leaves out what values that are
// in order already do not need, and still never reads beyond its bytes.
struct Canonical {};
struct Fast {};

template <class Policy>
inline constexpr bool is_strict = std::is_same_v<Policy, Canonical>;

// Bytes that are no encoding of a value.
class Malformed : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A float or double with FORMAT.md's one pattern for every NaN.
template <class T>
T with_canonical_nan(T value) {
  if constexpr (std::is_same_v<T, float>) {
    return std::isnan(value) ? std::bit_cast<float>(std::uint32_t{0x7FC00000}) : value;
  } else if constexpr (std::is_same_v<T, double>) {
    return std::isnan(value) ? std::bit_cast<double>(std::uint64_t{0x7FF8000000000000}) : value;
  } else {
    return value;
  }
}

// The value in a box that cannot be empty: a oneof's case on a cycle.
template <class Pointer>
auto& boxed(Pointer& box) {
  if (box == nullptr) {
    throw std::invalid_argument("A case of a oneof is set without a value.");
  }
  return *box;
}

}  // namespace serbench
