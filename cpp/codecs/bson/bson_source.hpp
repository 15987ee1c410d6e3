// Reads values where an iterator over a BSON document stands.
#pragma once

#include <bson/bson.h>

#include "document_touch.hpp"

namespace serbench {

// An iterator that has gone to the first element and knows whether it stands on one.
class BsonCursor {
 public:
  bool more() const { return more_; }
  void advance() {
    more_ = bson_iter_next(&at_);
    // A document that ends in the middle of an element ends the iteration too.
    if (!more_ && at_.err_off != 0) [[unlikely]] {
      throw Malformed("A BSON document is corrupt.");
    }
  }

 protected:
  void begin(bool initialised) {
    if (!initialised) {
      throw Malformed("A BSON document is corrupt.");
    }
    advance();
  }

  bson_iter_t at_;

 private:
  bool more_ = false;
};

class BsonSource {
 public:
  class List;
  class Map;

  explicit BsonSource(const bson_iter_t& at) : at_(&at) {}

  bool is_null() const { return bson_iter_type(at_) == BSON_TYPE_NULL; }

  bool boolean() const {
    expect(BSON_TYPE_BOOL);
    return bson_iter_bool(at_);
  }

  template <Number T>
  T number() const {
    if constexpr (std::is_floating_point_v<T>) {
      expect(BSON_TYPE_DOUBLE);
      return static_cast<T>(bson_iter_double(at_));
    } else if constexpr (std::is_same_v<T, std::uint64_t>) {
      return static_cast<T>(integer());
    } else {
      return fitting<T>(integer());
    }
  }

  // "The caller should validate the content": libbson itself does not look at UTF-8 when it iterates.
  std::string_view text() const {
    expect(BSON_TYPE_UTF8);
    std::uint32_t size = 0;
    const char* text = bson_iter_utf8(at_, &size);
    return valid({text, size});
  }

  Bytes bytes() const {
    expect(BSON_TYPE_BINARY);
    std::uint32_t size = 0;
    const std::uint8_t* bytes = nullptr;
    bson_iter_binary(at_, nullptr, &size, &bytes);
    return {reinterpret_cast<const std::byte*>(bytes), size};
  }
  void bytes(std::vector<std::byte>& to) const {
    const Bytes from = bytes();
    to.assign(from.begin(), from.end());
  }
  std::uint64_t touch_bytes() const {
    const Bytes from = bytes();
    return touch_units(from.data(), from.size());
  }

  List list() const;
  Map map() const;

  static std::string_view valid(std::string_view text) {
    if (!bson_utf8_validate(text.data(), text.size(), true)) {
      throw Malformed("A BSON string is not UTF-8.");
    }
    return text;
  }

 private:
  void expect(bson_type_t type) const {
    if (bson_iter_type(at_) != type) [[unlikely]] {
      throw Malformed("A BSON element has another type than its field.");
    }
  }

  std::int64_t integer() const {
    if (bson_iter_type(at_) == BSON_TYPE_INT32) {
      return bson_iter_int32(at_);
    }
    expect(BSON_TYPE_INT64);
    return bson_iter_int64(at_);
  }

  const bson_iter_t* at_;
};

class BsonSource::List : public BsonCursor {
 public:
  explicit List(const bson_iter_t& around) {
    begin(bson_iter_type(&around) == BSON_TYPE_ARRAY && bson_iter_recurse(&around, &at_));
  }

  BsonSource value() const { return BsonSource(at_); }

  std::size_t count() const {
    std::size_t count = 0;
    for (List rest = *this; rest.more(); rest.advance()) {
      ++count;
    }
    return count;
  }
  void skip(std::size_t count) {
    for (; count != 0; --count) {
      advance();
    }
  }
};

class BsonSource::Map : public BsonCursor {
 public:
  static constexpr bool sorted = false;

  explicit Map(const bson_iter_t& around) {
    begin(bson_iter_type(&around) == BSON_TYPE_DOCUMENT && bson_iter_recurse(&around, &at_));
  }
  explicit Map(const bson_t& document) { begin(bson_iter_init(&at_, &document)); }

  bool is(std::string_view name) const { return raw_name() == name; }
  std::string_view name() const { return valid(raw_name()); }
  BsonSource value() const { return BsonSource(at_); }

 private:
  std::string_view raw_name() const { return {bson_iter_key(&at_), bson_iter_key_len(&at_)}; }
};

inline BsonSource::List BsonSource::list() const { return List(*at_); }

inline BsonSource::Map BsonSource::map() const { return Map(*at_); }

// A whole document: the root.
class BsonRootSource {
 public:
  explicit BsonRootSource(const bson_t& document) : document_(&document) {}
  BsonSource::Map map() const { return BsonSource::Map(*document_); }

 private:
  const bson_t* document_;
};

}  // namespace serbench
