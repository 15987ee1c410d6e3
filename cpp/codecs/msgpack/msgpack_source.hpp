// Reads values out of the library's tree of objects, by place, for the access plans.
#pragma once

#include <msgpack.hpp>

#include "message_touch.hpp"

namespace serbench {

class MsgpackSource {
  using Value = msgpack::object;

 public:
  static constexpr bool has_places = true;

  explicit MsgpackSource(const Value& from) : from_(&from) {}

  bool boolean() const { return from_->as<bool>(); }
  template <Number T>
  T number() const {
    return from_->as<T>();
  }
  template <PlainEnum E>
  E enumerator() const {
    return static_cast<E>(from_->as<std::int32_t>());
  }
  std::string_view text() const {
    expect(msgpack::type::STR);
    return {from_->via.str.ptr, from_->via.str.size};
  }
  std::uint64_t touch_bytes() const {
    expect(msgpack::type::BIN);
    return touch_units(from_->via.bin.ptr, from_->via.bin.size);
  }

  template <class Item>
  class Cursor;
  class List;
  class Map;
  List list() const;
  Map map() const;

  // A message is the array of its members, in order; nil stands for what is missing.
  template <class T, std::size_t I>
  bool is_set() const {
    return !element(member_count<T>, I).is_nil();
  }
  template <class T, std::size_t I, class F>
  void with_member(F&& f) const {
    f(MsgpackSource(element(member_count<T>, I)));
  }

  // A oneof is nil, or an array of the position of the case that is set and its value.
  template <class T, std::size_t I>
  std::size_t set_case() const {
    const Value& oneof = element(member_count<T>, I);
    return oneof.is_nil() ? 0 : MsgpackSource(oneof).element(2, 0).as<std::uint32_t>();
  }
  template <class T, std::size_t I, std::size_t Case, class F>
  void with_case(F&& f) const {
    f(MsgpackSource(MsgpackSource(element(member_count<T>, I)).element(2, 1)));
  }

 private:
  void expect(msgpack::type::object_type type) const {
    if (from_->type != type) [[unlikely]] {
      throw msgpack::type_error();
    }
  }

  // The number of elements must be the expected one.
  const Value& element(std::size_t count, std::size_t at) const {
    expect(msgpack::type::ARRAY);
    if (from_->via.array.size != count) [[unlikely]] {
      throw msgpack::type_error();
    }
    return from_->via.array.ptr[at];
  }

  const Value* from_;
};

template <class Item>
class MsgpackSource::Cursor {
 public:
  Cursor(const Item* begin, std::size_t count) : at_(begin), end_(begin + count) {}

  bool more() const { return at_ != end_; }
  void advance() { ++at_; }
  std::size_t count() const { return static_cast<std::size_t>(end_ - at_); }
  void skip(std::size_t count) { at_ += count; }

 protected:
  const Item* at_;
  const Item* end_;
};

class MsgpackSource::List : public Cursor<msgpack::object> {
 public:
  using Cursor::Cursor;
  MsgpackSource value() const { return MsgpackSource(*at_); }
};

class MsgpackSource::Map : public Cursor<msgpack::object_kv> {
 public:
  using Cursor::Cursor;
  template <class Key>
  std::uint64_t touch_key() const {
    return touch_in(MsgpackSource(at_->key), Of<Key>{}, All{});
  }
  MsgpackSource value() const { return MsgpackSource(at_->val); }
};

inline MsgpackSource::List MsgpackSource::list() const {
  expect(msgpack::type::ARRAY);
  return {from_->via.array.ptr, from_->via.array.size};
}

inline MsgpackSource::Map MsgpackSource::map() const {
  expect(msgpack::type::MAP);
  return {from_->via.map.ptr, from_->via.map.size};
}

}  // namespace serbench
