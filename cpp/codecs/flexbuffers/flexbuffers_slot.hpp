// Pushes values onto a FlexBuffers builder.
#pragma once

#include <flatbuffers/flexbuffers.h>

#include "document_writing.hpp"

namespace serbench {

// The builder stands where the next value goes.
class FlexSlot {
 public:
  explicit FlexSlot(flexbuffers::Builder& builder) : builder_(&builder) {}

  void boolean(bool value) const { builder_->Bool(value); }

  template <Number T>
  void number(T value) const {
    builder_->Add(value);
  }

  void text(std::string_view value) const { builder_->String(value.data(), value.size()); }

  void bytes(Bytes value) const { builder_->Blob(value.data(), value.size()); }

  template <Number T>
  void numbers(const std::vector<T>& values) const {
    builder_->Vector(values);
  }

  // A typed vector without elements has no type that a reader could see.
  void numbers(const std::vector<bool>& values) const {
    const std::size_t start = builder_->StartVector();
    for (const bool value : values) {
      builder_->Bool(value);
    }
    builder_->EndVector(start, !values.empty(), false);
  }

  struct List {
    flexbuffers::Builder& builder;
    std::size_t start;
    FlexSlot element() const { return FlexSlot(builder); }
    void finish() const { builder.EndVector(start, false, false); }
  };
  List list(std::size_t) const { return {*builder_, builder_->StartVector()}; }

  struct Map {
    flexbuffers::Builder& builder;
    std::size_t start;
    FlexSlot member(std::string_view name) const {
      builder.Key(name.data(), name.size());
      return FlexSlot(builder);
    }
    FlexSlot entry(std::string_view key) const {
      if (key.find('\0') != key.npos) {
        throw std::invalid_argument("A key in FlexBuffers cannot hold a NUL.");
      }
      return member(key);
    }
    void finish() const { builder.EndMap(start); }
  };
  Map map(std::size_t) const { return {*builder_, builder_->StartMap()}; }

 private:
  flexbuffers::Builder* builder_;
};

}  // namespace serbench
