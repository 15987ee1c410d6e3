// SBE's generated flyweights over buffers that are kept: written and read in stream order.
#pragma once

#include "adapter.hpp"
#include "conversions.hpp"
#include "updating.hpp"

class Codec {
 public:
  static constexpr bool decode_reuses = true;

  serbench::Bytes encode(const serbench::Root& object) {
    const std::string_view written = writing_.write<serbench::wire_root>(object);
    return {reinterpret_cast<const std::byte*>(written.data()), written.size()};
  }

  void decode(serbench::Bytes bytes, serbench::Root& object) { unpack(reading_, open(bytes), object); }

  template <class Plan>
  std::uint64_t access(serbench::Bytes bytes, Plan plan) {
    return touch(reading_, open(bytes), serbench::As<serbench::Root>{}, plan);
  }

  // Where the schema has a number: without one there is no add_one, which only a template may name then.
  template <class Message = serbench::wire_root>
    requires requires(Message& message) { add_one(message, serbench::As<serbench::Root>{}); }
  bool update_number(std::span<std::byte> message) {
    Message& opened = open(message);
    add_one(opened, serbench::As<serbench::Root>{});
    return true;
  }

 private:
  serbench::wire_root& open(serbench::Bytes bytes) {
    return reading_.open<serbench::wire_root>({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  }

  serbench::Level writing_;
  serbench::Level reading_;
};
