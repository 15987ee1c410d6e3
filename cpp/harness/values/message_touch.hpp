// The access plans of FORMAT.md, section 5, over a message whose members have places instead of names. A
// source of it is like that of a document (document_touch.hpp), and in place of map() of a message has
//     bool is_set<T, I>()            of the member with presence at place I of the plain type T
//     with_member<T, I>(f)           f(source of the member); where it has presence only if it is set
//     size_t set_case<T, I>()        the position of a oneof's case that is set, or 0
//     with_case<T, I, Case>(f)       f(source of its value)
#pragma once

#include "document_touch.hpp"

namespace serbench {

template <class Source>
concept HasPlaces = Source::has_places;

// A member that may be missing, and what it holds.
template <class Member>
inline constexpr bool has_presence = false;
template <class T>
inline constexpr bool has_presence<std::optional<T>> = true;
template <class T>
inline constexpr bool has_presence<std::unique_ptr<T>> = true;

// The plain type of the member at a place.
template <class T>
T type_of(Of<T>);
template <class T, std::size_t I>
using MemberOf = decltype(type_of(std::tuple_element_t<I, MembersOf<T>>{}));

template <class Member>
Of<Member> inside(Of<Member>) {
  return {};
}
template <class T>
Of<T> inside(Of<std::optional<T>>) {
  return {};
}
template <class T>
Of<T> inside(Of<std::unique_ptr<T>>) {
  return {};
}

template <class T, std::size_t I, HasPlaces Source, class Plan, class... Cases>
std::uint64_t touch_case_at(const Source& from, Of<std::variant<std::monostate, Cases...>>, Plan plan) {
  const std::size_t position = from.template set_case<T, I>();
  if (position > sizeof...(Cases)) [[unlikely]] {
    throw Malformed("A oneof has a position beyond its last case.");
  }
  std::uint64_t touched = 0;
  const auto touch_if_set = [&]<std::size_t Case, class Value>(Place<Case>, Of<Value> value) {
    constexpr Reading how = CaseReadings<T, I, Plan>::readings[Case];
    if (how != Reading::skip && position == Case + 1) {
      from.template with_case<T, I, Case>([&](auto source) { touched = touch_as<how>(source, value, plan); });
    }
  };
  [&]<std::size_t... Case>(std::index_sequence<Case...>) {
    (touch_if_set(Place<Case>{}, Of<typename InsideBox<Cases>::type>{}), ...);
  }(std::index_sequence_for<Cases...>{});
  return touched;
}

template <class T, std::size_t I, HasPlaces Source, class Member, class Plan>
std::uint64_t touch_at(const Source& from, Of<Member> member, Plan plan) {
  if constexpr (PlainOneof<Member>) {
    return touch_case_at<T, I>(from, member, plan);
  } else {
    if constexpr (has_presence<Member>) {
      if (!from.template is_set<T, I>()) {
        return 0;
      }
    }
    std::uint64_t touched = 0;
    from.template with_member<T, I>([&](auto source) {
      touched = touch_as<MemberReadings<T, Plan>::readings[I]>(source, inside(member), plan);
    });
    return touched;
  }
}

template <HasPlaces Source, PlainMessage T, class Plan>
std::uint64_t touch_in(Source from, Of<T>, Plan plan) {
  std::uint64_t hash = 0;
  const auto touch_if_read = [&]<std::size_t I>(Place<I>) {
    if constexpr (is_read<T, Plan>[I]) {
      hash = fold(hash, touch_at<T, I>(from, std::tuple_element_t<I, MembersOf<T>>{}, plan));
    }
  };
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    (touch_if_read(Place<I>{}), ...);
  }(std::make_index_sequence<member_count<T>>{});
  return hash;
}

}  // namespace serbench
