// msgpack-cxx: packed into a buffer, unpacked into a tree of objects in a zone, converted from there.
#pragma once

#include "members.hpp"
#include "msgpack_source.hpp"

class Codec {
  static constexpr std::size_t zone_chunk_bytes = 64 * 1024;
  static constexpr std::size_t depth = 10'000;

 public:
  static constexpr bool decode_reuses = true;

  serbench::Bytes encode(const serbench::Root& object) {
    buffer_.clear();
    msgpack::pack(buffer_, object);
    return {reinterpret_cast<const std::byte*>(buffer_.data()), buffer_.size()};
  }

  void decode(serbench::Bytes bytes, serbench::Root& object) { unpacked(bytes).convert(object); }

  template <class Plan>
  std::uint64_t access(serbench::Bytes bytes, Plan plan) {
    const msgpack::object found = unpacked(bytes);
    return touch_in(serbench::MsgpackSource(found), serbench::Of<serbench::Root>{}, plan);
  }

 private:
  // The tree of a message, valid until the next one.
  msgpack::object unpacked(serbench::Bytes bytes) {
    zone_.clear();
    // Whatever a message holds takes a byte at least, so it cannot hold more of anything than it has bytes.
    const std::size_t most = bytes.size();
    const msgpack::unpack_limit limit(most, most, most, most, most, depth);
    std::size_t end = 0;
    const msgpack::object found = msgpack::unpack(zone_, reinterpret_cast<const char*>(bytes.data()),
                                                  bytes.size(), end, &refer, nullptr, limit);
    if (end != bytes.size()) {
      throw std::runtime_error("Bytes are left over after the object.");
    }
    return found;
  }

  // Strings and bytes of the tree point into the message, which outlives it.
  static bool refer(msgpack::type::object_type, std::size_t, void*) { return true; }

  msgpack::sbuffer buffer_;
  msgpack::zone zone_{zone_chunk_bytes};
};
