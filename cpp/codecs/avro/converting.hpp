// Plain values into the members of Avro's structs and back, over what they held before. The overloads for
// messages and enums are rendered (conversions.hpp). What comes from something constant is copied; otherwise
// strings and whole maps are moved. Lists stay where they are, because decoding fills them again.
#pragma once

#include <algorithm>
#include <stdexcept>

#include "plain.hpp"
#include "reusing.hpp"
#include "traits.hpp"

namespace serbench {

// By this argument, overloads for generated structs are found although they are declared later.
struct Converting {};

// Unsigned numbers keep their bits.
template <class From, class To>
  requires std::is_arithmetic_v<From> && std::is_arithmetic_v<To>
void convert(Converting, From from, To& to) {
  to = static_cast<To>(from);
}

inline void convert(Converting, const std::string& from, std::string& to) { to = from; }
inline void convert(Converting, std::string& from, std::string& to) { to.swap(from); }

inline void convert(Converting, const std::vector<std::byte>& from, std::vector<std::uint8_t>& to) {
  const auto* begin = reinterpret_cast<const std::uint8_t*>(from.data());
  to.assign(begin, begin + from.size());
}

inline void convert(Converting, const std::vector<std::uint8_t>& from, std::vector<std::byte>& to) {
  const auto* begin = reinterpret_cast<const std::byte*>(from.data());
  to.assign(begin, begin + from.size());
}

template <class List>
concept AnyList = std::same_as<std::remove_const_t<List>, std::vector<typename List::value_type>>;
template <class Entries>
concept AnyMap = requires { typename Entries::mapped_type; };

template <AnyList From, class To>
  requires(!std::same_as<To, std::byte>)
void convert(Converting how, From& from, std::vector<To>& to) {
  if constexpr (std::is_arithmetic_v<To>) {
    to.assign(from.begin(), from.end());
  } else {
    to.resize(from.size());
    for (std::size_t i = 0; i != to.size(); ++i) {
      convert(how, from[i], to[i]);
    }
  }
}

template <AnyMap From, class To>
void convert(Converting how, From& from, std::map<std::string, To>& to) {
  if constexpr (std::is_same_v<From, std::map<std::string, To>>) {
    to.swap(from);
  } else {
    to.clear();
    for (auto& [key, value] : from) {
      convert(how, value, to.try_emplace(to.end(), key)->second);
    }
  }
}

// A value into a branch of a generated union, by the union's setter for that branch, and out of it. Unions
// have no other way in or out, so a value is copied where it enters and where it leaves; that copy is moved
// from.
template <class From, class Union, class Value>
void put(Converting how, const From& from, Union& to, void (Union::*set)(const Value&)) {
  Value value{};
  convert(how, from, value);
  (to.*set)(value);
}

template <class Union, class Value, class To>
void take(Converting how, const Union& from, Value (Union::*get)() const, To& to) {
  Value value = (from.*get)();
  convert(how, value, to);
}

// The same for a case of a oneof, which is a record of one field.
template <class From, class Union, class Case>
void put_case(Converting how, const From& from, Union& to, void (Union::*set)(const Case&)) {
  Case value{};
  convert(how, from, value.v);
  (to.*set)(value);
}

template <class Union, class Case, class To>
void take_case(Converting how, const Union& from, Case (Union::*get)() const, To& to) {
  Case value = (from.*get)();
  convert(how, value.v, to);
}

// Lists and maps of unions.
template <class From, class Union, class Value>
void put_each(Converting how, const std::vector<From>& from, std::vector<Union>& to,
              void (Union::*set)(const Value&)) {
  to.resize(from.size());
  for (std::size_t i = 0; i != to.size(); ++i) {
    put(how, from[i], to[i], set);
  }
}

template <class From, class Union, class Value>
void put_each(Converting how, const std::map<std::string, From>& from, std::map<std::string, Union>& to,
              void (Union::*set)(const Value&)) {
  to.clear();
  for (const auto& [key, value] : from) {
    put(how, value, to.try_emplace(to.end(), key)->second, set);
  }
}

template <class Union, class Value, class To>
void take_each(Converting how, const std::vector<Union>& from, Value (Union::*get)() const,
               std::vector<To>& to) {
  to.resize(from.size());
  for (std::size_t i = 0; i != to.size(); ++i) {
    take(how, from[i], get, to[i]);
  }
}

template <class Union, class Value, class To>
void take_each(Converting how, const std::map<std::string, Union>& from, Value (Union::*get)() const,
               std::map<std::string, To>& to) {
  to.clear();
  for (const auto& [key, value] : from) {
    take(how, value, get, to.try_emplace(to.end(), key)->second);
  }
}

// A map whose keys are no strings, as a list of entries; `move_value(from, to)` converts the values.
template <class Key, class From, class Entry, class MoveValue>
void put_entries(Converting how, const std::map<Key, From>& from, std::vector<Entry>& to,
                 MoveValue move_value) {
  to.resize(from.size());
  auto entry = to.begin();
  for (const auto& [key, value] : from) {
    convert(how, key, entry->key);
    move_value(value, entry->value);
    ++entry;
  }
}

template <class Entries, class Key, class To, class MoveValue>
void take_entries(Converting how, Entries& from, std::map<Key, To>& to, MoveValue move_value) {
  to.clear();
  for (auto& entry : from) {
    Key key{};
    convert(how, entry.key, key);
    move_value(entry.value, to.try_emplace(to.end(), std::move(key))->second);
  }
}

[[noreturn]] inline void refuse_enum() {
  throw std::invalid_argument("An enum has a number that is not declared, for which Avro has no symbol.");
}

}  // namespace serbench
