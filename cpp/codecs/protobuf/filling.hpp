// Filling plain lists and bytes from Protocol Buffers' containers, over the elements that are there already.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace serbench {

inline void assign_bytes(std::vector<std::byte>& to, const std::string& from) {
  const auto* begin = reinterpret_cast<const std::byte*>(from.data());
  to.assign(begin, begin + from.size());
}

// Copies a repeated field, element by element, with `copy(from, to)`, or moves its elements.
template <class T, class Repeated, class Copy>
void refill(std::vector<T>& to, Repeated& from, Copy copy) {
  to.resize(static_cast<std::size_t>(from.size()));
  auto* target = to.data();
  for (auto& value : from) {
    copy(value, *target++);
  }
}

}  // namespace serbench
