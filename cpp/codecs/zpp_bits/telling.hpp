// How zpp::bits writes and reads the plain types ("Explicit Serialization" in its README).
#pragma once

#include <zpp_bits.h>

#include <utility>

#include "bench.hpp"
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

// A vector whose elements are bits and not to be had by reference; written like every other.
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

// A message is its members, in order; one that lies in memory just so is copied.
template <class Archive, class Message>
zpp::bits::errc serialize_message(Archive& archive, Message& message) {
  return serbench::visit(message, [&]<class... Members>(Members&... members) -> zpp::bits::errc {
    constexpr bool is_flat = ((std::is_arithmetic_v<Members> || std::is_enum_v<Members>) && ...) &&
                             (0 + ... + sizeof(Members)) == sizeof(Message);
    if constexpr (is_flat) {
      return archive(zpp::bits::as_bytes(message));
    } else {
      return archive(told(members)...);
    }
  });
}

}  // namespace telling

// Archives look here for `serialize`.
namespace zpp::bits {

template <serbench::PlainMessage Message>
errc serialize(auto& archive, Message& message) {
  return telling::serialize_message(archive, message);
}

template <serbench::PlainMessage Message>
errc serialize(auto& archive, const Message& message) {
  return telling::serialize_message(archive, message);
}

}  // namespace zpp::bits
