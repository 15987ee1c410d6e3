// Reads values out of the classes that a library generates from a schema, for the touches of
// message_touch.hpp. An adapter renders how a member of such a class is reached:
//     decltype(auto) wire_member(const Wire&, Of<T>, Place<I>)    its value, a reference or a copy
//     bool wire_is_set(const Wire&, Of<T>, Place<I>)              of a member with presence
//     std::size_t wire_case(const Wire&, Of<T>, Place<I>)         of a oneof, as in message_touch.hpp
//     decltype(auto) wire_case_value(const Wire&, Of<T>, Place<I>, Place<Case>)
// Texts and bytes are std::string or alike, lists are ranges, and maps are ranges of pairs or of entries.
#pragma once

#include <iterator>

#include "message_touch.hpp"

namespace serbench {

template <class Wire>
class GeneratedSource;

template <class Wire>
GeneratedSource<Wire> source_of(const Wire& value) {
  return GeneratedSource<Wire>(value);
}

template <class Wire>
class GeneratedSource {
  // Some accessors return numbers, others references to them.
  using Held = std::conditional_t<std::is_scalar_v<Wire>, Wire, const Wire&>;

 public:
  static constexpr bool has_places = true;

  explicit GeneratedSource(Held held) : held_(held) {}

  Held held() const { return held_; }
  bool boolean() const { return held_; }
  template <Number T>
  T number() const {
    return static_cast<T>(held_);
  }
  template <PlainEnum E>
  E enumerator() const {
    return static_cast<E>(held_);
  }
  std::string_view text() const { return held_; }
  std::uint64_t touch_bytes() const { return touch_units(held_.data(), held_.size()); }

  class List;
  class Map;
  List list() const { return List(held_); }
  Map map() const { return Map(held_); }

  template <class T, std::size_t I>
  bool is_set() const {
    return wire_is_set(held_, Of<T>{}, Place<I>{});
  }
  template <class T, std::size_t I, class F>
  void with_member(F&& f) const {
    const auto& value = wire_member(held_, Of<T>{}, Place<I>{});
    f(source_of(value));
  }
  template <class T, std::size_t I>
  std::size_t set_case() const {
    return wire_case(held_, Of<T>{}, Place<I>{});
  }
  template <class T, std::size_t I, std::size_t Case, class F>
  void with_case(F&& f) const {
    const auto& value = wire_case_value(held_, Of<T>{}, Place<I>{}, Place<Case>{});
    f(source_of(value));
  }

 private:
  Held held_;
};

// Goes through a range.
template <class Wire>
class GeneratedCursor {
 public:
  explicit GeneratedCursor(const Wire& range) : at_(range.begin()), end_(range.end()) {}

  bool more() const { return at_ != end_; }
  void advance() { ++at_; }

 protected:
  using Iterator = decltype(std::declval<const Wire&>().begin());

  Iterator at_;
  Iterator end_;
};

template <class Wire>
class GeneratedSource<Wire>::List : public GeneratedCursor<Wire> {
 public:
  using GeneratedCursor<Wire>::GeneratedCursor;

  auto value() const { return source_of(*this->at_); }
  std::size_t count() const { return static_cast<std::size_t>(std::distance(this->at_, this->end_)); }
  void skip(std::size_t count) { std::advance(this->at_, count); }
};

template <class Wire>
class GeneratedSource<Wire>::Map : public GeneratedCursor<Wire> {
 public:
  using GeneratedCursor<Wire>::GeneratedCursor;

  auto value() const {
    if constexpr (is_pair) {
      return source_of(this->at_->second);
    } else {
      return source_of(this->at_->value);
    }
  }

  template <class Key>
  std::uint64_t touch_key() const {
    if constexpr (is_pair) {
      return touch_in(source_of(this->at_->first), Of<Key>{}, All{});
    } else {
      return touch_in(source_of(this->at_->key), Of<Key>{}, All{});
    }
  }

 private:
  static constexpr bool is_pair =
      requires(const typename GeneratedCursor<Wire>::Iterator& at) { at->second; };
};

}  // namespace serbench
