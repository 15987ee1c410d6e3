#include "experiments/relay/source.hpp"

namespace serbench::relay {

void Source::receive() {
  const std::size_t left = buffer_.size() - begin_;
  if (begin_ != 0 && left != 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, left);
    counters_.copied_bytes += left;
  }
  begin_ = 0;
  buffer_.resize(left + read_bytes);
  const std::size_t got = connection_.read_some(buffer_.data() + left, read_bytes);
  buffer_.resize(left + got);
  if (got == 0) {
    ended_ = true;
    counters_.torn += left != 0 ? 1 : 0;
  }
}

Next Source::next(Frame& frame) {
  const std::size_t left = buffer_.size() - begin_;
  if (left < header_bytes) {
    return Next::incomplete;
  }
  const std::uint64_t size = next_message_bytes();
  if (size > largest_frame_bytes_) {
    return Next::oversized;
  }
  if (left - header_bytes < size) {
    return Next::incomplete;
  }
  std::byte* header = buffer_.data() + begin_;
  frame = {load_little<std::uint64_t>(header + 4), {header + header_bytes, size}};
  begin_ += header_bytes + size;
  return Next::frame;
}

}  // namespace serbench::relay
