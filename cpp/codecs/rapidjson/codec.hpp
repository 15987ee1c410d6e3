// JSON by RapidJSON: its Writer, and its Document parsed in situ.
#pragma once

#include <rapidjson/document.h>

#include <memory>
#include <optional>

#include "adapter.hpp"
#include "base64.hpp"
#include "document_touch.hpp"
#include "rapidjson_slot.hpp"

namespace serbench {

// Reads values out of the document.
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
  std::uint64_t touch_bytes() const {
    std::vector<std::byte> decoded;
    bytes(decoded);
    return touch(decoded, All{});
  }

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
  std::size_t count() const { return size(); }
  void skip(std::size_t count) { at_ += count; }

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

// A pool whose memory is one buffer, which grows until it holds all that a document takes.
class KeptPool {
 public:
  using Pool = rapidjson::MemoryPoolAllocator<>;

  Pool& pool() { return *pool_; }

  // What came from the pool is gone.
  void clear() {
    const std::size_t capacity = pool_->Capacity();
    if (capacity <= bytes_) {
      pool_->Clear();
      return;
    }
    // What found no room lies in chunks from the heap, which a pool frees when it is cleared.
    pool_.reset();
    bytes_ = 2 * capacity;
    buffer_ = std::make_unique_for_overwrite<std::byte[]>(bytes_);
    pool_.emplace(buffer_.get(), bytes_);
  }

 private:
  std::size_t bytes_ = 4096;
  std::unique_ptr<std::byte[]> buffer_ = std::make_unique_for_overwrite<std::byte[]>(bytes_);
  std::optional<Pool> pool_{std::in_place, buffer_.get(), bytes_};
};

class KeptDocument {
 public:
  // The text ends at a NUL and is changed: strings are unescaped where they lie.
  const rapidjson::Value& parse(char* text) {
    values_.clear();
    stack_.clear();
    document_.ParseInsitu<rapidjson::kParseFullPrecisionFlag | rapidjson::kParseValidateEncodingFlag>(text);
    if (document_.HasParseError()) {
      throw Malformed("RapidJSON refuses the text.");
    }
    return document_;
  }

 private:
  using Pool = KeptPool::Pool;

  static constexpr std::size_t first_stack_bytes = 1024;

  KeptPool values_;
  KeptPool stack_;
  rapidjson::GenericDocument<rapidjson::UTF8<>, Pool, Pool> document_{&values_.pool(), first_stack_bytes,
                                                                      &stack_.pool()};
};

}  // namespace serbench

class Codec {
 public:
  static constexpr bool decode_reuses = true;

  serbench::Bytes encode(const serbench::Root& object) {
    out_.buffer.Clear();
    out_.writer.Reset(out_.buffer);
    put(serbench::JsonSlot(out_), object);
    return {reinterpret_cast<const std::byte*>(out_.buffer.GetString()), out_.buffer.GetSize()};
  }

  void decode(serbench::Bytes bytes, serbench::Root& object) { take(parsed(bytes), object); }

  template <class Plan>
  std::uint64_t access(serbench::Bytes bytes, Plan plan) {
    return touch_in(parsed(bytes), serbench::Of<serbench::Root>{}, plan);
  }

 private:
  // In situ the strings are unescaped where they lie, in a text that ends at a NUL.
  serbench::JsonSource parsed(serbench::Bytes bytes) {
    text_.assign(bytes);
    text_.append("", 1);
    return serbench::JsonSource(document_.parse(reinterpret_cast<char*>(text_.data())));
  }

  serbench::JsonOutput out_;
  serbench::ByteBuffer text_;
  serbench::KeptDocument document_;
};
