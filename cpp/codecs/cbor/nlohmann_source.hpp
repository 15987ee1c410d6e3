// Reads values out of nlohmann/json's values; another type than a field's is an exception of the library.
#pragma once

#include "document_touch.hpp"
#include "nlohmann_bytes.hpp"

namespace serbench {

// Json is constant or not; what is not constant gives its strings away.
template <class Json>
class NlohmannSource {
 public:
  class List;
  class Map;

  explicit NlohmannSource(Json& from) : from_(&from) {}

  bool is_null() const { return from_->is_null(); }
  bool boolean() const { return from_->template get_ref<const nlohmann::json::boolean_t&>(); }
  const std::string& text() const { return from_->template get_ref<const nlohmann::json::string_t&>(); }
  void take_text(std::string& to) const
    requires(!std::is_const_v<Json>)
  {
    to = std::move(from_->template get_ref<nlohmann::json::string_t&>());
  }
  void bytes(std::vector<std::byte>& to) const { take_bytes(*from_, to); }
  std::uint64_t touch_bytes() const { return touch_of_bytes(*from_); }

  // The library converts numbers without looking whether they fit.
  template <Number T>
  T number() const {
    if constexpr (std::is_floating_point_v<T>) {
      return from_->template get<T>();
    } else if (from_->is_number_unsigned()) {
      return fitting<T>(from_->template get_ref<const nlohmann::json::number_unsigned_t&>());
    } else {
      return fitting<T>(from_->template get_ref<const nlohmann::json::number_integer_t&>());
    }
  }

  List list() const { return List(inside<nlohmann::json::array_t>()); }
  Map map() const { return Map(inside<nlohmann::json::object_t>()); }

 private:
  template <class Container>
  using Inside = std::conditional_t<std::is_const_v<Json>, const Container, Container>;

  template <class Container>
  Inside<Container>& inside() const {
    return from_->template get_ref<Inside<Container>&>();
  }

  Json* from_;
};

template <class Json>
class NlohmannSource<Json>::List {
  using Values = Inside<nlohmann::json::array_t>;

 public:
  explicit List(Values& values) : at_(values.begin()), end_(values.end()) {}

  bool more() const { return at_ != end_; }
  NlohmannSource value() const { return NlohmannSource(*at_); }
  void advance() { ++at_; }
  std::size_t size() const { return static_cast<std::size_t>(end_ - at_); }
  std::size_t count() const { return size(); }
  void skip(std::size_t count) { at_ += static_cast<std::ptrdiff_t>(count); }

 private:
  decltype(std::declval<Values&>().begin()) at_;
  decltype(std::declval<Values&>().end()) end_;
};

template <class Json>
class NlohmannSource<Json>::Map {
  using Values = Inside<nlohmann::json::object_t>;

 public:
  // The library keeps the members of an object in a std::map.
  static constexpr bool sorted = true;

  explicit Map(Values& values) : values_(&values), at_(values.begin()), end_(values.end()) {}

  bool more() const { return at_ != end_; }
  bool is(std::string_view name) const { return at_->first == name; }
  std::string_view name() const { return at_->first; }
  NlohmannSource value() const { return NlohmannSource(at_->second); }
  void advance() { ++at_; }

  NlohmannSource find(std::string_view name) const {
    static Json missing;
    const auto found = values_->find(name);
    return NlohmannSource(found == end_ ? missing : found->second);
  }

 private:
  Values* values_;
  decltype(std::declval<Values&>().begin()) at_;
  decltype(std::declval<Values&>().end()) end_;
};

}  // namespace serbench
