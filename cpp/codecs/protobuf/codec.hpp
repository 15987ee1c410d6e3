// Protocol Buffers with generated classes, through the ordinary API without arenas.
#pragma once

#include <limits>

#include "bench.hpp"
#include "conversions.hpp"

class Codec {
 public:
  using Message = serbench::wire_root;
  static constexpr bool decode_reuses = true;

  Codec() { GOOGLE_PROTOBUF_VERIFY_VERSION; }

  // Clear keeps the memory of strings and lists, which is why a message is to be used again.
  void build(const serbench::Root& object, Message& message) {
    message.Clear();
    serbench::build(object, message);
  }

  serbench::Bytes serialize(const Message& message) {
    const std::size_t size = message.ByteSizeLong();
    if (size > std::numeric_limits<int>::max()) {
      throw std::length_error("Protocol Buffers' messages are limited to 2 GiB.");
    }
    bytes_.resize(size);
    message.SerializeWithCachedSizesToArray(reinterpret_cast<std::uint8_t*>(bytes_.data()));
    return bytes_.bytes();
  }

  // Refuses messages nested deeper than the library's default of 100 levels.
  void deserialize(serbench::Bytes bytes, Message& message) {
    if (bytes.size() > std::numeric_limits<int>::max() ||
        !message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
      throw std::runtime_error("The bytes cannot be parsed as a message.");
    }
  }

  void extract(const Message& message, serbench::Root& object) { serbench::extract(message, object); }

 private:
  serbench::ByteBuffer bytes_;
};
