// Reads chosen values out of FORMAT.md's bytes without making objects: what is not wanted is skipped by its
// length. The scans over messages are rendered (scan.hpp).
#pragma once

#include "reading.hpp"
#include "touch.hpp"

namespace serbench {

using Scanner = Reader<Fast>;

// A type on its way to the overload that scans it; it stands in for a value that is never made.
template <class T>
struct Of {};

// The size of every value of a type, or 0 where values differ in size. Specialised by the rendered messages
// that hold nothing but numbers.
template <class T>
inline constexpr std::size_t fixed_size = 0;
template <Number T>
inline constexpr std::size_t fixed_size<T> = sizeof(T);
template <PlainEnum T>
inline constexpr std::size_t fixed_size<T> = sizeof(std::int32_t);
template <>
inline constexpr std::size_t fixed_size<bool> = 1;

// The size of a message from those of its members.
template <class... Members>
inline constexpr std::size_t fixed_size_together =
    ((fixed_size<Members> != 0) && ...) ? (fixed_size<Members> + ... + 0) : 0;

template <class T>
  requires(fixed_size<T> != 0)
void skip(Scanner& in, Of<T>) {
  in.take(fixed_size<T>);
}

inline void skip(Scanner& in, Of<std::string>) { in.take(in.number<std::uint32_t>()); }

inline void skip(Scanner& in, Of<std::vector<std::byte>>) { in.take(in.number<std::uint32_t>()); }

template <class T>
void skip_elements(Scanner& in, Of<T> element, std::uint32_t count) {
  if constexpr (fixed_size<T> != 0) {
    in.block(count, fixed_size<T>);
  } else {
    for (std::uint32_t i = 0; i != count; ++i) {
      skip(in, element);
    }
  }
}

template <class T>
void skip(Scanner& in, Of<std::vector<T>>) {
  const auto count = in.number<std::uint32_t>();
  skip_elements(in, Of<T>{}, count);
}

template <class Key, class T>
void skip(Scanner& in, Of<std::map<Key, T>>) {
  const auto count = in.number<std::uint32_t>();
  if constexpr (fixed_size<Key> != 0 && fixed_size<T> != 0) {
    in.block(count, fixed_size<Key> + fixed_size<T>);
  } else {
    for (std::uint32_t i = 0; i != count; ++i) {
      skip(in, Of<Key>{});
      skip(in, Of<T>{});
    }
  }
}

template <class T>
void skip(Scanner& in, Of<std::optional<T>>) {
  if (in.flag()) {
    skip(in, Of<T>{});
  }
}

template <class T>
void skip(Scanner& in, Of<std::unique_ptr<T>>) {
  if (in.flag()) {
    skip(in, Of<T>{});
  }
}

template <Number T, class Plan>
std::uint64_t scan(Scanner& in, Of<T>, Plan plan) {
  return touch(in.number<T>(), plan);
}

template <class Plan>
std::uint64_t scan(Scanner& in, Of<bool>, Plan) {
  return in.flag() ? 1 : 0;
}

template <PlainEnum T, class Plan>
std::uint64_t scan(Scanner& in, Of<T>, Plan plan) {
  return touch(in.number<std::int32_t>(), plan);
}

template <class Plan>
std::uint64_t scan(Scanner& in, Of<std::string>, Plan) {
  const auto size = in.number<std::uint32_t>();
  return touch_units(in.take(size), size);
}

template <class Plan>
std::uint64_t scan(Scanner& in, Of<std::vector<std::byte>>, Plan) {
  const auto size = in.number<std::uint32_t>();
  return touch_units(in.take(size), size);
}

template <class T, class Plan>
std::uint64_t scan(Scanner& in, Of<std::vector<T>>, Plan plan) {
  const auto count = in.number<std::uint32_t>();
  std::uint64_t sum = 0;
  if constexpr (Number<T>) {
    const std::byte* at = in.block(count, sizeof(T));
    for (std::uint32_t i = 0; i != count; ++i) {
      sum += touch(load_little<T>(at + i * sizeof(T)), plan);
    }
  } else {
    for (std::uint32_t i = 0; i != count; ++i) {
      sum += scan(in, Of<T>{}, plan);
    }
  }
  return sum;
}

template <class Key, class T, class Plan>
std::uint64_t scan(Scanner& in, Of<std::map<Key, T>>, Plan plan) {
  const auto count = in.number<std::uint32_t>();
  std::uint64_t sum = 0;
  for (std::uint32_t i = 0; i != count; ++i) {
    const std::uint64_t key = scan(in, Of<Key>{}, plan);
    sum += fold_entry(key, scan(in, Of<T>{}, plan));
  }
  return sum;
}

template <class T, class Plan>
std::uint64_t scan(Scanner& in, Of<std::optional<T>>, Plan plan) {
  return in.flag() ? scan(in, Of<T>{}, plan) : 0;
}

template <class T, class Plan>
std::uint64_t scan(Scanner& in, Of<std::unique_ptr<T>>, Plan plan) {
  return in.flag() ? scan(in, Of<T>{}, plan) : 0;
}

// The middle element; only access-one reads so, and it reads nothing after it.
template <class T, class Plan>
std::uint64_t scan_middle(Scanner& in, Of<std::vector<T>>, Plan plan) {
  const auto count = in.number<std::uint32_t>();
  if (count == 0) {
    return 0;
  }
  skip_elements(in, Of<T>{}, count / 2);
  return scan(in, Of<T>{}, plan);
}

template <class Key, class T, class Plan>
std::uint64_t scan_keys(Scanner& in, Of<std::map<Key, T>>, Plan plan) {
  const auto count = in.number<std::uint32_t>();
  std::uint64_t sum = 0;
  for (std::uint32_t i = 0; i != count; ++i) {
    sum += fold_entry(scan(in, Of<Key>{}, plan), 0);
    skip(in, Of<T>{});
  }
  return sum;
}

template <class Key, class T, class Plan>
std::uint64_t scan_values(Scanner& in, Of<std::map<Key, T>>, Plan plan) {
  const auto count = in.number<std::uint32_t>();
  std::uint64_t sum = 0;
  for (std::uint32_t i = 0; i != count; ++i) {
    skip(in, Of<Key>{});
    sum += fold_entry(0, scan(in, Of<T>{}, plan));
  }
  return sum;
}

// Adds 1 to a number where it lies; the bytes are known to be some that may be changed.
template <Number T>
void add_one(Scanner& in, Of<T>) {
  auto* at = const_cast<std::byte*>(in.take(sizeof(T)));
  store_little(at, static_cast<T>(static_cast<std::uint64_t>(load_little<T>(at)) + 1));
}

template <class T>
void add_one(Scanner& in, Of<std::vector<T>>) {
  const auto count = in.number<std::uint32_t>();
  for (std::uint32_t i = 0; i != count; ++i) {
    add_one(in, Of<T>{});
  }
}

template <class T>
void add_one(Scanner& in, Of<std::optional<T>>) {
  if (in.flag()) {
    add_one(in, Of<T>{});
  }
}

}  // namespace serbench
