// FlatBuffers with generated accessors: tables are built bottom-up in a builder and read where they lie.
#pragma once

#include "adapter.hpp"
#include "conversions.hpp"
#include "opening.hpp"
#include "updating.hpp"

class Codec {
 public:
  using Message = serbench::Packing;
  using Opened = const serbench::wire_root*;
  static constexpr bool decode_reuses = true;
  static constexpr bool builds_in_place = true;

  // Clear keeps the builder's memory.
  void build(const serbench::Root& object, Message& message) {
    message.builder.Clear();
    message.offsets.clear();
    message.builder.Finish(serbench::pack(message, object));
    if (message.builder.GetSize() >= FLATBUFFERS_MAX_BUFFER_SIZE) {
      throw std::length_error("A FlatBuffer is limited to 2 GiB.");
    }
  }

  serbench::Bytes serialize(const Message& message) {
    return {reinterpret_cast<const std::byte*>(message.builder.GetBufferPointer()),
            message.builder.GetSize()};
  }

  void deserialize(serbench::Bytes bytes, Opened& opened) { opened = serbench::open(bytes); }

  void extract(const Opened& opened, serbench::Root& object) {
    serbench::unpack(serbench::Unpacking{}, opened, object);
  }

  template <class Plan>
  std::uint64_t touch(const Opened& opened, Plan plan) {
    return serbench::touch(opened, plan);
  }

  // Where the schema has a number.
  template <class Table = serbench::wire_root>
    requires requires(Table* root) { serbench::add_one(root); }
  bool update_number(std::span<std::byte> message) {
    static_cast<void>(serbench::open(message));
    return serbench::add_one(flatbuffers::GetMutableRoot<Table>(message.data()));
  }
};
