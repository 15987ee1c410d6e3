// Messages while they are built, in memory that is used again.
#pragma once

#include <capnp/message.h>

#include <array>
#include <optional>

namespace serbench {

using Segments = kj::ArrayPtr<const kj::ArrayPtr<const capnp::word>>;

// Room for a record or a tweet.
inline constexpr std::size_t scratch_words = 4096;

// A message, and another one whenever it is begun anew: a builder makes one message in its life. Its first
// segment is scratch space, to which it writes zeros again when it ends; what finds no room there goes
// elsewhere.
class Building {
 public:
  capnp::MessageBuilder& begin() { return builder_.emplace(kj::arrayPtr(scratch_.data(), scratch_.size())); }

  void finish() { segments_ = builder_->getSegmentsForOutput(); }

  // The message's memory, in the pieces in which it was allocated.
  Segments segments() const { return segments_; }

 private:
  std::array<capnp::word, scratch_words> scratch_{};
  std::optional<capnp::MallocMessageBuilder> builder_;
  Segments segments_;
};

}  // namespace serbench
