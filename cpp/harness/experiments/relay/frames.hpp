// The frames of the experiment `relay` (PROTOCOL.md): u32 length, u64 sequence, and the bytes of a message.
#pragma once

#include "values/bytes.hpp"

namespace serbench::relay {

inline constexpr std::size_t header_bytes = 12;

struct Frame {
  std::uint64_t sequence;
  std::span<std::byte> message;

  // The bytes of a frame that lies in a source's buffer, where its header is before its message.
  Bytes as_it_came() const { return {message.data() - header_bytes, header_bytes + message.size()}; }

  // The number of a message in its source.
  std::uint64_t number() const { return sequence & ((std::uint64_t{1} << 48) - 1); }

  bool is_barrier() const { return sequence >> 63 != 0; }
  std::uint64_t barrier_number() const { return sequence & 0xFFFF'FFFF; }
  bool asks_for_phases() const { return (sequence >> 32 & 1) != 0; }
};

// What a relay counts from its start. Bytes are those of messages, without headers.
struct Counters {
  std::uint64_t frames = 0;
  std::uint64_t bytes_in = 0;
  std::uint64_t bytes_out = 0;
  std::uint64_t undecodable = 0;
  std::uint64_t undeliverable = 0;
  std::uint64_t torn = 0;
  std::uint64_t copied_bytes = 0;  // between buffers of the relay's own
  std::uint64_t updated_in_place = 0;
};

}  // namespace serbench::relay
