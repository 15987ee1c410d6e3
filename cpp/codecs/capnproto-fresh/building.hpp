// Messages while they are built, each in memory of its own.
#pragma once

#include <capnp/message.h>

#include <optional>

namespace serbench {

using Segments = kj::ArrayPtr<const kj::ArrayPtr<const capnp::word>>;

// A message, and another one whenever it is built anew: a builder makes one message in its life.
class Building {
 public:
  // `fill` is given the builder.
  template <class Fill>
  void build(Fill fill) {
    fill(builder_.emplace());
    segments_ = builder_->getSegmentsForOutput();
  }

  // The message's memory, in the pieces in which it was allocated.
  Segments segments() const { return segments_; }

 private:
  std::optional<capnp::MallocMessageBuilder> builder_;
  Segments segments_;
};

}  // namespace serbench
