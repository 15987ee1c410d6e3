// CBOR by libcbor's streaming encoder and decoder: no items in memory.
#pragma once

#include "adapter.hpp"
#include "libcbor_slot.hpp"
#include "libcbor_source.hpp"

class Codec {
 public:
  static constexpr bool decode_reuses = true;

  serbench::Bytes encode(const serbench::Root& object) {
    bytes_.clear();
    put(serbench::CborSlot(bytes_), object);
    return bytes_.bytes();
  }

  void decode(serbench::Bytes bytes, serbench::Root& object) {
    serbench::CborItems items(bytes);
    take(serbench::CborSource(items, items.next()), object);
    if (items.left() != 0) {
      throw serbench::Malformed("Bytes are left over after the object.");
    }
  }

  template <class Plan>
  std::uint64_t access(serbench::Bytes bytes, Plan plan) {
    serbench::CborItems items(bytes);
    return touch_in(serbench::CborSource(items, items.next(), true), serbench::Of<serbench::Root>{}, plan);
  }

 private:
  serbench::ByteBuffer bytes_;
};
