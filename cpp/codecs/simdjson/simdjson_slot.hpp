// Writes values through simdjson's string_builder.
#pragma once

#include <simdjson.h>

#include "base64.hpp"
#include "document_writing.hpp"

namespace serbench {

struct JsonOutput {
  simdjson::builder::string_builder text;
  std::string base64;
};

class JsonSlot {
 public:
  explicit JsonSlot(JsonOutput& out) : out_(&out) {}

  void boolean(bool value) const { out_->text.append(value); }

  template <Number T>
  void number(T value) const {
    if constexpr (std::is_floating_point_v<T>) {
      if (!std::isfinite(value)) {
        throw std::domain_error("JSON has neither NaN nor infinities.");
      }
    }
    if constexpr (std::is_same_v<T, float>) {
      single(value);
    } else {
      out_->text.append(value);
    }
  }

  void text(std::string_view value) const { out_->text.escape_and_append_with_quotes(value); }

  void bytes(Bytes value) const {
    base64_encode(value, out_->base64);
    text(out_->base64);
  }

  class List {
   public:
    explicit List(JsonOutput& out) : out_(&out) { out.text.start_array(); }
    JsonSlot element() {
      separate(*out_, first_);
      return JsonSlot(*out_);
    }
    void finish() const { out_->text.end_array(); }

   private:
    JsonOutput* out_;
    bool first_ = true;
  };
  List list(std::size_t) const { return List(*out_); }

  class Map {
   public:
    explicit Map(JsonOutput& out) : out_(&out) { out.text.start_object(); }
    JsonSlot member(std::string_view name) {
      separate(*out_, first_);
      out_->text.escape_and_append_with_quotes(name);
      out_->text.append_colon();
      return JsonSlot(*out_);
    }
    JsonSlot entry(std::string_view key) { return member(key); }
    void finish() const { out_->text.end_object(); }

   private:
    JsonOutput* out_;
    bool first_ = true;
  };
  Map map(std::size_t) const { return Map(*out_); }

 private:
  static void separate(JsonOutput& out, bool& first) {
    if (!first) {
      out.text.append_comma();
    }
    first = false;
  }

  // The shortest text that reads back as this float; the builder takes it for a double, and would write up to
  // 17 digits.
  void single(float value) const {
    std::array<char, 24> digits;
    char* end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    // Without a fraction it is an integer to many readers, and those have no -0.
    if (std::none_of(digits.data(), end, [](char c) { return c == '.' || c == 'e'; })) {
      *end++ = '.';
      *end++ = '0';
    }
    out_->text.append_raw(digits.data(), static_cast<std::size_t>(end - digits.data()));
  }

  JsonOutput* out_;
};

}  // namespace serbench
