// The touch of FORMAT.md, section 4: what a timed read folds out of all that it has read. The folds over
// messages are rendered (walks.hpp).
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "traits.hpp"

namespace serbench {

// The access plans of FORMAT.md, section 5, as types that overloads take.
struct One {};
struct Tenth {};
struct All {};

inline std::uint64_t fold(std::uint64_t hash, std::uint64_t field) { return std::rotl(hash, 5) + field; }

inline std::uint64_t fold_entry(std::uint64_t key, std::uint64_t value) { return key + std::rotl(value, 7); }

// The touch of the `size` units of a string or of bytes.
inline std::uint64_t touch_units(const void* from, std::size_t size) {
  // The sum of 256 units fits into 16 bits, and narrow sums are what vector instructions are good at.
  constexpr std::size_t block = 256;
  const auto* units = static_cast<const unsigned char*>(from);
  std::uint64_t sum = size;
  for (std::size_t begin = 0; begin < size; begin += block) {
    const std::size_t end = std::min(size, begin + block);
    std::uint16_t of_block = 0;
    for (std::size_t i = begin; i != end; ++i) {
      of_block = static_cast<std::uint16_t>(of_block + units[i]);
    }
    sum += of_block;
  }
  return sum;
}

template <class Plan>
std::uint64_t touch(bool value, Plan) {
  return value ? 1 : 0;
}

template <Number T, class Plan>
std::uint64_t touch(T value, Plan) {
  if constexpr (std::is_same_v<T, float>) {
    return std::bit_cast<std::uint32_t>(with_canonical_nan(value));
  } else if constexpr (std::is_same_v<T, double>) {
    return std::bit_cast<std::uint64_t>(with_canonical_nan(value));
  } else {
    // A signed value is extended by its sign, an unsigned one by zeros.
    return static_cast<std::uint64_t>(value);
  }
}

template <PlainEnum E, class Plan>
std::uint64_t touch(E value, Plan plan) {
  return touch(static_cast<std::int32_t>(value), plan);
}

template <class Plan>
std::uint64_t touch(const std::string& value, Plan) {
  return touch_units(value.data(), value.size());
}

template <class Plan>
std::uint64_t touch(const std::vector<std::byte>& value, Plan) {
  return touch_units(value.data(), value.size());
}

template <class Plan>
std::uint64_t touch(const std::vector<bool>& values, Plan) {
  std::uint64_t sum = 0;
  for (const bool value : values) {
    sum += value ? 1 : 0;
  }
  return sum;
}

template <class T, class Plan>
std::uint64_t touch(const std::vector<T>& values, Plan plan) {
  std::uint64_t sum = 0;
  for (const T& value : values) {
    sum += touch(value, plan);
  }
  return sum;
}

template <class Key, class T, class Plan>
std::uint64_t touch(const std::map<Key, T>& entries, Plan plan) {
  std::uint64_t sum = 0;
  for (const auto& [key, value] : entries) {
    sum += fold_entry(touch(key, plan), touch(value, plan));
  }
  return sum;
}

template <class T, class Plan>
std::uint64_t touch(const std::optional<T>& field, Plan plan) {
  return field ? touch(*field, plan) : 0;
}

template <class T, class Plan>
std::uint64_t touch(const std::unique_ptr<T>& field, Plan plan) {
  return field ? touch(*field, plan) : 0;
}

template <class T, class Plan>
std::uint64_t touch_middle(const std::vector<T>& values, Plan plan) {
  return values.empty() ? 0 : touch(values[values.size() / 2], plan);
}

template <class Key, class T, class Plan>
std::uint64_t touch_keys(const std::map<Key, T>& entries, Plan plan) {
  std::uint64_t sum = 0;
  for (const auto& entry : entries) {
    sum += fold_entry(touch(entry.first, plan), 0);
  }
  return sum;
}

template <class Key, class T, class Plan>
std::uint64_t touch_values(const std::map<Key, T>& entries, Plan plan) {
  std::uint64_t sum = 0;
  for (const auto& entry : entries) {
    sum += fold_entry(0, touch(entry.second, plan));
  }
  return sum;
}

}  // namespace serbench
