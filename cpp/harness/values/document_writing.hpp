// Writes an object as a document of named members, as formats/json.md has it, into whatever a codec's adapter
// gives.
//
// An adapter has a *slot*, the place of one value, which is cheap to copy:
//     void boolean(bool)   void number(T)   void text(std::string_view)   void bytes(Bytes)
//     List list(std::size_t count)         Map map(std::size_t count)
//     void numbers(const std::vector<T>&)  where the library takes lists of numbers, or of bools, as a whole
// A List has Slot element(), a Map has Slot member(std::string_view) for names from the schema and
// Slot entry(std::string_view) for keys from the data; both end with finish(). A name is valid until its slot
// is filled, and a NUL lies behind it.
#pragma once

#include <charconv>

#include "names.hpp"

namespace serbench {

// The text of a map's key, in memory of its own where the key is none.
template <class Key>
class KeyText {
 public:
  explicit KeyText(Key key) {
    const auto end = std::to_chars(digits_.data(), digits_.data() + digits_.size() - 1, key).ptr;
    size_ = static_cast<std::size_t>(end - digits_.data());
  }
  std::string_view text() const { return {digits_.data(), size_}; }

 private:
  // The longest number and a NUL.
  std::array<char, 21> digits_{};
  std::size_t size_;
};

template <>
class KeyText<bool> {
 public:
  explicit KeyText(bool key) : key_(key) {}
  std::string_view text() const { return key_ ? "true" : "false"; }

 private:
  bool key_;
};

template <>
class KeyText<std::string> {
 public:
  explicit KeyText(const std::string& key) : key_(key) {}
  std::string_view text() const { return key_; }

 private:
  std::string_view key_;
};

// What may be absent, as against what always has a value.
template <class T>
concept MayBeAbsent = requires(T& field) {
  field.reset();
  *field;
};

template <class Slot, Number T>
void put(Slot slot, T value) {
  slot.number(value);
}

template <class Slot>
void put(Slot slot, bool value) {
  slot.boolean(value);
}

template <class Slot, PlainEnum E>
void put(Slot slot, E value) {
  slot.text(name_of(value));
}

template <class Slot>
void put(Slot slot, const std::string& value) {
  slot.text(value);
}

template <class Slot>
void put(Slot slot, const std::vector<std::byte>& value) {
  slot.bytes(value);
}

template <class Slot, class T>
void put(Slot slot, const std::vector<T>& values) {
  if constexpr (requires { slot.numbers(values); }) {
    slot.numbers(values);
  } else {
    auto list = slot.list(values.size());
    for (const auto& value : values) {
      // A std::vector<bool> has proxies of bools.
      put(list.element(), static_cast<const T&>(value));
    }
    list.finish();
  }
}

template <class Slot, class Key, class T>
void put(Slot slot, const std::map<Key, T>& entries) {
  auto map = slot.map(entries.size());
  for (const auto& [key, value] : entries) {
    const KeyText<Key> name(key);
    put(map.entry(name.text()), value);
  }
  map.finish();
}

template <class Member>
bool is_present(const Member& member) {
  if constexpr (MayBeAbsent<Member>) {
    return static_cast<bool>(member);
  } else if constexpr (PlainOneof<Member>) {
    return member.index() != 0;
  } else {
    return true;
  }
}

// The set case of a oneof: a map with one member.
template <class Message, std::size_t At, class Slot, class Oneof>
void put_case(Slot slot, const Oneof& oneof) {
  auto map = slot.map(1);
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    const auto put_at = [&]<std::size_t Case>(Place<Case>) {
      const auto& value = std::get<Case + 1>(oneof);
      auto inside = map.member(CaseNames<Message, At>::names[Case]);
      if constexpr (requires { value.get(); }) {
        put(inside, boxed(value));
      } else {
        put(inside, value);
      }
    };
    static_cast<void>(((oneof.index() == I + 1 && (put_at(Place<I>{}), true)) || ...));
  }(std::make_index_sequence<std::variant_size_v<Oneof> - 1>{});
  map.finish();
}

template <class Slot, PlainMessage T>
void put(Slot slot, const T& message) {
  std::size_t count = 0;
  for_each_member(message, [&count](auto, const auto& member) { count += is_present(member) ? 1 : 0; });
  auto map = slot.map(count);
  for_each_member(message, [&map]<std::size_t I, class Member>(Place<I>, const Member& member) {
    if (!is_present(member)) {
      return;
    }
    const auto inside = map.member(member_name<T, I>);
    if constexpr (MayBeAbsent<Member>) {
      put(inside, *member);
    } else if constexpr (PlainOneof<Member>) {
      put_case<T, I>(inside, member);
    } else {
      put(inside, member);
    }
  });
  map.finish();
}

}  // namespace serbench
