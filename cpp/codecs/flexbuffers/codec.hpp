// FlexBuffers: pushed onto a builder that is used again, read where they lie.
#pragma once

#include "adapter.hpp"
#include "flexbuffers_slot.hpp"
#include "opening.hpp"

class Codec {
 public:
  using Message = flexbuffers::Builder;
  using Opened = flexbuffers::Reference;
  static constexpr bool decode_reuses = true;
  static constexpr bool builds_in_place = true;

  // Clear keeps the builder's memory.
  void build(const serbench::Root& object, Message& message) {
    message.Clear();
    put(serbench::FlexSlot(message), object);
    message.Finish();
  }

  serbench::Bytes serialize(const Message& message) { return std::as_bytes(std::span(message.GetBuffer())); }

  void deserialize(serbench::Bytes bytes, Opened& opened) { opened = serbench::open(bytes); }

  void extract(const Opened& opened, serbench::Root& object) { take(serbench::FlexSource(opened), object); }

  template <class Plan>
  std::uint64_t touch(const Opened& opened, Plan plan) {
    return touch_in(serbench::FlexSource(opened), serbench::Of<serbench::Root>{}, plan);
  }
};
