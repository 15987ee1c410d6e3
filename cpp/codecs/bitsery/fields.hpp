// How bitsery writes and reads each kind of field: the same code for both, as it wants it.
#pragma once

#include <bitsery/bitsery.h>
#include <bitsery/ext/std_map.h>
#include <bitsery/ext/std_optional.h>
#include <bitsery/ext/std_variant.h>
#include <bitsery/traits/string.h>
#include <bitsery/traits/vector.h>

#include <algorithm>

#include "adapter.hpp"
#include "reusing.hpp"

namespace bitsery {

// The largest size that bitsery's encoding of sizes can hold.
inline constexpr std::size_t largest_size = (std::size_t{1} << 30) - 1;

// What a reader has as its context.
struct MessageSize {
  std::size_t bytes;
};

// bitsery wants a limit for every container, and a schema gives none. What is read has no more elements than
// the message has bytes, unless they take none.
template <class Value, class S>
std::size_t most(S& s) {
  if constexpr (!std::is_empty_v<Value>) {
    if (const MessageSize* message = s.template contextOrNull<MessageSize>()) {
      return std::min(message->bytes, largest_size);
    }
  }
  return largest_size;
}

template <class S, class Value>
void field(S& s, Value& value);

struct Fields {
  template <class S, class... Values>
  void operator()(S& s, Values&... values) const {
    (field(s, values), ...);
  }
};

// A vector of bits. bitsery takes the elements of containers by reference, which these bits do not have. The
// bytes are those of any other container.
struct Flags {
  template <class S, class Field>
  void serialize(S& s, const std::vector<bool>& flags, Field&& field) const {
    details::writeSize(s.adapter(), flags.size());
    for (bool flag : flags) {
      field(s, flag);
    }
  }

  template <class S, class Field>
  void deserialize(S& s, std::vector<bool>& flags, Field&& field) const {
    std::size_t size = 0;
    details::readSize(s.adapter(), size, most<bool>(s), std::bool_constant<S::TConfig::CheckDataErrors>{});
    flags.resize(size);
    for (auto reference : flags) {
      bool flag = false;
      field(s, flag);
      reference = flag;
    }
  }
};

template <>
struct traits::ExtensionTraits<Flags, std::vector<bool>> {
  using TValue = bool;
  static constexpr bool SupportValueOverload = false;
  static constexpr bool SupportObjectOverload = false;
  static constexpr bool SupportLambdaOverload = true;
};

// A message is its members, in order.
template <class S, serbench::PlainMessage Message>
void serialize(S& s, Message& message) {
  serbench::visit(message, [&s](auto&... members) { Fields{}(s, members...); });
}

template <class S>
void field_of(S&, std::monostate&) {}

template <class S>
void field_of(S& s, bool& value) {
  s.boolValue(value);
}

template <class S, class Value>
  requires(std::is_arithmetic_v<Value> || std::is_enum_v<Value>)
void field_of(S& s, Value& value) {
  s.template value<sizeof(Value)>(value);
}

template <class S>
void field_of(S& s, std::string& text) {
  s.text1b(text, most<char>(s));
}

template <class S>
void field_of(S& s, std::vector<bool>& flags) {
  s.ext(flags, Flags{}, Fields{});
}

template <class S, class Value>
void field_of(S& s, std::vector<Value>& values) {
  if constexpr (details::IsFundamentalType<Value>::value) {
    s.template container<sizeof(Value)>(values, most<Value>(s));
  } else {
    s.container(values, most<Value>(s), Fields{});
  }
}

template <class S, class Value>
void field_of(S& s, std::optional<Value>& value) {
  s.ext(value, ext::StdOptional{}, Fields{});
}

template <class S, class Key, class Value>
void field_of(S& s, std::map<Key, Value>& map) {
  s.ext(map, ext::StdMap{most<Key>(s)}, Fields{});
}

template <class S, class... Cases>
void field_of(S& s, std::variant<Cases...>& oneof) {
  s.ext(oneof, ext::StdVariant{Fields{}});
}

// A field on a cycle is written as an optional one is. StdSmartPtr would keep account of every pointer in a
// context, as objects may share what they point at; here each owns it.
template <class S, class Value>
void field_of(S& s, std::unique_ptr<Value>& value) {
  bool present = value != nullptr;
  s.boolValue(present);
  if (present) {
    field(s, serbench::filled(value));
  } else {
    value.reset();
  }
}

template <class S, class Value>
void field(S& s, Value& value) {
  if constexpr (serbench::PlainMessage<Value>) {
    s.object(value);
  } else {
    field_of(s, value);
  }
}

}  // namespace bitsery
