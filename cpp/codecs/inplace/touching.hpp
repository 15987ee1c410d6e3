// Touches of what lies in a message (FORMAT.md, section 4), read in place. The folds over messages are
// rendered (access.hpp).
#pragma once

#include "parts.hpp"
#include "touch.hpp"

namespace serbench {

// A type on its way to the overload that reads it; it stands in for a value that is never made.
template <class T>
struct Of {};

template <Number T, class Plan>
std::uint64_t touch(Parts&, Of<T>, const std::byte* at, Plan plan) {
  return touch(load_little<T>(at), plan);
}

template <class Plan>
std::uint64_t touch(Parts&, Of<bool>, const std::byte* at, Plan) {
  return load_flag(at) ? 1 : 0;
}

template <PlainEnum E, class Plan>
std::uint64_t touch(Parts&, Of<E>, const std::byte* at, Plan plan) {
  return touch(load_little<std::int32_t>(at), plan);
}

template <class Plan>
std::uint64_t touch(Parts& parts, Of<std::string>, const std::byte* at, Plan) {
  const Elements text = elements(parts, at, extent<bool>);
  return touch_units(text.at, text.count);
}

template <class Plan>
std::uint64_t touch(Parts& parts, Of<std::vector<std::byte>>, const std::byte* at, Plan) {
  const Elements bytes = elements(parts, at, extent<bool>);
  return touch_units(bytes.at, bytes.count);
}

template <class T, class Plan>
std::uint64_t touch(Parts& parts, Of<std::vector<T>>, const std::byte* at, Plan plan) {
  const Elements list = elements(parts, at, extent<T>);
  const Level level(parts, PlainMessage<T> && list.count != 0);
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i != list.count; ++i) {
    sum += touch(parts, Of<T>{}, list.at + i * extent<T>.size, plan);
  }
  return sum;
}

template <class T, class Plan>
std::uint64_t touch_middle(Parts& parts, Of<std::vector<T>>, const std::byte* at, Plan plan) {
  const Elements list = elements(parts, at, extent<T>);
  const std::size_t middle = list.count / 2;
  return list.count == 0 ? 0 : touch(parts, Of<T>{}, list.at + middle * extent<T>.size, plan);
}

// The sum over the entries of a map, of each what `touch_entry` reads of its key and value.
template <class Key, class T, class TouchEntry>
std::uint64_t touch_entries(Parts& parts, const std::byte* at, TouchEntry touch_entry) {
  using E = Entry<Key, T>;
  const Elements map = elements(parts, at, E::extent);
  const Level level(parts, PlainMessage<T> && map.count != 0);
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i != map.count; ++i) {
    const std::byte* entry = map.at + i * E::extent.size;
    sum += touch_entry(entry + E::offset(0), entry + E::offset(1));
  }
  return sum;
}

template <class Key, class T, class Plan>
std::uint64_t touch(Parts& parts, Of<std::map<Key, T>>, const std::byte* at, Plan plan) {
  return touch_entries<Key, T>(parts, at, [&parts, plan](const std::byte* key, const std::byte* value) {
    const std::uint64_t first = touch(parts, Of<Key>{}, key, plan);
    return fold_entry(first, touch(parts, Of<T>{}, value, plan));
  });
}

template <class Key, class T, class Plan>
std::uint64_t touch_keys(Parts& parts, Of<std::map<Key, T>>, const std::byte* at, Plan plan) {
  return touch_entries<Key, T>(parts, at, [&parts, plan](const std::byte* key, const std::byte*) {
    return fold_entry(touch(parts, Of<Key>{}, key, plan), 0);
  });
}

template <class Key, class T, class Plan>
std::uint64_t touch_values(Parts& parts, Of<std::map<Key, T>>, const std::byte* at, Plan plan) {
  return touch_entries<Key, T>(parts, at, [&parts, plan](const std::byte*, const std::byte* value) {
    return fold_entry(0, touch(parts, Of<T>{}, value, plan));
  });
}

template <PlainMessage T, class Plan>
std::uint64_t touch_referred(Parts& parts, Of<T> message, const std::byte* at, Plan plan) {
  const Level level(parts);
  return touch(parts, message, parts.follow(at, extent<T>.size, extent<T>.alignment), plan);
}

template <PlainMessage T, class Plan>
std::uint64_t touch(Parts& parts, Of<std::optional<T>>, const std::byte* at, Plan plan) {
  return is_referred(at) ? touch_referred(parts, Of<T>{}, at, plan) : 0;
}

template <class T, class Plan>
std::uint64_t touch(Parts& parts, Of<std::unique_ptr<T>>, const std::byte* at, Plan plan) {
  return is_referred(at) ? touch_referred(parts, Of<T>{}, at, plan) : 0;
}

// The place of a member in its block.
template <PlainMessage M, std::size_t I>
const std::byte* member(const std::byte* block) {
  return block + Block<M>::offset(I);
}

template <PlainMessage M, std::size_t I, class Plan>
std::uint64_t touch_member(Parts& parts, const std::byte* block, Plan plan) {
  using T = typename Block<M>::template Member<I>;
  if constexpr (!has_presence_bit<T>) {
    return touch(parts, Of<T>{}, member<M, I>(block), plan);
  } else if (is_present<Block<M>, I>(block)) {
    return touch(parts, Of<typename T::value_type>{}, member<M, I>(block), plan);
  } else {
    return 0;
  }
}

// Adds 1 to a number where it lies; the bytes are known to be some that may be changed.
template <Number T>
void add_one(Parts&, Of<T>, const std::byte* at) {
  store_little(const_cast<std::byte*>(at),
               static_cast<T>(static_cast<std::uint64_t>(load_little<T>(at)) + 1));
}

template <PlainMessage T>
void add_one(Parts& parts, Of<std::vector<T>>, const std::byte* at) {
  const Elements list = elements(parts, at, extent<T>);
  const Level level(parts, list.count != 0);
  for (std::size_t i = 0; i != list.count; ++i) {
    add_one(parts, Of<T>{}, list.at + i * extent<T>.size);
  }
}

template <PlainMessage T>
void add_one(Parts& parts, Of<std::optional<T>>, const std::byte* at) {
  if (is_referred(at)) {
    const Level level(parts);
    add_one(parts, Of<T>{}, parts.follow(at, extent<T>.size, extent<T>.alignment));
  }
}

// Which case of a oneof is set, and where its value is.
struct OpenOneof {
  std::uint32_t position;
  const std::byte* value;
};

template <class... Cases>
OpenOneof open_oneof(Of<std::variant<std::monostate, Cases...>>, const std::byte* at) {
  return {load_little<std::uint32_t>(at), at + OneofOf<Cases...>::value_offset};
}

template <PlainMessage M, std::size_t I>
OpenOneof open_oneof(const std::byte* block) {
  return open_oneof(Of<typename Block<M>::template Member<I>>{}, member<M, I>(block));
}

template <class T, class Plan>
std::uint64_t touch_case(Parts& parts, const OpenOneof& oneof, Of<T> value, Plan plan) {
  if constexpr (PlainMessage<T>) {
    return touch_referred(parts, value, oneof.value, plan);
  } else {
    return touch(parts, value, oneof.value, plan);
  }
}

}  // namespace serbench
