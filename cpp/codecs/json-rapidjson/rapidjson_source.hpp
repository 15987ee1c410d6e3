// Reads values out of RapidJSON's document.
#pragma once

#include <rapidjson/document.h>

#include "base64.hpp"
#include "document_reading.hpp"

namespace serbench {

class JsonSource {
 public:
  class List;
  class Map;

  explicit JsonSource(const rapidjson::Value& from) : from_(&from) {}

  bool is_null() const { return from_->IsNull(); }

  bool boolean() const {
    expect(from_->IsBool());
    return from_->GetBool();
  }

  std::string_view text() const {
    expect(from_->IsString());
    return {from_->GetString(), from_->GetStringLength()};
  }

  void bytes(std::vector<std::byte>& to) const { base64_decode(text(), to); }

  template <Number T>
  T number() const {
    if constexpr (std::is_floating_point_v<T>) {
      expect(from_->IsNumber());
      return static_cast<T>(from_->GetDouble());
    } else if constexpr (std::is_signed_v<T>) {
      expect(from_->IsInt64());
      return fitting<T>(from_->GetInt64());
    } else {
      expect(from_->IsUint64());
      return fitting<T>(from_->GetUint64());
    }
  }

  List list() const;
  Map map() const;

 private:
  // To ask for a type that a value has not is undefined.
  static void expect(bool fits) {
    if (!fits) [[unlikely]] {
      throw Malformed("A value has another type than its field.");
    }
  }

  const rapidjson::Value* from_;
};

class JsonSource::List {
 public:
  explicit List(rapidjson::Value::ConstArray values) : at_(values.Begin()), end_(values.End()) {}

  bool more() const { return at_ != end_; }
  JsonSource value() const { return JsonSource(*at_); }
  void advance() { ++at_; }
  std::size_t size() const { return static_cast<std::size_t>(end_ - at_); }

 private:
  rapidjson::Value::ConstValueIterator at_;
  rapidjson::Value::ConstValueIterator end_;
};

class JsonSource::Map {
 public:
  static constexpr bool sorted = false;

  explicit Map(rapidjson::Value::ConstObject members)
      : at_(members.MemberBegin()), end_(members.MemberEnd()) {}

  bool more() const { return at_ != end_; }
  bool is(std::string_view wanted) const { return name() == wanted; }
  std::string_view name() const { return {at_->name.GetString(), at_->name.GetStringLength()}; }
  JsonSource value() const { return JsonSource(at_->value); }
  void advance() { ++at_; }

 private:
  rapidjson::Value::ConstMemberIterator at_;
  rapidjson::Value::ConstMemberIterator end_;
};

inline JsonSource::List JsonSource::list() const {
  expect(from_->IsArray());
  return List(from_->GetArray());
}

inline JsonSource::Map JsonSource::map() const {
  expect(from_->IsObject());
  return Map(from_->GetObject());
}

}  // namespace serbench
