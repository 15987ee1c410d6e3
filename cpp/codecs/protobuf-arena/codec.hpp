// Protocol Buffers with generated classes whose messages are allocated on arenas.
#pragma once

#include <google/protobuf/arena.h>

#include "calling.hpp"

// Newer releases make messages, too, by Create, which in older ones does not tell a message of its arena.
template <class Message, class Arena = google::protobuf::Arena>
Message* made_on(Arena& arena) {
  if constexpr (requires { Arena::template CreateMessage<Message>(&arena); }) {
    return Arena::template CreateMessage<Message>(&arena);
  } else {
    return Arena::template Create<Message>(&arena);
  }
}

// An arena that is used again for one message after the other.
class MessageOnArena {
 public:
  serbench::wire_root& begin() {
    const std::uint64_t taken = arena_ ? arena_->Reset() : first_block_bytes;
    if (taken > block_.size()) {
      // What did not fit was allocated in further blocks, which Reset gives back; the next arena has room for
      // all.
      arena_.reset();
      block_.resize(static_cast<std::size_t>(taken));
      arena_.emplace(block_.data(), block_.size());
    }
    message_ = made_on<serbench::wire_root>(*arena_);
    return *message_;
  }
  serbench::wire_root& get() { return *message_; }
  const serbench::wire_root& get() const { return *message_; }

 private:
  static constexpr std::uint64_t first_block_bytes = 4096;

  std::vector<char> block_;
  std::optional<google::protobuf::Arena> arena_;
  serbench::wire_root* message_ = nullptr;
};

using Codec = MessageCodec<MessageOnArena>;
