// Names from the schema, and the way from a name to what it names. The names themselves are rendered
// (names.hpp).
#pragma once

#include <algorithm>
#include <array>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>

#include "traits.hpp"

namespace serbench {

// How an access plan reads a member (FORMAT.md, section 5).
enum class Reading { skip, whole, all, middle, keys, values };

struct NamedNumber {
  std::string_view name;
  std::int32_t number;
};

// Specialised by the rendered names: `values` of an enum, `names` of the members of a message and of the
// cases of the oneof at a place in it; `readings` by a plan, of the same.
template <class E>
struct EnumNames;
template <class Message>
struct MemberNames;
template <class Message, std::size_t Place>
struct CaseNames;
template <class Message, class Plan>
struct MemberReadings;
template <class Message, std::size_t Place, class Plan>
struct CaseReadings;

template <class T>
concept PlainOneof = requires { std::variant_size<T>::value; };

template <class T, class... Items>
constexpr std::array<T, sizeof...(Items)> list_of(Items... items) {
  return {items...};
}

// A member's place in its message, known to the compiler.
template <std::size_t I>
using Place = std::integral_constant<std::size_t, I>;

template <class Message>
inline constexpr std::size_t member_count = MemberNames<Message>::names.size();

template <class Message, std::size_t I>
inline constexpr std::string_view member_name = MemberNames<Message>::names[I];

// The places in the order of their names' bytes, as formats with sorted keys have them.
template <class Message>
inline constexpr auto sorted_places = [] {
  std::array<std::size_t, member_count<Message>> places{};
  for (std::size_t i = 0; i != places.size(); ++i) {
    places[i] = i;
  }
  std::sort(places.begin(), places.end(), [](std::size_t a, std::size_t b) {
    return MemberNames<Message>::names[a] < MemberNames<Message>::names[b];
  });
  return places;
}();

// The place of a member by its name, or member_count.
template <class Message>
std::size_t place_of(std::string_view name) {
  const auto& places = sorted_places<Message>;
  const auto at = std::lower_bound(
      places.begin(), places.end(), name,
      [](std::size_t place, std::string_view wanted) { return MemberNames<Message>::names[place] < wanted; });
  return at != places.end() && MemberNames<Message>::names[*at] == name ? *at : places.size();
}

template <PlainEnum E>
inline constexpr auto values_by_name = [] {
  auto values = EnumNames<E>::values;
  std::sort(values.begin(), values.end(),
            [](const NamedNumber& a, const NamedNumber& b) { return a.name < b.name; });
  return values;
}();

template <PlainEnum E>
inline constexpr auto values_by_number = [] {
  auto values = EnumNames<E>::values;
  std::sort(values.begin(), values.end(),
            [](const NamedNumber& a, const NamedNumber& b) { return a.number < b.number; });
  return values;
}();

template <PlainEnum E>
std::string_view name_of(E value) {
  const auto& values = values_by_number<E>;
  const auto number = static_cast<std::int32_t>(value);
  const auto at =
      std::lower_bound(values.begin(), values.end(), number,
                       [](const NamedNumber& entry, std::int32_t wanted) { return entry.number < wanted; });
  if (at == values.end() || at->number != number) {
    throw std::invalid_argument("An enum has a number that is not declared.");
  }
  return at->name;
}

template <PlainEnum E>
E value_named(std::string_view name) {
  const auto& values = values_by_name<E>;
  const auto at =
      std::lower_bound(values.begin(), values.end(), name,
                       [](const NamedNumber& entry, std::string_view wanted) { return entry.name < wanted; });
  if (at == values.end() || at->name != name) {
    throw Malformed("An enum has a name that is not declared.");
  }
  return static_cast<E>(at->number);
}

// Calls f(Place, member) with every member of a message, in schema order.
template <class Message, class F>
void for_each_member(Message& message, F&& f) {
  visit(message, [&f](auto&... members) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      (f(Place<I>{}, members), ...);
    }(std::index_sequence_for<decltype(members)...>{});
  });
}

// The same in the order of the names' bytes.
template <class Message, class F>
void for_each_member_by_name(Message& message, F&& f) {
  visit(message, [&f](auto&... members) {
    const auto all = std::tie(members...);
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      constexpr auto& places = sorted_places<std::remove_const_t<Message>>;
      (f(Place<places[I]>{}, std::get<places[I]>(all)), ...);
    }(std::index_sequence_for<decltype(members)...>{});
  });
}

// The same with the one member at a place that only the running program knows; nothing where there is none.
template <class Message, class F>
void with_member(Message& message, std::size_t place, F&& f) {
  visit(message, [&f, place](auto&... members) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      static_cast<void>(((place == I && (f(Place<I>{}, members), true)) || ...));
    }(std::index_sequence_for<decltype(members)...>{});
  });
}

}  // namespace serbench
