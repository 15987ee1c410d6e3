// Reads generic values by position, for the access plans.
#pragma once

#include <cstring>

#include "conversions.hpp"
#include "message_touch.hpp"

namespace serbench {

class AvroSource {
 public:
  static constexpr bool has_places = true;

  explicit AvroSource(const avro_value_t& from) : from_(from) {}

  bool boolean() const { return taken<bool>(); }
  template <Number T>
  T number() const {
    return taken<T>();
  }
  template <PlainEnum E>
  E enumerator() const {
    return taken<E>();
  }
  std::string_view text() const {
    const char* begin = nullptr;
    std::size_t size = 0;
    checked(avro_value_get_string(&from_, &begin, &size));
    return {begin, size - 1};
  }
  std::uint64_t touch_bytes() const {
    const void* begin = nullptr;
    std::size_t size = 0;
    checked(avro_value_get_bytes(&from_, &begin, &size));
    return touch_units(begin, size);
  }

  class Cursor;
  class List;
  class Map;
  List list() const;
  Map map() const;

  // What has presence is a union with null.
  template <class T, std::size_t I>
  bool is_set() const {
    return position_of(part(from_, I)) != 0;
  }
  template <class T, std::size_t I, class F>
  void with_member(F&& f) const {
    if constexpr (has_presence<MemberOf<T, I>>) {
      f(AvroSource(current(part(from_, I))));
    } else {
      f(AvroSource(part(from_, I)));
    }
  }

  // A oneof is a union of null and records of one field.
  template <class T, std::size_t I>
  std::size_t set_case() const {
    return static_cast<std::size_t>(position_of(part(from_, I)));
  }
  template <class T, std::size_t I, std::size_t Case, class F>
  void with_case(F&& f) const {
    f(AvroSource(part(current(part(from_, I)), 0)));
  }

 private:
  template <class T>
  T taken() const {
    T value{};
    take(Converting{}, from_, value);
    return value;
  }

  avro_value_t from_;
};

class AvroSource::Cursor {
 public:
  explicit Cursor(const avro_value_t& around) : around_(around), size_(size_of(around)) {}

  bool more() const { return at_ != size_; }
  void advance() { ++at_; }
  std::size_t count() const { return size_; }
  void skip(std::size_t count) { at_ += count; }

 protected:
  // Messages on a cycle stand in a union with null.
  static AvroSource inside(const avro_value_t& element) {
    return AvroSource(avro_value_get_type(&element) == AVRO_UNION ? current(element) : element);
  }

  avro_value_t around_;
  std::size_t size_;
  std::size_t at_ = 0;
};

class AvroSource::List : public Cursor {
 public:
  using Cursor::Cursor;
  AvroSource value() const { return inside(part(around_, at_)); }
};

// A map whose keys are no strings is an array of entries.
class AvroSource::Map : public Cursor {
 public:
  using Cursor::Cursor;

  template <class Key>
  std::uint64_t touch_key() const {
    if constexpr (std::is_same_v<Key, std::string>) {
      avro_value_t value;
      const char* key = nullptr;
      checked(avro_value_get_by_index(&around_, at_, &value, &key));
      return touch_units(key, std::strlen(key));
    } else {
      return touch_in(AvroSource(part(part(around_, at_), 0)), Of<Key>{}, All{});
    }
  }
  AvroSource value() const {
    const avro_value_t element = part(around_, at_);
    return inside(avro_value_get_type(&around_) == AVRO_ARRAY ? part(element, 1) : element);
  }
};

inline AvroSource::List AvroSource::list() const { return List(from_); }

inline AvroSource::Map AvroSource::map() const { return Map(from_); }

}  // namespace serbench
