// Plain values into a message under construction, top-down. The overloads for messages are rendered
// (conversions.hpp).
#pragma once

#include <capnp/blob.h>
#include <capnp/list.h>

#include <stdexcept>

#include "plain.hpp"
#include "traits.hpp"

namespace serbench {

// By this argument, overloads for generated structs are found although they are declared later.
struct Packing {};

// wire gives a value as setters take it.
template <class T>
  requires std::is_arithmetic_v<T>
T wire(T value) {
  return value;
}

template <PlainEnum E>
std::int32_t wire(E value) {
  return static_cast<std::int32_t>(value);
}

inline capnp::Text::Reader wire(const std::string& value) { return {value.data(), value.size()}; }

inline capnp::Data::Reader wire(const std::vector<std::byte>& value) {
  return {reinterpret_cast<const kj::byte*>(value.data()), value.size()};
}

// The number of elements as lists take it, which hold less than 2^29.
template <class Elements>
unsigned count_of(const Elements& elements) {
  if (elements.size() >= 1u << 29) {
    throw std::length_error("Cap'n Proto's lists are limited to 2^29 - 1 elements.");
  }
  return static_cast<unsigned>(elements.size());
}

template <class T, class Builder>
void pack(Packing how, const std::vector<T>& from, Builder to) {
  unsigned i = 0;
  for (const auto& value : from) {
    if constexpr (PlainMessage<T>) {
      pack(how, value, to[i++]);
    } else {
      to.set(i++, wire(value));
    }
  }
}

template <class Key, class T, class Builder>
void pack(Packing how, const std::map<Key, T>& from, Builder to) {
  unsigned i = 0;
  for (const auto& [key, value] : from) {
    auto entry = to[i++];
    entry.setKey(wire(key));
    if constexpr (PlainMessage<T>) {
      pack(how, value, entry.initValue());
    } else {
      entry.setValue(wire(value));
    }
  }
}

}  // namespace serbench
