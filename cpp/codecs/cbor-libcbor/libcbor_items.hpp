// CBOR's items one by one: libcbor's streaming decoder, which reads one a call and hands it to a callback.
#pragma once

#include <cbor.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "traits.hpp"

namespace serbench {

enum class CborKind { unsigned_int, negative_int, real, boolean, null, text, bytes, list, map, tag, end };

// One item without what it contains. `size` is the number of elements or entries, or of the bytes at `data`;
// none for an item of indefinite length.
struct CborItem {
  CborKind kind = CborKind::null;
  std::uint64_t number = 0;
  double real = 0;
  std::optional<std::size_t> size;
  const char* data = nullptr;
};

namespace cbor_detail {

template <CborKind kind, class T>
void on_number(void* item, T value) {
  *static_cast<CborItem*>(item) = {.kind = kind, .number = value};
}

template <class T>
void on_real(void* item, T value) {
  *static_cast<CborItem*>(item) = {.kind = CborKind::real, .real = value};
}

template <CborKind kind>
void on_string(void* item, cbor_data data, std::size_t size) {
  *static_cast<CborItem*>(item) = {.kind = kind, .size = size, .data = reinterpret_cast<const char*>(data)};
}

template <CborKind kind>
void on_container(void* item, std::size_t size) {
  *static_cast<CborItem*>(item) = {.kind = kind, .size = size};
}

template <CborKind kind>
void on_simple(void* item) {
  *static_cast<CborItem*>(item) = {.kind = kind};
}

inline constexpr cbor_callbacks callbacks{
    .uint8 = on_number<CborKind::unsigned_int, std::uint8_t>,
    .uint16 = on_number<CborKind::unsigned_int, std::uint16_t>,
    .uint32 = on_number<CborKind::unsigned_int, std::uint32_t>,
    .uint64 = on_number<CborKind::unsigned_int, std::uint64_t>,
    .negint64 = on_number<CborKind::negative_int, std::uint64_t>,
    .negint32 = on_number<CborKind::negative_int, std::uint32_t>,
    .negint16 = on_number<CborKind::negative_int, std::uint16_t>,
    .negint8 = on_number<CborKind::negative_int, std::uint8_t>,
    .byte_string_start = on_simple<CborKind::bytes>,
    .byte_string = on_string<CborKind::bytes>,
    .string = on_string<CborKind::text>,
    .string_start = on_simple<CborKind::text>,
    .indef_array_start = on_simple<CborKind::list>,
    .array_start = on_container<CborKind::list>,
    .indef_map_start = on_simple<CborKind::map>,
    .map_start = on_container<CborKind::map>,
    .tag = on_number<CborKind::tag, std::uint64_t>,
    .float2 = on_real<float>,
    .float4 = on_real<float>,
    .float8 = on_real<double>,
    .undefined = on_simple<CborKind::null>,
    .null = on_simple<CborKind::null>,
    .boolean = on_number<CborKind::boolean, bool>,
    .indef_break = on_simple<CborKind::end>,
};

}  // namespace cbor_detail

class CborItems {
 public:
  explicit CborItems(Bytes bytes) : left_(bytes) {}

  CborItem next() {
    CborItem item;
    const auto* at = reinterpret_cast<const unsigned char*>(left_.data());
    const cbor_decoder_result result = cbor_stream_decode(at, left_.size(), &cbor_detail::callbacks, &item);
    if (result.status != CBOR_DECODER_FINISHED) [[unlikely]] {
      throw Malformed("The bytes are no CBOR.");
    }
    left_ = left_.subspan(result.read);
    return item;
  }

  // A string as a whole. One of indefinite length comes in chunks, which are put together.
  std::string_view whole(const CborItem& start) {
    if (start.size) {
      return {start.data, *start.size};
    }
    joined_.clear();
    for (CborItem chunk = next(); chunk.kind != CborKind::end; chunk = next()) {
      if (chunk.kind != start.kind || !chunk.size) {
        throw Malformed("A CBOR string has something else among its chunks.");
      }
      joined_.append(chunk.data, *chunk.size);
    }
    return joined_;
  }

  // Passes over all that an item contains which has just been read. Levels are counted, not entered.
  void skip_inside(const CborItem& item) {
    std::vector<std::optional<std::uint64_t>> open;
    for (CborItem at = item;; at = next()) {
      if (at.kind == CborKind::end) {
        if (open.empty() || open.back()) {
          throw Malformed("A CBOR item ends before its last element.");
        }
        open.pop_back();
      } else if (!open.empty() && open.back()) {
        --*open.back();
      }
      if (contains_items(at)) {
        open.push_back(items_in(at));
      }
      while (!open.empty() && open.back() == 0) {
        open.pop_back();
      }
      if (open.empty()) {
        return;
      }
    }
  }

  std::size_t left() const { return left_.size(); }

 private:
  static bool contains_items(const CborItem& item) {
    const bool is_string = item.kind == CborKind::text || item.kind == CborKind::bytes;
    return item.kind == CborKind::list || item.kind == CborKind::map || item.kind == CborKind::tag ||
           (is_string && !item.size);
  }

  // How many items lie inside; none where a break ends them.
  std::optional<std::uint64_t> items_in(const CborItem& item) const {
    if (item.size && *item.size > left_.size()) {
      throw Malformed("A CBOR item says that it holds more than there is.");
    }
    if (item.kind == CborKind::tag) {
      return 1;
    }
    return item.kind == CborKind::map && item.size ? 2 * *item.size : item.size;
  }

  Bytes left_;
  std::string joined_;
};

}  // namespace serbench
