// How zpp::bits writes and reads the plain types ("Explicit Serialization" in its README).
#pragma once

#include <zpp_bits.h>

#include <utility>

#include "adapter.hpp"
#include "reusing.hpp"

namespace telling {

template <class Archive>
inline constexpr bool reads = std::remove_cvref_t<Archive>::kind() == zpp::bits::kind::in;

// A field on a cycle has the bytes of std::optional, like zpp::bits::optional_ptr, which the type of the
// field is not.
template <class Pointer>
struct Nullable {
  Pointer& pointer;

  static zpp::bits::errc serialize(auto& archive, auto& self) {
    auto present = std::byte(self.pointer != nullptr);
    if (const auto result = archive(present); failure(result)) {
      return result;
    }
    if constexpr (reads<decltype(archive)>) {
      if (present != std::byte(0)) {
        return archive(serbench::filled(self.pointer));
      }
      self.pointer.reset();
    } else if (self.pointer != nullptr) {
      return archive(*self.pointer);
    }
    return {};
  }
};

// The bytes of std::variant: the position in one byte, then the case. zpp::bits' own finds a case by its
// type, and two cases may have one type. A box counts as the value in it.
template <class Variant>
struct Oneof {
  Variant& variant;

  static zpp::bits::errc serialize(auto& archive, auto& self) {
    constexpr std::size_t cases = std::variant_size_v<std::remove_const_t<Variant>>;
    static_assert(cases <= 256, "zpp::bits counts the cases of a variant in one byte");
    auto position = std::byte(self.variant.index());
    if (const auto result = archive(position); failure(result)) {
      return result;
    }
    return serialize_case(archive, self.variant, std::to_integer<std::size_t>(position),
                          std::make_index_sequence<cases>{});
  }

 private:
  template <std::size_t... Positions>
  static zpp::bits::errc serialize_case(auto& archive, auto& variant, std::size_t position,
                                        std::index_sequence<Positions...>) {
    zpp::bits::errc result{std::errc::bad_message};
    ((position == Positions && (result = archive(case_of<Positions, decltype(archive)>(variant)), true)) ||
     ...);
    return result;
  }

  template <std::size_t Position, class Archive>
  static auto& case_of(auto& variant) {
    if constexpr (reads<Archive>) {
      return serbench::filled_case<Position>(variant);
    } else if constexpr (requires { std::get<Position>(variant).get(); }) {
      return serbench::boxed(std::get<Position>(variant));
    } else {
      return std::get<Position>(variant);
    }
  }
};

// A vector of bits, which have no references; its bytes are those of any other vector.
template <class Vector>
struct Flags {
  Vector& flags;

  static zpp::bits::errc serialize(auto& archive, auto& self) {
    auto size = static_cast<zpp::bits::default_size_type>(self.flags.size());
    if (const auto result = archive(size); failure(result)) {
      return result;
    }
    if constexpr (reads<decltype(archive)>) {
      self.flags.resize(size);
    }
    for (auto reference : self.flags) {
      bool flag = reference;
      if (const auto result = archive(flag); failure(result)) {
        return result;
      }
      reference = flag;
    }
    return {};
  }
};

// A field as it is, or what has to be told about it.
template <class Field>
Field& told(Field& field) {
  return field;
}
template <class Value>
auto told(std::unique_ptr<Value>& field) {
  return Nullable<std::unique_ptr<Value>>{field};
}
template <class Value>
auto told(const std::unique_ptr<Value>& field) {
  return Nullable<const std::unique_ptr<Value>>{field};
}
template <class... Cases>
auto told(std::variant<Cases...>& field) {
  return Oneof<std::variant<Cases...>>{field};
}
template <class... Cases>
auto told(const std::variant<Cases...>& field) {
  return Oneof<const std::variant<Cases...>>{field};
}
inline auto told(std::vector<bool>& field) { return Flags<std::vector<bool>>{field}; }
inline auto told(const std::vector<bool>& field) { return Flags<const std::vector<bool>>{field}; }

// Whether every member of a message goes to the archive as it is, and how many there are.
template <class... Members>
struct Untold
    : std::bool_constant<(std::same_as<decltype(told(std::declval<Members&>())), Members&> && ...)> {
  static constexpr std::size_t count = sizeof...(Members);
};
struct TakeMembers {
  template <class... Members>
  Untold<Members...> operator()(Members&...) const {
    return {};
  }
};
template <class Message>
using UntoldOf = decltype(serbench::visit(std::declval<Message&>(), TakeMembers{}));

// A message whose members zpp::bits visits by itself; it visits at most 50.
template <class Message>
concept Visited =
    serbench::PlainMessage<Message> && UntoldOf<Message>::value && UntoldOf<Message>::count <= 50;
// One that has to be told about.
template <class Message>
concept Told = serbench::PlainMessage<Message> && !Visited<Message>;

// A message is its members, in order.
auto serialize_message(auto& archive, auto& message) {
  return serbench::visit(message, [&](auto&... members) { return archive(told(members)...); });
}

}  // namespace telling

// Archives look here for `serialize`,
namespace zpp::bits {

template <telling::Told Message>
errc serialize(auto& archive, Message& message) {
  return telling::serialize_message(archive, message);
}

template <telling::Told Message>
errc serialize(auto& archive, const Message& message) {
  return telling::serialize_message(archive, message);
}

}  // namespace zpp::bits

// and here, next to the messages, for the number of members ("Serializing Non-Aggregates").
namespace plain {

template <telling::Visited Message>
auto serialize(const Message& message) -> zpp::bits::members<telling::UntoldOf<Message>::count>;

}  // namespace plain
