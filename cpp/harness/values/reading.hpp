// Reads values as FORMAT.md, section 1, has them, into fresh or into used objects: containers, strings and
// boxes that are there already are filled again. The walks over messages are rendered (walks.hpp).
#pragma once

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "reusing.hpp"
#include "traits.hpp"
#include "utf8.hpp"

namespace serbench {

// Walks numbers that lie unaligned in little-endian order; std::vector::assign over it sets no element to
// zero first and becomes a block copy.
template <Number T>
class NumberIterator {
 public:
  using iterator_category = std::random_access_iterator_tag;
  using value_type = T;
  using difference_type = std::ptrdiff_t;
  using pointer = const T*;
  using reference = T;

  explicit NumberIterator(const std::byte* at) : at_(at) {}
  T operator*() const { return load_little<T>(at_); }
  NumberIterator& operator++() {
    at_ += sizeof(T);
    return *this;
  }
  NumberIterator operator++(int) {
    const NumberIterator before = *this;
    ++*this;
    return before;
  }
  NumberIterator& operator--() {
    at_ -= sizeof(T);
    return *this;
  }
  NumberIterator& operator+=(difference_type count) {
    at_ += count * static_cast<difference_type>(sizeof(T));
    return *this;
  }
  difference_type operator-(const NumberIterator& other) const {
    return (at_ - other.at_) / static_cast<difference_type>(sizeof(T));
  }
  bool operator==(const NumberIterator& other) const = default;

 private:
  const std::byte* at_;
};

// What is left to read. Like a writer it is handed in and returned by value, to stay in registers.
template <class Policy>
class Reader {
 public:
  explicit Reader(Bytes bytes) : at_(bytes.data()), end_(bytes.data() + bytes.size()) {}

  std::size_t left() const { return static_cast<std::size_t>(end_ - at_); }

  const std::byte* take(std::size_t count) {
    if (left() < count) [[unlikely]] {
      refuse("The bytes end inside a value.");
    }
    const std::byte* taken = at_;
    at_ += count;
    return taken;
  }

  template <Number T>
  T number() {
    return load_little<T>(take(sizeof(T)));
  }

  // A byte that is 0 or 1.
  bool flag() {
    const auto value = number<std::uint8_t>();
    if (value > 1) [[unlikely]] {
      refuse("A bool or presence byte is neither 0 nor 1.");
    }
    return value == 1;
  }

  // The bytes of `count` elements of `size` bytes each; their product cannot overflow 64 bits.
  const std::byte* block(std::uint64_t count, std::uint64_t size) {
    if (left() < count * size) [[unlikely]] {
      refuse("The bytes end inside a value.");
    }
    return take(static_cast<std::size_t>(count * size));
  }

  // How many elements it is safe to make before the first has been read; only those of no bytes are more.
  std::size_t trusted(std::uint32_t count) const { return std::min<std::size_t>(count, left()); }

  void finish() const {
    if (left() != 0) {
      refuse("Bytes are left over after the value.");
    }
  }

  [[noreturn, gnu::noinline, gnu::cold]] static void refuse(const char* why) { throw Malformed(why); }

 private:
  const std::byte* at_;
  const std::byte* end_;
};

template <class Policy, Number T>
Reader<Policy> read(Reader<Policy> in, T& value) {
  value = in.template number<T>();
  if constexpr (is_strict<Policy> && std::is_floating_point_v<T>) {
    const T canonical = with_canonical_nan(value);
    if (std::memcmp(&canonical, &value, sizeof value) != 0) {
      in.refuse("A NaN has another pattern than the canonical one.");
    }
  }
  return in;
}

template <class Policy>
Reader<Policy> read(Reader<Policy> in, bool& value) {
  value = in.flag();
  return in;
}

template <class Policy, PlainEnum E>
Reader<Policy> read(Reader<Policy> in, E& value) {
  value = static_cast<E>(in.template number<std::int32_t>());
  if constexpr (is_strict<Policy>) {
    if (!is_declared(Declared<E>{value})) {
      in.refuse("An enum has a number that is not declared.");
    }
  }
  return in;
}

template <class Policy>
std::string_view take_text(Reader<Policy>& in) {
  const auto size = in.template number<std::uint32_t>();
  const std::byte* bytes = in.take(size);
  if constexpr (is_strict<Policy>) {
    if (!is_utf8({bytes, size})) {
      in.refuse("A string is not UTF-8.");
    }
  }
  return {reinterpret_cast<const char*>(bytes), size};
}

template <class Policy>
Reader<Policy> read(Reader<Policy> in, std::string& value) {
  value.assign(take_text(in));
  return in;
}

template <class Policy>
Reader<Policy> read(Reader<Policy> in, std::vector<std::byte>& value) {
  const auto size = in.template number<std::uint32_t>();
  const std::byte* bytes = in.take(size);
  value.assign(bytes, bytes + size);
  return in;
}

template <class Policy>
Reader<Policy> read(Reader<Policy> in, std::vector<bool>& values) {
  const auto count = in.template number<std::uint32_t>();
  values.clear();
  values.reserve(in.trusted(count));
  for (std::uint32_t i = 0; i != count; ++i) {
    values.push_back(in.flag());
  }
  return in;
}

template <class Policy, class T>
Reader<Policy> read(Reader<Policy> in, std::vector<T>& values) {
  const auto count = in.template number<std::uint32_t>();
  if constexpr (Number<T> && !(is_strict<Policy> && std::is_floating_point_v<T>)) {
    const std::byte* block = in.block(count, sizeof(T));
    values.assign(NumberIterator<T>(block), NumberIterator<T>(block + count * sizeof(T)));
  } else {
    values.resize(in.trusted(count));
    for (T& value : values) {
      in = read(in, value);
    }
    while (values.size() != count) {
      in = read(in, values.emplace_back());
    }
  }
  return in;
}

template <class Policy, class Key, class T>
Reader<Policy> read(Reader<Policy> in, std::map<Key, T>& entries) {
  entries.clear();
  const auto count = in.template number<std::uint32_t>();
  for (std::uint32_t i = 0; i != count; ++i) {
    Key key{};
    in = read(in, key);
    if constexpr (is_strict<Policy>) {
      if (!entries.empty() && !(entries.rbegin()->first < key)) {
        in.refuse("The keys of a map do not ascend.");
      }
    }
    in = read(in, entries.try_emplace(entries.end(), std::move(key))->second);
  }
  return in;
}

// A string that is missing is made of its bytes at once.
template <class Policy>
Reader<Policy> read(Reader<Policy> in, std::optional<std::string>& field) {
  if (!in.flag()) {
    field.reset();
  } else if (field) {
    field->assign(take_text(in));
  } else {
    field.emplace(take_text(in));
  }
  return in;
}

template <class Policy, class T>
Reader<Policy> read(Reader<Policy> in, std::optional<T>& field) {
  if (in.flag()) {
    in = read(in, filled(field));
  } else {
    field.reset();
  }
  return in;
}

template <class Policy, class T>
Reader<Policy> read(Reader<Policy> in, std::unique_ptr<T>& field) {
  if (in.flag()) {
    in = read(in, filled(field));
  } else {
    field.reset();
  }
  return in;
}

template <class Policy, class... Cases>
Reader<Policy> read(Reader<Policy> in, std::variant<std::monostate, Cases...>& oneof) {
  const auto position = in.template number<std::uint32_t>();
  if (position == 0) {
    oneof.template emplace<0>();
    return in;
  }
  const bool known = [&]<std::size_t... I>(std::index_sequence<I...>) {
    return ((position == I + 1 && (in = read(in, filled_case<I + 1>(oneof)), true)) || ...);
  }(std::index_sequence_for<Cases...>{});
  if (!known) {
    in.refuse("A oneof has a position beyond its last case.");
  }
  return in;
}

}  // namespace serbench
