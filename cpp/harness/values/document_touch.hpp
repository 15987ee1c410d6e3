// The access plans of FORMAT.md, section 5, over a document that is read where it lies. The sources are those
// of document_reading.hpp. Beyond that a source has touch_bytes(), and a List count() and skip(count) where a
// plan reads a middle element; a Map may have find(name), a null source where there is none, and then the
// plans that read a part of the members look them up. Where enums or keys are no texts, a source has
// enumerator<E>() and a Map touch_key<Key>(). Where what follows a value can be reached only through it, List
// and Map have finish(), which passes over what was not read.
#pragma once

#include <tuple>

#include "document_reading.hpp"

namespace serbench {

// A type on its way to the overload that touches it; it stands in for a value that is never made.
template <class T>
struct Of {};

template <class Cursor>
void finish(Cursor& cursor) {
  if constexpr (requires { cursor.finish(); }) {
    cursor.finish();
  }
}

template <class Source, Number T, class Plan>
std::uint64_t touch_in(Source from, Of<T>, Plan plan) {
  return touch(from.template number<T>(), plan);
}

template <class Source, class Plan>
std::uint64_t touch_in(Source from, Of<bool>, Plan plan) {
  return touch(from.boolean(), plan);
}

template <class Source, PlainEnum E, class Plan>
std::uint64_t touch_in(Source from, Of<E>, Plan plan) {
  if constexpr (requires { from.template enumerator<E>(); }) {
    return touch(from.template enumerator<E>(), plan);
  } else {
    return touch(value_named<E>(from.text()), plan);
  }
}

template <class Source, class Plan>
std::uint64_t touch_in(Source from, Of<std::string>, Plan) {
  const std::string_view text = from.text();
  return touch_units(text.data(), text.size());
}

template <class Source, class Plan>
std::uint64_t touch_in(Source from, Of<std::vector<std::byte>>, Plan) {
  return from.touch_bytes();
}

template <class Source, class T, class Plan>
std::uint64_t touch_in(Source from, Of<std::vector<T>>, Plan plan) {
  std::uint64_t sum = 0;
  for (auto list = from.list(); list.more(); list.advance()) {
    sum += touch_in(list.value(), Of<T>{}, plan);
  }
  return sum;
}

template <class Source, class T, class Plan>
std::uint64_t touch_middle_in(Source from, Of<std::vector<T>>, Plan plan) {
  auto list = from.list();
  const std::size_t count = list.count();
  if (count == 0) {
    return 0;
  }
  list.skip(count / 2);
  const std::uint64_t touched = touch_in(list.value(), Of<T>{}, plan);
  finish(list);
  return touched;
}

template <class Key, class Map>
std::uint64_t touch_key(Map& map) {
  if constexpr (requires { map.template touch_key<Key>(); }) {
    return map.template touch_key<Key>();
  } else if constexpr (std::is_same_v<Key, std::string>) {
    const std::string_view text = map.name();
    return touch_units(text.data(), text.size());
  } else {
    return touch(key_of<Key>(map.name()), All{});
  }
}

template <class Source, class Key, class T, class Plan>
std::uint64_t touch_in(Source from, Of<std::map<Key, T>>, Plan plan) {
  std::uint64_t sum = 0;
  for (auto map = from.map(); map.more(); map.advance()) {
    const std::uint64_t key = touch_key<Key>(map);
    sum += fold_entry(key, touch_in(map.value(), Of<T>{}, plan));
  }
  return sum;
}

template <class Source, class Key, class T, class Plan>
std::uint64_t touch_keys_in(Source from, Of<std::map<Key, T>>, Plan) {
  std::uint64_t sum = 0;
  for (auto map = from.map(); map.more(); map.advance()) {
    sum += fold_entry(touch_key<Key>(map), 0);
  }
  return sum;
}

template <class Source, class Key, class T, class Plan>
std::uint64_t touch_values_in(Source from, Of<std::map<Key, T>>, Plan plan) {
  std::uint64_t sum = 0;
  for (auto map = from.map(); map.more(); map.advance()) {
    sum += fold_entry(0, touch_in(map.value(), Of<T>{}, plan));
  }
  return sum;
}

template <class Source, class T, class Plan>
std::uint64_t touch_in(Source from, Of<std::optional<T>>, Plan plan) {
  return from.is_null() ? 0 : touch_in(from, Of<T>{}, plan);
}

template <class Source, class T, class Plan>
std::uint64_t touch_in(Source from, Of<std::unique_ptr<T>>, Plan plan) {
  return from.is_null() ? 0 : touch_in(from, Of<T>{}, plan);
}

template <Reading How, class Source, class T, class Plan>
std::uint64_t touch_as(Source from, Of<T> type, Plan plan) {
  if constexpr (How == Reading::whole) {
    return touch_in(from, type, plan);
  } else if constexpr (How == Reading::all) {
    return touch_in(from, type, All{});
  } else if constexpr (How == Reading::middle) {
    return touch_middle_in(from, type, plan);
  } else if constexpr (How == Reading::keys) {
    return touch_keys_in(from, type, plan);
  } else if constexpr (How == Reading::values) {
    return touch_values_in(from, type, plan);
  } else {
    return 0;
  }
}

// A case on a cycle is boxed in memory only.
template <class Case>
struct InsideBox {
  using type = Case;
};
template <class Case>
struct InsideBox<std::unique_ptr<Case>> {
  using type = Case;
};

template <class Message, std::size_t At, class Source, class Plan, class... Cases>
std::uint64_t touch_case(Source from, Of<std::variant<std::monostate, Cases...>>, Plan plan) {
  std::uint64_t touched = 0;
  if (from.is_null()) {
    return touched;
  }
  for (auto map = from.map(); map.more(); map.advance()) {
    const auto touch_at = [&]<std::size_t Case, class T>(Place<Case>, Of<T>) {
      if (!map.is(CaseNames<Message, At>::names[Case])) {
        return false;
      }
      touched = touch_as<CaseReadings<Message, At, Plan>::readings[Case]>(map.value(), Of<T>{}, plan);
      return true;
    };
    const bool found = [&]<std::size_t... I>(std::index_sequence<I...>) {
      return (touch_at(Place<I>{}, Of<typename InsideBox<Cases>::type>{}) || ...);
    }(std::index_sequence_for<Cases...>{});
    if (found) {
      finish(map);
      break;
    }
  }
  return touched;
}

// The types of a message's members.
struct TypesOfMembers {
  template <class... Members>
  std::tuple<Of<Members>...> operator()(Members&...) const;
};
template <class Message>
using MembersOf = decltype(visit(std::declval<Message&>(), TypesOfMembers{}));

template <class Message, std::size_t I, class Source, class Plan>
std::uint64_t touch_member(Source from, Plan plan) {
  using Type = std::tuple_element_t<I, MembersOf<Message>>;
  if constexpr (requires { CaseNames<Message, I>::names; }) {
    return touch_case<Message, I>(from, Type{}, plan);
  } else {
    return touch_as<MemberReadings<Message, Plan>::readings[I]>(from, Type{}, plan);
  }
}

template <class Message, class Plan>
inline constexpr auto is_read = [] {
  std::array<bool, member_count<Message>> read{};
  std::transform(MemberReadings<Message, Plan>::readings.begin(),
                 MemberReadings<Message, Plan>::readings.end(), read.begin(),
                 [](Reading reading) { return reading != Reading::skip; });
  return read;
}();

// Goes once through a message's members, in whatever order they lie, until all that the plan reads are found.
template <class Message, class Map, class Plan>
class Walk {
 public:
  Walk(Map map, Plan plan) : map_(std::move(map)), plan_(plan) {}

  std::uint64_t touched() {
    // As when an object is read: first the members in the order in which they usually lie.
    [this]<std::size_t... I>(std::index_sequence<I...>) {
      static_cast<void>((at_hand<usual_place(I)>() && ...));
    }(std::make_index_sequence<count>{});
    for (; missing_ != 0 && map_.more(); map_.advance()) {
      const std::size_t place = place_of<Message>(map_.name());
      [this, place]<std::size_t... I>(std::index_sequence<I...>) {
        static_cast<void>(((place == I && (read<I>(), true)) || ...));
      }(std::make_index_sequence<count>{});
    }
    finish(map_);
    std::uint64_t hash = 0;
    for (std::size_t i = 0; i != count; ++i) {
      hash = is_read<Message, Plan>[i] ? fold(hash, touches_[i]) : hash;
    }
    return hash;
  }

 private:
  static constexpr std::size_t count = member_count<Message>;

  static constexpr std::size_t usual_place(std::size_t i) {
    return Map::sorted ? sorted_places<Message>[i] : i;
  }

  // Whether anything is left to be found.
  template <std::size_t I>
  bool at_hand() {
    if (missing_ == 0) {
      return false;
    }
    if (map_.more() && map_.is(member_name<Message, I>)) {
      read<I>();
      map_.advance();
    }
    return true;
  }

  template <std::size_t I>
  void read() {
    if constexpr (is_read<Message, Plan>[I]) {
      touches_[I] = touch_member<Message, I>(map_.value(), plan_);
      --missing_;
    }
  }

  Map map_;
  Plan plan_;
  std::array<std::uint64_t, count> touches_{};
  std::size_t missing_ = static_cast<std::size_t>(
      std::count(is_read<Message, Plan>.begin(), is_read<Message, Plan>.end(), true));
};

template <class Source, PlainMessage T, class Plan>
std::uint64_t touch_in(Source from, Of<T>, Plan plan) {
  [[maybe_unused]] const DescentInto<T> descent;
  auto map = from.map();
  if constexpr (requires { map.find(std::string_view{}); } && !std::is_same_v<Plan, All>) {
    std::uint64_t hash = 0;
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      const auto found = [&]<std::size_t At>(Place<At>) {
        if constexpr (is_read<T, Plan>[At]) {
          auto source = map.find(member_name<T, At>);
          hash = fold(hash, source.is_null() ? 0 : touch_member<T, At>(source, plan));
        }
      };
      (found(Place<I>{}), ...);
    }(std::make_index_sequence<member_count<T>>{});
    return hash;
  } else {
    return Walk<T, decltype(map), Plan>(std::move(map), plan).touched();
  }
}

}  // namespace serbench
