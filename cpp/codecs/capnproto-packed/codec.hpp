// Cap'n Proto with generated accessors, its messages packed: the zeros of the segments cost next to nothing.
#pragma once

#include "adapter.hpp"
#include "conversions.hpp"
#include "framing.hpp"

class Codec {
 public:
  using Message = serbench::Building;
  using Opened = serbench::Opening;
  static constexpr bool decode_reuses = true;

  void build(const serbench::Root& object, Message& message) {
    message.build([&object](capnp::MessageBuilder& builder) {
      serbench::pack(serbench::Packing{}, object, builder.initRoot<serbench::wire_root>());
    });
  }

  serbench::Bytes serialize(const Message& message) {
    return serbench::write_packed(bytes_, message.segments());
  }

  void deserialize(serbench::Bytes bytes, Opened& opened) { opened.open(bytes); }

  void extract(const Opened& opened, serbench::Root& object) {
    serbench::unpack(serbench::Unpacking{opened.bytes()}, opened.root(), object);
  }

  void decode(serbench::Bytes bytes, serbench::Root& object) {
    unpacker_.unpacked(bytes, [&object](capnp::MessageReader& reader, std::size_t unpacked_bytes) {
      serbench::unpack(serbench::Unpacking{unpacked_bytes}, reader.getRoot<serbench::wire_root>(), object);
    });
  }

  template <class Plan>
  std::uint64_t access(serbench::Bytes bytes, Plan plan) {
    return unpacker_.unpacked(bytes, [plan](capnp::MessageReader& reader, std::size_t) {
      return touch(reader.getRoot<serbench::wire_root>(), plan);
    });
  }

 private:
  serbench::ByteBuffer bytes_;
  serbench::Unpacker unpacker_;
};
