// Plain values as generated setters take them. The functions for messages are rendered (conversions.hpp).
#pragma once

#include <cstring>
#include <string_view>

#include "plain.hpp"
#include "traits.hpp"

namespace serbench {

template <class T>
  requires std::is_arithmetic_v<T>
T wire(T value) {
  return value;
}

inline std::uint8_t wire(bool value) { return value ? 1 : 0; }

template <PlainEnum E>
std::int32_t wire(E value) {
  return static_cast<std::int32_t>(value);
}

inline std::string_view data_of(const std::string& value) { return value; }

inline std::string_view data_of(const std::vector<std::byte>& value) {
  return {reinterpret_cast<const char*>(value.data()), value.size()};
}

// The number of elements of a group, whose setter refuses what is too large for SBE but not for its
// parameter.
template <class Elements>
std::uint32_t count_of(const Elements& elements) {
  if (elements.size() > std::numeric_limits<std::uint32_t>::max()) {
    throw std::length_error("A group of SBE is limited to 2^31 - 1 elements.");
  }
  return static_cast<std::uint32_t>(elements.size());
}

// Where a composite is absent, its place holds zeros.
template <class Composite>
void clear(Composite& composite) {
  std::memset(composite.buffer() + composite.offset(), 0, composite.encodedLength());
}

// The value of a oneof's case; a box counts as the value in it.
template <std::size_t Position, class... Cases>
const auto& case_of(const std::variant<Cases...>& oneof) {
  const auto& value = std::get<Position>(oneof);
  if constexpr (requires { value.get(); }) {
    return boxed(value);
  } else {
    return value;
  }
}

}  // namespace serbench
