// Appends values to BSON documents.
#pragma once

#include <bson/bson.h>

#include "document_writing.hpp"

namespace serbench {

// libbson answers false when a document would outgrow 2 GiB.
inline void appended(bool done) {
  if (!done) {
    throw std::length_error("A BSON document is limited to 2 GiB.");
  }
}

// A value has its name with it, so the slot is the document and the name.
class BsonSlot {
 public:
  class List;
  class Map;

  BsonSlot(bson_t& document, std::string_view name)
      : document_(&document), name_(name.data()), length_(static_cast<int>(name.size())) {}

  void boolean(bool value) const { appended(bson_append_bool(document_, name_, length_, value)); }

  template <Number T>
  void number(T value) const {
    if constexpr (std::is_floating_point_v<T>) {
      appended(bson_append_double(document_, name_, length_, value));
    } else if constexpr (std::is_same_v<T, std::int32_t>) {
      appended(bson_append_int32(document_, name_, length_, value));
    } else {
      appended(bson_append_int64(document_, name_, length_, static_cast<std::int64_t>(value)));
    }
  }

  void text(std::string_view value) const {
    appended(bson_append_utf8(document_, name_, length_, value.data(), static_cast<int>(value.size())));
  }

  void bytes(Bytes value) const {
    appended(bson_append_binary(document_, name_, length_, BSON_SUBTYPE_BINARY,
                                reinterpret_cast<const std::uint8_t*>(value.data()),
                                static_cast<std::uint32_t>(value.size())));
  }

  List list(std::size_t) const;
  Map map(std::size_t) const;

 private:
  bson_t* document_;
  const char* name_;
  int length_;
};

// Until it is finished, a document inside lies at the end of the one around it.
class BsonSlot::Map {
 public:
  explicit Map(const BsonSlot& at) : outer_(at.document_) {
    appended(bson_append_document_begin(outer_, at.name_, at.length_, &document_));
  }
  Map(const Map&) = delete;
  Map& operator=(const Map&) = delete;

  BsonSlot member(std::string_view name) { return {document_, name}; }
  BsonSlot entry(std::string_view key) {
    if (key.find('\0') != key.npos) {
      throw std::invalid_argument("A name in BSON cannot hold a NUL.");
    }
    return member(key);
  }
  void finish() { appended(bson_append_document_end(outer_, &document_)); }

 private:
  bson_t* outer_;
  bson_t document_;
};

class BsonSlot::List {
 public:
  explicit List(const BsonSlot& at) : outer_(at.document_) {
    appended(bson_append_array_begin(outer_, at.name_, at.length_, &document_));
  }
  List(const List&) = delete;
  List& operator=(const List&) = delete;

  // The elements of an array are named by their numbers.
  BsonSlot element() {
    const char* name = nullptr;
    const std::size_t length = bson_uint32_to_string(count_++, &name, digits_.data(), digits_.size());
    return {document_, {name, length}};
  }
  void finish() { appended(bson_append_array_end(outer_, &document_)); }

 private:
  bson_t* outer_;
  bson_t document_;
  std::uint32_t count_ = 0;
  std::array<char, 16> digits_;
};

inline BsonSlot::List BsonSlot::list(std::size_t) const { return List(*this); }

inline BsonSlot::Map BsonSlot::map(std::size_t) const { return Map(*this); }

// The document that is there already: the root.
class BsonRootSlot {
 public:
  explicit BsonRootSlot(bson_t& document) : document_(&document) {}

  struct Map {
    bson_t& document;
    BsonSlot member(std::string_view name) const { return {document, name}; }
    void finish() const {}
  };
  Map map(std::size_t) const { return {*document_}; }

 private:
  bson_t* document_;
};

}  // namespace serbench
