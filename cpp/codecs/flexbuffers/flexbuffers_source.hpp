// Reads values where they lie in a FlexBuffer.
#pragma once

#include <flatbuffers/flexbuffers.h>

#include <variant>

#include "document_touch.hpp"

namespace serbench {

// The library's accessors convert whatever they find; here another type than the field's is a fault.
class FlexSource {
 public:
  class List;
  class Map;

  explicit FlexSource(flexbuffers::Reference at) : at_(at) {}

  bool is_null() const { return at_.IsNull(); }

  bool boolean() const {
    expect(at_.IsBool());
    return at_.AsBool();
  }

  template <Number T>
  T number() const {
    if constexpr (std::is_floating_point_v<T>) {
      expect(at_.IsNumeric());
      return static_cast<T>(at_.AsDouble());
    } else if (at_.IsUInt()) {
      return fitting<T>(at_.AsUInt64());
    } else {
      expect(at_.IsInt());
      return fitting<T>(at_.AsInt64());
    }
  }

  std::string_view text() const {
    expect(at_.IsString() || at_.IsKey());
    const flexbuffers::String text = at_.AsString();
    return {text.c_str(), text.length()};
  }

  void bytes(std::vector<std::byte>& to) const {
    const Bytes from = blob();
    to.assign(from.begin(), from.end());
  }
  std::uint64_t touch_bytes() const {
    const Bytes from = blob();
    return touch_units(from.data(), from.size());
  }

  List list() const;
  Map map() const;

  static void expect(bool fits) {
    if (!fits) [[unlikely]] {
      throw Malformed("A value has another type than its field.");
    }
  }

 private:
  Bytes blob() const {
    expect(at_.IsBlob());
    const flexbuffers::Blob blob = at_.AsBlob();
    return {reinterpret_cast<const std::byte*>(blob.data()), blob.size()};
  }

  flexbuffers::Reference at_;
};

// A vector of one of the three sorts: elements with a type each, with one for all, or two to four with one
// for all.
class FlexSource::List {
 public:
  explicit List(flexbuffers::Reference at)
      : vector_(opened(at)),
        size_(std::visit([](const auto& vector) { return std::size_t{vector.size()}; }, vector_)) {}

  bool more() const { return at_ != size_; }
  FlexSource value() const {
    return FlexSource(std::visit([this](const auto& vector) { return vector[at_]; }, vector_));
  }
  void advance() { ++at_; }

  std::size_t size() const { return size_; }
  std::size_t count() const { return size_; }
  void skip(std::size_t count) { at_ += count; }

 private:
  using AnyVector =
      std::variant<flexbuffers::Vector, flexbuffers::TypedVector, flexbuffers::FixedTypedVector>;

  static AnyVector opened(flexbuffers::Reference at) {
    if (at.IsTypedVector()) {
      return at.AsTypedVector();
    }
    if (at.IsFixedTypedVector()) {
      return at.AsFixedTypedVector();
    }
    expect(at.IsVector());
    return at.AsVector();
  }

  AnyVector vector_;
  std::size_t size_;
  std::size_t at_ = 0;
};

class FlexSource::Map {
 public:
  static constexpr bool sorted = true;

  explicit Map(flexbuffers::Reference at)
      : map_(at.AsMap()), keys_(map_.Keys()), values_(map_.Values()), size_(keys_.size()) {
    expect(at.IsMap() && values_.size() == size_);
  }

  bool more() const { return at_ != size_; }
  bool is(std::string_view wanted) const { return name() == wanted; }
  std::string_view name() const { return keys_[at_].AsKey(); }
  FlexSource value() const { return FlexSource(values_[at_]); }
  void advance() { ++at_; }

  FlexSource find(std::string_view wanted) const { return FlexSource(map_[wanted.data()]); }

 private:
  flexbuffers::Map map_;
  flexbuffers::TypedVector keys_;
  flexbuffers::Vector values_;
  std::size_t size_;
  std::size_t at_ = 0;
};

inline FlexSource::List FlexSource::list() const { return List(at_); }

inline FlexSource::Map FlexSource::map() const { return Map(at_); }

}  // namespace serbench
