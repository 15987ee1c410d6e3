// Reads values out of nlohmann/json's values; another type than a field's is an exception of the library.
#pragma once

#include "document_touch.hpp"
#include "nlohmann_bytes.hpp"

namespace serbench {

class NlohmannSource {
 public:
  class List;
  class Map;

  explicit NlohmannSource(const nlohmann::json& from) : from_(&from) {}

  bool is_null() const { return from_->is_null(); }
  bool boolean() const { return from_->get_ref<const nlohmann::json::boolean_t&>(); }
  const std::string& text() const { return from_->get_ref<const nlohmann::json::string_t&>(); }
  void bytes(std::vector<std::byte>& to) const { take_bytes(*from_, to); }
  std::uint64_t touch_bytes() const { return touch_of_bytes(*from_); }

  // The library converts numbers without looking whether they fit.
  template <Number T>
  T number() const {
    if constexpr (std::is_floating_point_v<T>) {
      return from_->get<T>();
    } else if (from_->is_number_unsigned()) {
      return fitting<T>(from_->get_ref<const nlohmann::json::number_unsigned_t&>());
    } else {
      return fitting<T>(from_->get_ref<const nlohmann::json::number_integer_t&>());
    }
  }

  List list() const;
  Map map() const;

 private:
  const nlohmann::json* from_;
};

class NlohmannSource::List {
 public:
  explicit List(const nlohmann::json::array_t& values) : at_(values.begin()), end_(values.end()) {}

  bool more() const { return at_ != end_; }
  NlohmannSource value() const { return NlohmannSource(*at_); }
  void advance() { ++at_; }
  std::size_t size() const { return static_cast<std::size_t>(end_ - at_); }
  std::size_t count() const { return size(); }
  void skip(std::size_t count) { at_ += static_cast<std::ptrdiff_t>(count); }

 private:
  nlohmann::json::array_t::const_iterator at_;
  nlohmann::json::array_t::const_iterator end_;
};

class NlohmannSource::Map {
 public:
  // The library keeps the members of an object in a std::map.
  static constexpr bool sorted = true;

  explicit Map(const nlohmann::json::object_t& values)
      : values_(&values), at_(values.begin()), end_(values.end()) {}

  bool more() const { return at_ != end_; }
  bool is(std::string_view name) const { return at_->first == name; }
  std::string_view name() const { return at_->first; }
  NlohmannSource value() const { return NlohmannSource(at_->second); }
  void advance() { ++at_; }

  NlohmannSource find(std::string_view name) const {
    static const nlohmann::json missing;
    const auto found = values_->find(name);
    return NlohmannSource(found == end_ ? missing : found->second);
  }

 private:
  const nlohmann::json::object_t* values_;
  nlohmann::json::object_t::const_iterator at_;
  nlohmann::json::object_t::const_iterator end_;
};

inline NlohmannSource::List NlohmannSource::list() const {
  return List(from_->get_ref<const nlohmann::json::array_t&>());
}

inline NlohmannSource::Map NlohmannSource::map() const {
  return Map(from_->get_ref<const nlohmann::json::object_t&>());
}

}  // namespace serbench
