// What generated accessors give, into plain values. The functions for messages are rendered
// (conversions.hpp).
#pragma once

#include <string_view>

#include "plain.hpp"
#include "reusing.hpp"
#include "traits.hpp"

namespace serbench {

template <class Wire>
void assign(Wire from, bool& to) {
  to = from != 0;
}

template <class T>
  requires std::is_arithmetic_v<T>
void assign(T from, T& to) {
  to = from;
}

template <PlainEnum E>
void assign(std::int32_t from, E& to) {
  to = static_cast<E>(from);
}

inline void assign(std::string_view from, std::string& to) { to.assign(from); }

inline void assign(std::string_view from, std::vector<std::byte>& to) {
  const auto* begin = reinterpret_cast<const std::byte*>(from.data());
  to.assign(begin, begin + from.size());
}

// Numbers are at least a byte each, so the message bounds how many there can be.
template <class Group, class T>
void assign_numbers(Group& from, std::uint64_t bound, std::vector<T>& to) {
  const std::uint64_t count = from.count();
  if (count > bound) {
    throw Malformed("A group is larger than the message.");
  }
  to.resize(count);
  for (std::uint64_t i = 0; i != count; ++i) {
    T value{};
    assign(from.next().value(), value);
    to[i] = value;
  }
}

// The elements of any other list: those that are there are filled again.
template <class Group, class T, class Fill>
void assign_elements(Group& from, std::vector<T>& to, Fill fill) {
  std::size_t count = 0;
  while (from.hasNext()) {
    auto& entry = from.next();
    if (count == to.size()) {
      to.emplace_back();
    }
    fill(entry, to[count++]);
  }
  to.resize(count);
}

}  // namespace serbench
