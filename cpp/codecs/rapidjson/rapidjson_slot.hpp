// Writes values through RapidJSON's Writer.
#pragma once

// RapidJSON looks for characters to escape 16 at a time where it is told that it may.
#if defined(__SSE2__)
#define RAPIDJSON_SSE2
#elif defined(__ARM_NEON)
#define RAPIDJSON_NEON
#endif
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include "base64.hpp"
#include "document_writing.hpp"

namespace serbench {

struct JsonOutput {
  rapidjson::StringBuffer buffer;
  rapidjson::Writer<rapidjson::StringBuffer> writer{buffer};
  std::string base64;
};

class JsonSlot {
 public:
  explicit JsonSlot(JsonOutput& out) : out_(&out) {}

  void boolean(bool value) const { out_->writer.Bool(value); }

  template <Number T>
  void number(T value) const {
    if constexpr (std::is_same_v<T, float>) {
      single(value);
    } else if constexpr (std::is_same_v<T, double>) {
      if (!out_->writer.Double(value)) {
        throw std::domain_error("JSON has neither NaN nor infinities.");
      }
    } else if constexpr (std::is_signed_v<T>) {
      out_->writer.Int64(value);
    } else {
      out_->writer.Uint64(value);
    }
  }

  void text(std::string_view value) const {
    out_->writer.String(value.data(), static_cast<rapidjson::SizeType>(value.size()));
  }

  void bytes(Bytes value) const {
    base64_encode(value, out_->base64);
    text(out_->base64);
  }

  struct List {
    JsonOutput& out;
    JsonSlot element() const { return JsonSlot(out); }
    void finish() const { out.writer.EndArray(); }
  };
  List list(std::size_t) const {
    out_->writer.StartArray();
    return {*out_};
  }

  struct Map {
    JsonOutput& out;
    JsonSlot member(std::string_view name) const {
      out.writer.Key(name.data(), static_cast<rapidjson::SizeType>(name.size()));
      return JsonSlot(out);
    }
    JsonSlot entry(std::string_view key) const { return member(key); }
    void finish() const { out.writer.EndObject(); }
  };
  Map map(std::size_t) const {
    out_->writer.StartObject();
    return {*out_};
  }

 private:
  // The shortest text that reads back as this float; the Writer knows doubles alone, and would write up to 17
  // digits.
  void single(float value) const {
    if (!std::isfinite(value)) {
      throw std::domain_error("JSON has neither NaN nor infinities.");
    }
    std::array<char, 24> digits;
    char* end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    // Without a fraction it is an integer to many readers, and those have no -0.
    if (std::none_of(digits.data(), end, [](char c) { return c == '.' || c == 'e'; })) {
      *end++ = '.';
      *end++ = '0';
    }
    out_->writer.RawValue(digits.data(), static_cast<std::size_t>(end - digits.data()),
                          rapidjson::kNumberType);
  }

  JsonOutput* out_;
};

}  // namespace serbench
