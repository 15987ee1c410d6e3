// Messages while they are built, in memory that is used again.
#pragma once

#include <capnp/message.h>

#include <algorithm>
#include <memory>
#include <optional>

namespace serbench {

using Segments = kj::ArrayPtr<const kj::ArrayPtr<const capnp::word>>;

// A message, and another one whenever it is built anew: a builder makes one message in its life. Its first
// segment is kept: the builder writes zeros over what it has used when it ends, as the next one requires.
class Building {
 public:
  // `fill` is given the builder, and once more if the first segment had no room for the message.
  template <class Fill>
  void build(Fill fill) {
    begin_and(fill);
    const std::size_t words = words_of(segments_);
    if (segments_.size() > 1 && words <= most_segment_words) {
      make_room(words);
      begin_and(fill);
    }
  }

  // The message's memory, in the pieces in which it was allocated.
  Segments segments() const { return segments_; }

 private:
  static constexpr std::size_t most_segment_words = (std::size_t{1} << 29) - 1;

  template <class Fill>
  void begin_and(Fill& fill) {
    fill(builder_.emplace(kj::arrayPtr(first_segment_.get(), first_segment_words_)));
    segments_ = builder_->getSegmentsForOutput();
  }

  static std::size_t words_of(Segments segments) {
    std::size_t words = 0;
    for (const auto segment : segments) {
      words += segment.size();
    }
    return words;
  }

  // In one segment a message is never longer than in several, which need pointers to each other.
  void make_room(std::size_t words) {
    builder_.reset();
    first_segment_words_ = std::max(words, std::min(2 * first_segment_words_, most_segment_words));
    first_segment_ = std::make_unique<capnp::word[]>(first_segment_words_);
  }

  // The library's own size, to begin with. make_unique sets it to zero.
  std::size_t first_segment_words_ = capnp::SUGGESTED_FIRST_SEGMENT_WORDS;
  std::unique_ptr<capnp::word[]> first_segment_ = std::make_unique<capnp::word[]>(first_segment_words_);
  std::optional<capnp::MallocMessageBuilder> builder_;
  Segments segments_;
};

}  // namespace serbench
