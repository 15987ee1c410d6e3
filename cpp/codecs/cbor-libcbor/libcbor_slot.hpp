// Appends values with libcbor's streaming encoder.
#pragma once

#include <cbor.h>

#include "document_writing.hpp"

namespace serbench {

class CborSlot {
 public:
  explicit CborSlot(ByteBuffer& out) : out_(&out) {}

  void boolean(bool value) const { append(cbor_encode_bool, value); }

  template <Number T>
  void number(T value) const {
    if constexpr (std::is_same_v<T, float>) {
      append(cbor_encode_single, value);
    } else if constexpr (std::is_same_v<T, double>) {
      append(cbor_encode_double, value);
    } else if (std::cmp_less(value, 0)) {
      // A negative number n is stored as -1 - n.
      append(cbor_encode_negint, ~static_cast<std::uint64_t>(static_cast<std::int64_t>(value)));
    } else {
      append(cbor_encode_uint, static_cast<std::uint64_t>(value));
    }
  }

  void text(std::string_view value) const {
    append(cbor_encode_string_start, value.size());
    out_->append(value.data(), value.size());
  }

  void bytes(Bytes value) const {
    append(cbor_encode_bytestring_start, value.size());
    out_->append(value.data(), value.size());
  }

  struct List {
    ByteBuffer& out;
    CborSlot element() const { return CborSlot(out); }
    void finish() const {}
  };
  List list(std::size_t count) const {
    append(cbor_encode_array_start, count);
    return {*out_};
  }

  struct Map {
    ByteBuffer& out;
    CborSlot member(std::string_view name) const {
      CborSlot(out).text(name);
      return CborSlot(out);
    }
    CborSlot entry(std::string_view key) const { return member(key); }
    void finish() const {}
  };
  Map map(std::size_t count) const {
    append(cbor_encode_map_start, count);
    return {*out_};
  }

 private:
  // The encoders write into memory that has room for what they write: at most nine bytes.
  template <class Encode, class T>
  void append(Encode encode, T value) const {
    constexpr std::size_t longest = 9;
    const std::size_t before = out_->size();
    out_->reserve(before + longest);
    auto* at = reinterpret_cast<unsigned char*>(out_->data() + before);
    out_->resize(before + encode(value, at, longest));
  }

  ByteBuffer* out_;
};

}  // namespace serbench
