// What protozero's calls need of plain fields.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <protozero/pbf_reader.hpp>
#include <protozero/pbf_writer.hpp>
#include <type_traits>

#include "reusing.hpp"
#include "traits.hpp"

namespace serbench {

// Whether a number without presence is left out, which −0.0 is not.
template <class T>
bool is_default(T value) {
  if constexpr (std::floating_point<T>) {
    using Bits = std::conditional_t<sizeof(T) == sizeof(std::uint32_t), std::uint32_t, std::uint64_t>;
    return std::bit_cast<Bits>(value) == 0;
  } else {
    return value == T{};
  }
}

inline const char* characters(const auto& text) { return reinterpret_cast<const char*>(text.data()); }

inline void assign(auto& to, protozero::data_view from) {
  using Unit = typename std::remove_reference_t<decltype(to)>::value_type;
  const auto* begin = reinterpret_cast<const Unit*>(from.data());
  to.assign(begin, begin + from.size());
}

// The value of a oneof's case; a box counts as the value in it.
auto& case_value(auto& held) {
  if constexpr (requires { held.get(); }) {
    return boxed(held);
  } else {
    return held;
  }
}

}  // namespace serbench
