// JSON by yyjson: a mutable document that is written, and an immutable one that is read.
#pragma once

#include "adapter.hpp"
#include "yyjson_slot.hpp"
#include "yyjson_source.hpp"

class Codec {
 public:
  static constexpr bool decode_reuses = true;

  serbench::Bytes encode(const serbench::Root& object) {
    out_.begin();
    put(serbench::JsonSlot(out_), object);
    return out_.written();
  }

  void decode(serbench::Bytes bytes, serbench::Root& object) { take(in_.opened(bytes), object); }

  template <class Plan>
  std::uint64_t access(serbench::Bytes bytes, Plan plan) {
    return touch_in(in_.opened(bytes), serbench::Of<serbench::Root>{}, plan);
  }

 private:
  serbench::JsonOutput out_;
  serbench::JsonInput in_;
};
