// Reads values with simdjson's On-Demand API: a forward walk over the text that parses what it is asked for.
#pragma once

#include <simdjson.h>

#include "base64.hpp"
#include "document_touch.hpp"

namespace serbench {

namespace ondemand = simdjson::ondemand;

// The float that a number's text is nearest to. A double that lies exactly between two floats no longer tells
// on which side of the middle its text lay, so that the text is read again.
inline float nearest_float(double number, std::string_view text) {
  constexpr std::uint64_t lost_bits = (std::uint64_t{1} << 29) - 1;
  const bool is_middle = (std::bit_cast<std::uint64_t>(number) & lost_bits) == (lost_bits + 1) / 2;
  const bool is_denormal = number != 0 && std::abs(number) < std::numeric_limits<float>::min();
  float nearest = static_cast<float>(number);
  if (is_middle || is_denormal) {
    std::from_chars(text.data(), text.data() + text.size(), nearest);
  }
  return nearest;
}

class JsonSource {
 public:
  class List;
  class Map;

  explicit JsonSource(ondemand::value value) : value_(value) {}

  bool is_null() { return value_.is_null(); }
  bool boolean() { return value_.get_bool(); }
  std::string_view text() { return value_.get_string(); }
  void bytes(std::vector<std::byte>& to) { base64_decode(text(), to); }

  template <Number T>
  T number() {
    if constexpr (std::is_same_v<T, float>) {
      const std::string_view token = value_.raw_json_token();
      return nearest_float(value_.get_double(), token);
    } else if constexpr (std::is_same_v<T, double>) {
      return value_.get_double();
    } else if constexpr (std::is_signed_v<T>) {
      return fitting<T>(value_.get_int64().value());
    } else {
      return fitting<T>(value_.get_uint64().value());
    }
  }

  std::uint64_t touch_bytes() {
    std::vector<std::byte> decoded;
    bytes(decoded);
    return touch(decoded, All{});
  }

  List list();
  Map map();

 private:
  ondemand::value value_;
};

class JsonSource::List {
 public:
  explicit List(ondemand::array array) : array_(array), at_(array_.begin().value()) {}

  bool more() { return at_ != end_; }
  JsonSource value() { return JsonSource((*at_).value()); }
  void advance() { ++at_; }

  // Goes through the elements once, without parsing them.
  std::size_t count() {
    const std::size_t count = array_.count_elements();
    at_ = array_.begin().value();
    return count;
  }
  void skip(std::size_t count) {
    for (; count != 0; --count) {
      value();
      advance();
    }
  }

 private:
  ondemand::array array_;
  ondemand::array_iterator at_;
  ondemand::array_iterator end_;
};

class JsonSource::Map {
 public:
  static constexpr bool sorted = false;

  explicit Map(ondemand::object object) : object_(object), at_(object_.begin().value()) { look(); }

  bool more() { return at_ != end_; }
  bool is(std::string_view name) { return field_.key().unsafe_is_equal(name); }
  std::string_view name() { return field_.unescaped_key(); }
  JsonSource value() { return JsonSource(field_.value()); }
  void advance() {
    ++at_;
    look();
  }

 private:
  // A field may be taken from the iterator once.
  void look() {
    if (more()) {
      field_ = *at_;
    }
  }

  ondemand::object object_;
  ondemand::object_iterator at_;
  ondemand::object_iterator end_;
  ondemand::field field_;
};

inline JsonSource::List JsonSource::list() { return List(value_.get_array().value()); }

inline JsonSource::Map JsonSource::map() { return Map(value_.get_object().value()); }

}  // namespace serbench
