// Cap'n Proto with generated accessors: a message is built in segments of memory and read where it lies.
#pragma once

#include "adapter.hpp"
#include "conversions.hpp"
#include "framing.hpp"

class Codec {
 public:
  using Message = serbench::Building;
  using Opened = std::optional<serbench::Opening>;
  static constexpr bool decode_reuses = true;
  static constexpr bool builds_in_place = true;

  void build(const serbench::Root& object, Message& message) {
    message.build([&object](capnp::MessageBuilder& builder) {
      serbench::pack(serbench::Packing{}, object, builder.initRoot<serbench::wire_root>());
    });
  }

  serbench::Bytes serialize(const Message& message) {
    return serbench::write_framed(bytes_, message.segments());
  }

  // cpp-serializers reads the segments where they were built, and counts them without the table that would
  // stand in front of them.
  void classic_open(const Message& message, Opened& opened) {
    opened.emplace(message.segments(), serbench::limits_of_any_passes());
  }

  std::uint64_t classic_size_bytes(const Message& message) {
    std::uint64_t size = 0;
    for (const auto segment : message.segments()) {
      size += segment.asBytes().size();
    }
    return size;
  }

  void deserialize(serbench::Bytes bytes, Opened& opened) {
    opened.emplace(bytes, serbench::limits_of_any_passes());
  }

  void extract(const Opened& opened, serbench::Root& object) {
    serbench::unpack(serbench::Unpacking{opened->bytes()}, opened->root(), object);
  }

  void decode(serbench::Bytes bytes, serbench::Root& object) {
    serbench::unpack(serbench::Unpacking{bytes.size()}, open(bytes).root(), object);
  }

  // One pass over the message has narrower limits than any number of passes.
  template <class Plan>
  std::uint64_t access(serbench::Bytes bytes, Plan plan) {
    return touch(open(bytes).root(), plan);
  }

 private:
  static serbench::Opening open(serbench::Bytes bytes) {
    return {bytes, serbench::limits_of_one_pass(bytes.size() / sizeof(capnp::word))};
  }

  serbench::ByteBuffer bytes_;
};
