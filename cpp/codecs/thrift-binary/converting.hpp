// Plain values into the members of Thrift's structs and back, over what they held before. The overloads for
// messages are rendered (conversions.hpp). What comes from something constant is copied; otherwise what can
// be moved is moved, and what the target held goes the other way.
#pragma once

#include <stdexcept>

#include "plain.hpp"
#include "reusing.hpp"
#include "traits.hpp"

namespace serbench {

// By this argument, overloads for generated structs are found although they are declared later.
struct Converting {};

template <class T>
concept Enum = std::is_enum_v<T>;

// Unsigned numbers keep their bits, floats go through double.
template <class From, class To>
  requires std::is_arithmetic_v<From> && std::is_arithmetic_v<To>
void convert(Converting, From from, To& to) {
  to = static_cast<To>(from);
}

template <Enum From, Enum To>
void convert(Converting, From from, To& to) {
  to = static_cast<To>(from);
}

inline void convert(Converting, const std::string& from, std::string& to) { to = from; }
inline void convert(Converting, std::string& from, std::string& to) { to.swap(from); }

inline void convert(Converting, const std::vector<std::byte>& from, std::string& to) {
  to.assign(reinterpret_cast<const char*>(from.data()), from.size());
}

inline void convert(Converting, const std::string& from, std::vector<std::byte>& to) {
  const auto* begin = reinterpret_cast<const std::byte*>(from.data());
  to.assign(begin, begin + from.size());
}

template <class List>
concept AnyList = std::same_as<std::remove_const_t<List>, std::vector<typename List::value_type>>;
template <class Entries>
concept AnyMap = requires { typename Entries::mapped_type; };

template <AnyList From, class To>
void convert(Converting how, From& from, std::vector<To>& to) {
  if constexpr (std::is_same_v<From, std::vector<To>>) {
    to.swap(from);
  } else if constexpr (std::is_arithmetic_v<typename From::value_type>) {
    to.assign(from.begin(), from.end());
  } else {
    to.resize(from.size());
    for (std::size_t i = 0; i != to.size(); ++i) {
      convert(how, from[i], to[i]);
    }
  }
}

template <AnyMap From, class Key, class To>
void convert(Converting how, From& from, std::map<Key, To>& to) {
  if constexpr (std::is_same_v<From, std::map<Key, To>>) {
    to.swap(from);
    return;
  }
  to.clear();
  for (auto& [from_key, value] : from) {
    Key key{};
    convert(how, from_key, key);
    // Keys come in order, unless they are unsigned numbers with the highest bit set.
    convert(how, value, to.try_emplace(to.end(), std::move(key))->second);
  }
}

// A message that can hold itself stands in a list of one element.
template <class From, class To>
void convert_boxed(Converting how, const From& from, std::vector<To>& to) {
  to.resize(1);
  convert(how, from, to.front());
}

template <class List>
auto& only_element(List& list) {
  if (list.size() != 1) {
    throw std::runtime_error("A list that stands for one message holds another number of them.");
  }
  return list.front();
}

// clear sets a member of a struct back to its default, and keeps its memory.
template <class T>
  requires std::is_arithmetic_v<T> || std::is_enum_v<T>
void clear(T& member) {
  member = T{};
}

template <class T>
  requires requires(T& member) { member.clear(); }
void clear(T& member) {
  member.clear();
}

// The generated struct tells which fields are there, unless all are required.
template <class T>
void clear_presence(T& message) {
  if constexpr (requires { message.__isset; }) {
    message.__isset = {};
  }
}

}  // namespace serbench
