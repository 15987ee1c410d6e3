// Builds a mutable document of yyjson and writes it.
#pragma once

#include "base64.hpp"
#include "document_writing.hpp"
#include "yyjson_memory.hpp"

namespace serbench {

struct FreesMutableDocument {
  void operator()(yyjson_mut_doc* document) const { yyjson_mut_doc_free(document); }
};

// One document after the other, in memory that is kept. What was written is valid until the next one begins.
class JsonOutput {
 public:
  JsonOutput() = default;
  JsonOutput(const JsonOutput&) = delete;
  JsonOutput& operator=(const JsonOutput&) = delete;
  ~JsonOutput() { release(); }

  void begin() {
    release();
    document_.reset(yyjson_mut_doc_new(memory_.get()));
  }

  Bytes written() {
    yyjson_write_err fault{};
    std::size_t size = 0;
    text_ = yyjson_mut_write_opts(document_.get(), YYJSON_WRITE_NOFLAG, memory_.get(), &size, &fault);
    if (text_ == nullptr) {
      throw std::domain_error(fault.msg);
    }
    return {reinterpret_cast<const std::byte*>(text_), size};
  }

  yyjson_mut_doc* document() const { return document_.get(); }

  std::string base64;

 private:
  void release() {
    if (text_ != nullptr) {
      memory_.free(text_);
      text_ = nullptr;
    }
    document_.reset();
  }

  JsonMemory memory_;
  std::unique_ptr<yyjson_mut_doc, FreesMutableDocument> document_;
  char* text_ = nullptr;
};

class JsonSlot {
 public:
  explicit JsonSlot(JsonOutput& out) : out_(&out) {}
  // The place behind the last element of an array, or, with a key, behind the last member of an object.
  JsonSlot(JsonOutput& out, yyjson_mut_val* container, yyjson_mut_val* key = nullptr)
      : out_(&out), container_(container), key_(key) {}

  void boolean(bool value) const { add(yyjson_mut_bool(document(), value)); }

  template <Number T>
  void number(T value) const {
    if constexpr (std::is_same_v<T, float>) {
      // Written as the shortest text that reads back as this float.
      add(yyjson_mut_float(document(), value));
    } else if constexpr (std::is_same_v<T, double>) {
      add(yyjson_mut_double(document(), value));
    } else if constexpr (std::is_signed_v<T>) {
      add(yyjson_mut_sint(document(), value));
    } else {
      add(yyjson_mut_uint(document(), value));
    }
  }

  template <Number T>
  void numbers(const std::vector<T>& values) const {
    if constexpr (std::is_same_v<T, float>) {
      add(yyjson_mut_arr_with_float(document(), values.data(), values.size()));
    } else if constexpr (std::is_same_v<T, double>) {
      add(yyjson_mut_arr_with_double(document(), values.data(), values.size()));
    } else if constexpr (std::is_same_v<T, std::int32_t>) {
      add(yyjson_mut_arr_with_sint32(document(), values.data(), values.size()));
    } else if constexpr (std::is_same_v<T, std::int64_t>) {
      add(yyjson_mut_arr_with_sint64(document(), values.data(), values.size()));
    } else if constexpr (std::is_same_v<T, std::uint32_t>) {
      add(yyjson_mut_arr_with_uint32(document(), values.data(), values.size()));
    } else {
      static_assert(std::is_same_v<T, std::uint64_t>);
      add(yyjson_mut_arr_with_uint64(document(), values.data(), values.size()));
    }
  }

  // The object keeps its strings until the document is written, so the document refers to them.
  void text(std::string_view value) const { add(yyjson_mut_strn(document(), value.data(), value.size())); }

  void bytes(Bytes value) const {
    base64_encode(value, out_->base64);
    add(yyjson_mut_strncpy(document(), out_->base64.data(), out_->base64.size()));
  }

  struct List {
    JsonOutput& out;
    yyjson_mut_val* array;
    JsonSlot element() const { return JsonSlot(out, array); }
    void finish() const {}
  };
  List list(std::size_t) const { return {*out_, add(yyjson_mut_arr(document()))}; }

  struct Map {
    JsonOutput& out;
    yyjson_mut_val* object;

    // The name of a field needs no escapes, as yyjson sees by itself where a key is a literal.
    JsonSlot member(std::string_view name) const {
      yyjson_mut_val* key = yyjson_mut_strn(out.document(), name.data(), name.size());
      yyjson_mut_set_str_noesc(key, true);
      return JsonSlot(out, object, key);
    }
    // The text of a key may be gone before the document is written.
    JsonSlot entry(std::string_view key) const {
      return JsonSlot(out, object, yyjson_mut_strncpy(out.document(), key.data(), key.size()));
    }
    void finish() const {}
  };
  Map map(std::size_t) const { return {*out_, add(yyjson_mut_obj(document()))}; }

 private:
  yyjson_mut_doc* document() const { return out_->document(); }

  // Without memory yyjson makes no value, and takes none.
  yyjson_mut_val* add(yyjson_mut_val* value) const {
    bool added = value != nullptr;
    if (container_ == nullptr) {
      yyjson_mut_doc_set_root(document(), value);
    } else if (key_ == nullptr) {
      added = yyjson_mut_arr_append(container_, value);
    } else {
      added = yyjson_mut_obj_add(container_, key_, value);
    }
    if (!added) [[unlikely]] {
      throw std::bad_alloc();
    }
    return value;
  }

  JsonOutput* out_;
  yyjson_mut_val* container_ = nullptr;
  yyjson_mut_val* key_ = nullptr;
};

}  // namespace serbench
