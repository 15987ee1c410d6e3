// JSON by yyjson: a mutable document that is written, and an immutable one that is read.
#pragma once

#include "bench.hpp"
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

  std::uint64_t access_one(serbench::Bytes bytes) { return accessed(bytes, serbench::One{}); }
  std::uint64_t access_tenth(serbench::Bytes bytes) { return accessed(bytes, serbench::Tenth{}); }
  std::uint64_t access_all(serbench::Bytes bytes) { return accessed(bytes, serbench::All{}); }

 private:
  template <class Plan>
  std::uint64_t accessed(serbench::Bytes bytes, Plan plan) {
    return touch_in(in_.opened(bytes), serbench::Of<serbench::Root>{}, plan);
  }

  serbench::JsonOutput out_;
  serbench::JsonInput in_;
};
