// Splitting an object into parts (FORMAT.md, section 7), which are used again for the next object.
#pragma once

#include "experiments/relay/routing.hpp"
#include "values/reusing.hpp"

namespace serbench::relay {

template <class Value>
void copy_value(const Value& from, Value& to);

// Copies the members of a message but that at one place.
template <std::size_t left_out, PlainMessage T>
void copy_members(const T& from, T& to) {
  const auto sources = members_of(from);
  const auto targets = members_of(to);
  const auto copy_at = [&]<std::size_t I>() {
    if constexpr (I != left_out) {
      copy_value(std::get<I>(sources), std::get<I>(targets));
    }
  };
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    (copy_at.template operator()<I>(), ...);
  }(std::make_index_sequence<std::tuple_size_v<decltype(sources)>>{});
}

template <class... Cases>
void copy_case(const std::variant<Cases...>& from, std::variant<Cases...>& to) {
  const auto copy_at = [&]<std::size_t I>() {
    const auto& value = std::get<I>(from);
    if constexpr (requires { value.get(); }) {
      copy_value(boxed(value), filled_case<I>(to));
    } else {
      copy_value(value, filled_case<I>(to));
    }
    return true;
  };
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    static_cast<void>(((from.index() == I && copy_at.template operator()<I>()) || ...));
  }(std::index_sequence_for<Cases...>{});
}

template <class T>
void copy_elements(const std::vector<T>& from, std::vector<T>& to) {
  to.resize(from.size());
  for (std::size_t i = 0; i != from.size(); ++i) {
    copy_value(from[i], to[i]);
  }
}

template <class Key, class T>
void copy_elements(const std::map<Key, T>& from, std::map<Key, T>& to) {
  to.clear();
  for (const auto& [key, value] : from) {
    copy_value(value, to.try_emplace(to.end(), key)->second);
  }
}

// Whether a value may hold messages, and with them unique pointers.
template <class Value>
inline constexpr bool holds_messages = PlainMessage<Value>;
template <class T>
inline constexpr bool holds_messages<std::optional<T>> = holds_messages<T>;
template <class T>
inline constexpr bool holds_messages<std::unique_ptr<T>> = true;
template <class T>
inline constexpr bool holds_messages<std::vector<T>> = holds_messages<T>;
template <class Key, class T>
inline constexpr bool holds_messages<std::map<Key, T>> = holds_messages<T>;
template <class... Cases>
inline constexpr bool holds_messages<std::variant<Cases...>> = (holds_messages<Cases> || ...);

// A value that may be absent.
template <class Value>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;
template <class T>
inline constexpr bool is_optional<std::unique_ptr<T>> = true;

// What holds messages is copied member by member. Memory of what is there already is used again.
template <class Value>
void copy_value(const Value& from, Value& to) {
  if constexpr (!holds_messages<Value>) {
    to = from;
  } else if constexpr (PlainMessage<Value>) {
    copy_members<nowhere>(from, to);
  } else if constexpr (is_optional<Value>) {
    if (from) {
      copy_value(*from, filled(to));
    } else {
      to.reset();
    }
  } else if constexpr (requires { std::variant_size<Value>::value; }) {
    copy_case(from, to);
  } else {
    copy_elements(from, to);
  }
}

// A part of an object, and how many elements of the object's batch it has got.
template <PlainMessage T>
struct Part {
  T object;
  std::size_t elements = 0;
};

// Moves the elements of an object's batch to the parts to which they belong, and copies its other fields to
// all. The object gets old elements of the parts, whose memory the next decode can use.
template <PlainMessage T>
void split(T& object, std::span<Part<T>> parts, bool by_fields) {
  for (Part<T>& part : parts) {
    copy_members<batch_place>(object, part.object);
    part.elements = 0;
  }
  std::uint64_t position = 0;
  for (auto& element : batch_of(object)) {
    const std::uint64_t key = by_fields ? number_of(element) : position++;
    Part<T>& part = parts[key % parts.size()];
    auto& share = batch_of(part.object);
    if (part.elements == share.size()) {
      share.emplace_back();
    }
    std::swap(share[part.elements++], element);
  }
  for (Part<T>& part : parts) {
    batch_of(part.object).resize(part.elements);
  }
}

}  // namespace serbench::relay
