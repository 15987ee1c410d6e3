// Reads values out of an immutable document of yyjson.
#pragma once

#include "base64.hpp"
#include "document_touch.hpp"
#include "yyjson_memory.hpp"

namespace serbench {

class JsonSource {
 public:
  class List;
  class Map;

  explicit JsonSource(yyjson_val* from) : from_(from) {}

  bool is_null() const { return yyjson_is_null(from_); }

  bool boolean() const {
    expect(yyjson_is_bool(from_));
    return yyjson_get_bool(from_);
  }

  std::string_view text() const {
    expect(yyjson_is_str(from_));
    return {yyjson_get_str(from_), yyjson_get_len(from_)};
  }

  void bytes(std::vector<std::byte>& to) const { base64_decode(text(), to); }

  template <Number T>
  T number() const {
    if constexpr (std::is_floating_point_v<T>) {
      expect(yyjson_is_num(from_));
      return static_cast<T>(yyjson_get_num(from_));
    } else if (yyjson_is_uint(from_)) {
      return fitting<T>(yyjson_get_uint(from_));
    } else {
      // What has a minus sign; all others are unsigned.
      expect(yyjson_is_sint(from_));
      return fitting<T>(yyjson_get_sint(from_));
    }
  }

  std::uint64_t touch_bytes() const {
    std::vector<std::byte> decoded;
    bytes(decoded);
    return touch(decoded, All{});
  }

  List list() const;
  Map map() const;

 private:
  static void expect(bool fits) {
    if (!fits) [[unlikely]] {
      throw Malformed("A value has another type than its field.");
    }
  }

  yyjson_val* from_;
};

class JsonSource::List {
 public:
  explicit List(yyjson_val* array)
      : at_(yyjson_arr_iter_with(array)), value_(yyjson_arr_iter_next(&at_)), size_(yyjson_arr_size(array)) {}

  bool more() const { return value_ != nullptr; }
  JsonSource value() const { return JsonSource(value_); }
  void advance() { value_ = yyjson_arr_iter_next(&at_); }
  std::size_t size() const { return size_; }
  std::size_t count() const { return size_; }

  void skip(std::size_t count) {
    for (; count != 0; --count) {
      advance();
    }
  }

 private:
  yyjson_arr_iter at_;
  yyjson_val* value_;
  std::size_t size_;
};

class JsonSource::Map {
 public:
  static constexpr bool sorted = false;

  explicit Map(yyjson_val* object) : at_(yyjson_obj_iter_with(object)), key_(yyjson_obj_iter_next(&at_)) {}

  bool more() const { return key_ != nullptr; }
  bool is(std::string_view wanted) const { return yyjson_equals_strn(key_, wanted.data(), wanted.size()); }
  std::string_view name() const { return {yyjson_get_str(key_), yyjson_get_len(key_)}; }
  JsonSource value() const { return JsonSource(yyjson_obj_iter_get_val(key_)); }
  void advance() { key_ = yyjson_obj_iter_next(&at_); }

 private:
  yyjson_obj_iter at_;
  yyjson_val* key_;
};

inline JsonSource::List JsonSource::list() const {
  expect(yyjson_is_arr(from_));
  return List(from_);
}

inline JsonSource::Map JsonSource::map() const {
  expect(yyjson_is_obj(from_));
  return Map(from_);
}

struct FreesDocument {
  void operator()(yyjson_doc* document) const { yyjson_doc_free(document); }
};

// One document after the other, in memory that is kept. A source is valid until the next one is opened.
class JsonInput {
 public:
  JsonSource opened(Bytes bytes) {
    document_.reset();
    yyjson_read_err fault{};
    // Without the flag for reading in situ yyjson copies the text and does not change it.
    char* text = const_cast<char*>(reinterpret_cast<const char*>(bytes.data()));
    document_.reset(yyjson_read_opts(text, bytes.size(), YYJSON_READ_NOFLAG, memory_.get(), &fault));
    if (!document_) {
      throw Malformed(fault.msg);
    }
    return JsonSource(yyjson_doc_get_root(document_.get()));
  }

 private:
  JsonMemory memory_;
  std::unique_ptr<yyjson_doc, FreesDocument> document_;
};

}  // namespace serbench
