// What a router reads of objects and changes in them (FORMAT.md, section 7). Which members that are is
// rendered (routing_places.hpp).
#pragma once

#include <tuple>

#include "routing_places.hpp"
#include "values/objects.hpp"

namespace serbench::relay {

struct Tied {
  template <class... Members>
  std::tuple<Members&...> operator()(Members&... members) const {
    return {members...};
  }
};

// The members of a message, in schema order.
template <class Message>
auto members_of(Message& message) {
  return visit(message, Tied{});
}

template <PlainMessage T>
inline constexpr bool has_number = number_place<T> != nowhere;

template <class Value>
inline constexpr bool is_list = false;
template <class T>
inline constexpr bool is_list<std::vector<T>> = true;

// Adds 1 to the number of a message wherever it occurs; it wraps.
template <class Value>
void update_number(Value& value) {
  if constexpr (std::is_integral_v<Value>) {
    value = static_cast<Value>(static_cast<std::uint64_t>(value) + 1);
  } else if constexpr (PlainMessage<Value>) {
    update_number(std::get<number_place<Value>>(members_of(value)));
  } else if constexpr (is_list<Value>) {
    for (auto& element : value) {
      update_number(element);
    }
  } else if (value) {
    update_number(*value);
  }
}

// The number by which a message is routed: 0 where what leads to it is absent or empty.
template <class Value>
std::uint64_t number_of(const Value& value) {
  if constexpr (std::is_integral_v<Value>) {
    return static_cast<std::uint64_t>(value);
  } else if constexpr (PlainMessage<Value>) {
    if constexpr (has_number<Value>) {
      return number_of(std::get<number_place<Value>>(members_of(value)));
    } else {
      return 0;
    }
  } else if constexpr (is_list<Value>) {
    return value.empty() ? 0 : number_of(value.front());
  } else {
    return value ? number_of(*value) : 0;
  }
}

inline constexpr bool has_batch = batch_place != nowhere;

template <class T>
auto& batch_of(T& message) {
  return std::get<batch_place>(members_of(message));
}

}  // namespace serbench::relay
