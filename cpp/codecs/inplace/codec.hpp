// Objects that lie in memory as they lie in a file: blocks with self-relative offsets (formats/inplace.md).
#pragma once

#include "access.hpp"
#include "adapter.hpp"
#include "packing.hpp"
#include "unpacking.hpp"

class Codec {
 public:
  using Message = serbench::ByteBuffer;
  using Opened = serbench::Bytes;
  static constexpr bool decode_reuses = true;
  static constexpr bool builds_in_place = true;

  void build(const serbench::Root& object, Message& message) { serbench::pack_root(message, object); }

  serbench::Bytes serialize(const Message& message) { return message.bytes(); }

  // What the root refers to is looked at when it is read.
  void deserialize(serbench::Bytes bytes, Opened& opened) {
    serbench::Parts::require_root(bytes);
    opened = bytes;
  }

  void extract(const Opened& opened, serbench::Root& object) { serbench::unpack_root(opened, object); }

  template <class Plan>
  std::uint64_t touch(const Opened& opened, Plan plan) {
    serbench::Parts parts(opened);
    return serbench::touch(parts, serbench::Of<serbench::Root>{}, parts.root(), plan);
  }

  // Where the schema has a number.
  template <class T = serbench::Root>
    requires requires(serbench::Parts& parts) { add_one(parts, serbench::Of<T>{}, parts.root()); }
  bool update_number(std::span<std::byte> message) {
    serbench::Parts::require_root(message);
    serbench::Parts parts(message);
    add_one(parts, serbench::Of<T>{}, parts.root());
    return true;
  }
};
