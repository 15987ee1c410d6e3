// A source: the bytes that have come from it, and the frames in them.
#pragma once

#include "experiments/relay/connection.hpp"
#include "experiments/relay/frames.hpp"

namespace serbench::relay {

// How much is read at once.
inline constexpr std::size_t read_bytes = 128 << 10;

enum class Next { frame, incomplete, oversized };

class Source {
 public:
  Source(Connection connection, std::uint64_t largest_frame_bytes, Counters& counters)
      : connection_(std::move(connection)), largest_frame_bytes_(largest_frame_bytes), counters_(counters) {}

  int descriptor() const { return connection_.descriptor(); }

  // Reads at most `read_bytes` and waits while nothing is there. What `next` has handed out before is gone.
  void receive();

  // Hands out the next frame that is complete; it is valid until the next `receive`.
  Next next(Frame& frame);

  // The size that the next frame has according to its header.
  std::uint64_t next_message_bytes() const {
    return load_little<std::uint32_t>(buffer_.bytes().data() + begin_);
  }

  bool has_ended() const { return ended_; }

 private:
  Connection connection_;
  std::uint64_t largest_frame_bytes_;
  Counters& counters_;
  ByteBuffer buffer_;
  std::size_t begin_ = 0;  // of what has not been handed out
  bool ended_ = false;
};

}  // namespace serbench::relay
