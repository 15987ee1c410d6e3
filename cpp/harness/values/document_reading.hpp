// Reads an object out of a document of named members, as formats/json.md has it, over what the object held
// before.
//
// An adapter has a *source*, one value that is read at most once:
//     bool is_null()   bool boolean()   T number<T>()   std::string_view text()
//     void bytes(std::vector<std::byte>&)   List list()   Map map()
//     void numbers(std::vector<T>&)         where the library has lists of numbers as a whole
//     void take_text(std::string&)          where a string can be moved out
// Both cursors have more(), value() (the source of the one at hand, asked for at most once) and advance(). A
// List may know its size() beforehand; a Map has the name at hand, is(name) being the cheap question and
// name() the text, asked for after is() and at most once; Map::sorted says whether names come in the order of
// their bytes. Faults are exceptions.
#pragma once

#include <charconv>

#include "depth.hpp"
#include "names.hpp"
#include "reusing.hpp"

namespace serbench {

template <class Key>
Key key_of(std::string_view text) {
  if constexpr (std::is_same_v<Key, std::string>) {
    return std::string(text);
  } else if constexpr (std::is_same_v<Key, bool>) {
    if (text != "true" && text != "false") {
      throw Malformed("The key of a map is neither true nor false.");
    }
    return text == "true";
  } else {
    Key key{};
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), key);
    if (fault != std::errc{} || end != text.data() + text.size()) {
      throw Malformed("The key of a map is no number of its type.");
    }
    return key;
  }
}

// The number as another type that can hold it.
template <class To, class From>
To fitting(From number) {
  if (!std::in_range<To>(number)) {
    throw Malformed("A number is too large for its field.");
  }
  return static_cast<To>(number);
}

template <class Source, Number T>
void take(Source from, T& to) {
  to = from.template number<T>();
}

template <class Source>
void take(Source from, bool& to) {
  to = from.boolean();
}

template <class Source, PlainEnum E>
void take(Source from, E& to) {
  to = value_named<E>(from.text());
}

template <class Source>
void take(Source from, std::string& to) {
  if constexpr (requires { from.take_text(to); }) {
    from.take_text(to);
  } else {
    to = from.text();
  }
}

template <class Source>
void take(Source from, std::vector<std::byte>& to) {
  from.bytes(to);
}

template <class Source>
void take(Source from, std::vector<bool>& to) {
  to.clear();
  for (auto list = from.list(); list.more(); list.advance()) {
    to.push_back(list.value().boolean());
  }
}

template <class Source, class T>
void take(Source from, std::vector<T>& to) {
  if constexpr (requires { from.numbers(to); }) {
    from.numbers(to);
  } else {
    auto list = from.list();
    if constexpr (requires { list.size(); }) {
      to.reserve(list.size());
    }
    std::size_t count = 0;
    for (; list.more(); list.advance()) {
      take(list.value(), count < to.size() ? to[count] : to.emplace_back());
      ++count;
    }
    to.resize(count);
  }
}

template <class Source, class Key, class T>
void take(Source from, std::map<Key, T>& to) {
  to.clear();
  for (auto map = from.map(); map.more(); map.advance()) {
    // Sorted entries find their place at the end without a search.
    T& value = to.try_emplace(to.end(), key_of<Key>(map.name()))->second;
    take(map.value(), value);
  }
}

template <class Source, class T>
void take(Source from, std::optional<T>& to) {
  if (from.is_null()) {
    to.reset();
  } else {
    take(from, filled(to));
  }
}

template <class Source, class T>
void take(Source from, std::unique_ptr<T>& to) {
  if (from.is_null()) {
    to.reset();
  } else {
    take(from, filled(to));
  }
}

// What a member that is missing comes to.
template <class Member>
void set_default(Member& member) {
  if constexpr (requires { member.clear(); }) {
    member.clear();
  } else {
    member = Member{};
  }
}

// A oneof is a map with its set case as the one member.
template <class Message, std::size_t At, class Source, class Oneof>
void take_case(Source from, Oneof& to) {
  bool found = false;
  if (!from.is_null()) {
    for (auto map = from.map(); map.more(); map.advance()) {
      const auto take_at = [&]<std::size_t Case>(Place<Case>) {
        if (!found && map.is(CaseNames<Message, At>::names[Case])) {
          take(map.value(), filled_case<Case + 1>(to));
          found = true;
          return true;
        }
        return false;
      };
      [&]<std::size_t... I>(std::index_sequence<I...>) {
        static_cast<void>((take_at(Place<I>{}) || ...));
      }(std::make_index_sequence<std::variant_size_v<Oneof> - 1>{});
    }
  }
  if (!found) {
    to.template emplace<0>();
  }
}

template <class Message, std::size_t I, class Source, class Member>
void take_member(Source from, Member& to) {
  if constexpr (PlainOneof<Member>) {
    take_case<Message, I>(from, to);
  } else {
    take(from, to);
  }
}

// Most writers keep the order of the schema, or sort by name. So the members are gone through in that order,
// and those that are not at hand count as missing; only what a document holds beyond that is looked up by
// name.
template <class Source, PlainMessage T>
void take(Source from, T& message) {
  [[maybe_unused]] const DescentInto<T> descent;
  auto map = from.map();
  const auto take_at = [&map]<std::size_t I>(Place<I>, auto& member) {
    if (map.more() && map.is(member_name<T, I>)) {
      take_member<T, I>(map.value(), member);
      map.advance();
    } else {
      set_default(member);
    }
  };
  if constexpr (decltype(map)::sorted) {
    for_each_member_by_name(message, take_at);
  } else {
    for_each_member(message, take_at);
  }
  for (; map.more(); map.advance()) {
    with_member(message, place_of<T>(map.name()),
                [&map]<std::size_t I>(Place<I>, auto& member) { take_member<T, I>(map.value(), member); });
  }
}

}  // namespace serbench
