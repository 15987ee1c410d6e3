// A oneof for Glaze: an object with one member, the case. Glaze's own std::variant tells cases by their
// types, and two may have one type.
#pragma once

#include <glaze/glaze.hpp>

#include "naming.hpp"
#include "reusing.hpp"

namespace serbench {

// One case: null where another is set.
template <std::size_t Position, class Variant>
struct Case {
  Variant& oneof;

  explicit operator bool() const { return oneof.index() == Position; }
  auto& operator*() const {
    if constexpr (!std::is_const_v<Variant>) {
      return filled_case<Position>(oneof);
    } else if constexpr (requires { std::get<Position>(oneof).get(); }) {
      return std::as_const(boxed(std::get<Position>(oneof)));
    } else {
      return std::get<Position>(oneof);
    }
  }
};

// All cases, which are the members of an object.
template <class Message, std::size_t Place, class Variant>
struct Cases {
  Variant& oneof;
};

// The field, which is null where no case is set and then left out.
template <class Message, std::size_t Place, class Variant>
struct Oneof {
  Variant& oneof;

  explicit operator bool() const { return oneof.index() != 0; }
  Cases<Message, Place, Variant> operator*() const { return {oneof}; }
};

// How metas.hpp names the field.
template <class Message, std::size_t Place, auto Member>
inline constexpr auto oneof = [](auto&& message) {
  return Oneof<Message, Place, std::remove_reference_t<decltype(message.*Member)>>{message.*Member};
};

template <std::size_t Position>
inline constexpr auto case_at =
    [](auto&& cases) { return Case<Position, std::remove_reference_t<decltype(cases.oneof)>>{cases.oneof}; };

}  // namespace serbench

template <class Message, std::size_t Place, class Variant>
struct glz::meta<serbench::Cases<Message, Place, Variant>> {
  static constexpr auto value = []<std::size_t... I>(std::index_sequence<I...>) {
    constexpr auto& names = serbench::CaseNames<Message, Place>::names;
    return std::apply([](auto... parts) { return glz::object(parts...); },
                      std::tuple_cat(std::tuple(names[I], serbench::case_at<I + 1>)...));
  }(std::make_index_sequence<std::variant_size_v<std::remove_const_t<Variant>> - 1>{});
};
