// Copies a message out into plain values, over what they held before.
#pragma once

#include "parts.hpp"
#include "reading.hpp"

namespace serbench {

template <Number T>
void unpack(Parts&, const std::byte* at, T& to) {
  to = load_little<T>(at);
}

inline void unpack(Parts&, const std::byte* at, bool& to) { to = load_flag(at); }

template <PlainEnum E>
void unpack(Parts&, const std::byte* at, E& to) {
  to = static_cast<E>(load_little<std::int32_t>(at));
}

inline void unpack(Parts& parts, const std::byte* at, std::string& to) {
  const Elements text = elements(parts, at, extent<bool>);
  to.assign(reinterpret_cast<const char*>(text.at), text.count);
}

inline void unpack(Parts& parts, const std::byte* at, std::vector<std::byte>& to) {
  const Elements bytes = elements(parts, at, extent<bool>);
  to.assign(bytes.at, bytes.at + bytes.count);
}

template <PlainMessage T>
void unpack(Parts& parts, const std::byte* at, T& x) {
  visit(x, [&parts, at](auto&... members) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      (unpack_member<Block<T>, I>(parts, at, members), ...);
    }(std::index_sequence_for<decltype(members)...>{});
  });
}

template <class B, std::size_t I, class T>
void unpack_member(Parts& parts, const std::byte* block, T& member) {
  const std::byte* at = block + B::offset(I);
  if constexpr (!has_presence_bit<T>) {
    unpack(parts, at, member);
  } else if (is_present<B, I>(block)) {
    unpack(parts, at, filled(member));
  } else {
    member.reset();
  }
}

inline void unpack(Parts& parts, const std::byte* at, std::vector<bool>& to) {
  const Elements from = elements(parts, at, extent<bool>);
  to.resize(from.count);
  for (std::size_t i = 0; i != to.size(); ++i) {
    to[i] = load_flag(from.at + i);
  }
}

template <class T>
void unpack(Parts& parts, const std::byte* at, std::vector<T>& to) {
  const Elements from = elements(parts, at, extent<T>);
  if constexpr (Number<T>) {
    const std::byte* end = from.at + from.count * sizeof(T);
    to.assign(NumberIterator<T>(from.at), NumberIterator<T>(end));
  } else {
    const Level level(parts, PlainMessage<T> && from.count != 0);
    to.resize(from.count);
    const std::byte* next = from.at;
    for (T& value : to) {
      unpack(parts, next, value);
      next += extent<T>.size;
    }
  }
}

template <class Key, class T>
void unpack(Parts& parts, const std::byte* at, std::map<Key, T>& to) {
  using E = Entry<Key, T>;
  to.clear();
  const Elements from = elements(parts, at, E::extent);
  const Level level(parts, PlainMessage<T> && from.count != 0);
  for (std::size_t i = 0; i != from.count; ++i) {
    const std::byte* entry = from.at + i * E::extent.size;
    Key key{};
    unpack(parts, entry + E::offset(0), key);
    // Sorted entries find their place at the end without a search.
    unpack(parts, entry + E::offset(1), to.try_emplace(to.end(), std::move(key))->second);
  }
}

template <PlainMessage T>
void unpack_referred(Parts& parts, const std::byte* at, T& x) {
  const Level level(parts);
  unpack(parts, parts.follow(at, extent<T>.size, extent<T>.alignment), x);
}

template <PlainMessage T>
void unpack(Parts& parts, const std::byte* at, std::optional<T>& field) {
  if (is_referred(at)) {
    unpack_referred(parts, at, filled(field));
  } else {
    field.reset();
  }
}

template <class T>
void unpack(Parts& parts, const std::byte* at, std::unique_ptr<T>& field) {
  if (is_referred(at)) {
    unpack_referred(parts, at, filled(field));
  } else {
    field.reset();
  }
}

template <class... Cases>
void unpack(Parts& parts, const std::byte* at, std::variant<std::monostate, Cases...>& oneof) {
  const auto position = load_little<std::uint32_t>(at);
  if (position == 0) {
    oneof.template emplace<0>();
    return;
  }
  const auto unpack_value = [&parts, at]<class T>(T& value) {
    const std::byte* from = at + OneofOf<Cases...>::value_offset;
    if constexpr (PlainMessage<T>) {
      unpack_referred(parts, from, value);
    } else {
      unpack(parts, from, value);
    }
  };
  const bool known = [&]<std::size_t... I>(std::index_sequence<I...>) {
    return ((position == I + 1 && (unpack_value(filled_case<I + 1>(oneof)), true)) || ...);
  }(std::index_sequence_for<Cases...>{});
  if (!known) {
    Parts::refuse("A oneof has a position beyond its last case.");
  }
}

inline void unpack_root(Bytes bytes, Root& object) {
  Parts parts(bytes);
  unpack(parts, parts.root(), object);
  parts.finish();
}

}  // namespace serbench
