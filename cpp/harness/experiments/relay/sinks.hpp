// The sinks, with a buffer for each of what it is sent.
#pragma once

#include <vector>

#include "experiments/relay/connection.hpp"
#include "experiments/relay/frames.hpp"

namespace serbench::relay {

// How much a buffer holds when it is written.
inline constexpr std::size_t full_bytes = 100 << 10;

// The system takes longer for one more piece of fewer bytes than to copy them takes.
inline constexpr std::size_t least_piece_bytes = 1 << 10;

class Sinks {
 public:
  Sinks(std::vector<Connection> connections, Counters& counters);

  std::size_t count() const { return outputs_.size(); }

  // Puts a frame into the buffer of a sink.
  void put(std::size_t sink, std::uint64_t sequence, Bytes message) {
    Output& output = outputs_[sink];
    const std::size_t begin = output.buffer.size();
    output.buffer.resize(begin + header_bytes + message.size());
    std::byte* header = output.buffer.data() + begin;
    store_little(header, static_cast<std::uint32_t>(message.size()));
    store_little(header + 4, sequence);
    copy_bytes(header + header_bytes, message.data(), message.size());
    ++output.frames;
    counters_.copied_bytes += message.size();
  }

  // The same, and writes the buffer when it is full. Waits for a slow sink; frames for one that has closed
  // its connection are counted as undeliverable.
  void send(std::size_t sink, std::uint64_t sequence, Bytes message) {
    put(sink, sequence, message);
    if (outputs_[sink].buffer.size() >= full_bytes) {
      write(outputs_[sink]);
    }
  }

  // Has the next `write_all` write a frame from where it lies. Frames that follow each other there are one
  // piece; small ones that do not are copied together.
  void pass_on(std::size_t sink, const Frame& frame) {
    Output& output = outputs_[sink];
    // Pieces are written before the buffer, which holds what came earlier.
    if (output.buffer.size() != 0) {
      write(output);
    }
    Bytes bytes = frame.as_it_came();
    if (bytes.size() < least_piece_bytes && outputs_.size() != 1) {
      bytes = copied(output, bytes);
    }
    ++output.frames;
    std::vector<iovec>& pieces = output.pieces;
    if (!pieces.empty() && end_of(pieces.back()) == bytes.data()) {
      pieces.back().iov_len += bytes.size();
    } else {
      pieces.push_back({const_cast<std::byte*>(bytes.data()), bytes.size()});
    }
  }

  void write_full();
  void write_all();

 private:
  struct Output {
    Connection connection;
    ByteBuffer buffer;
    std::vector<iovec> pieces;  // of whole frames, in the buffers of sources and in `copies`
    ByteBuffer copies;          // does not grow while pieces are in it
    std::uint64_t frames = 0;   // in pieces and buffer
    bool closed = false;
  };

  static const std::byte* end_of(const iovec& piece) {
    return static_cast<const std::byte*>(piece.iov_base) + piece.iov_len;
  }

  // A copy of a small frame, which is valid until the next `write`.
  Bytes copied(Output& output, Bytes frame) {
    if (output.copies.size() + frame.size() > full_bytes) {
      write(output);
    }
    output.copies.reserve(full_bytes);
    const std::size_t begin = output.copies.size();
    output.copies.resize(begin + frame.size());
    std::byte* copy = output.copies.data() + begin;
    copy_bytes(copy, frame.data(), frame.size());
    counters_.copied_bytes += frame.size() - header_bytes;
    return {copy, frame.size()};
  }

  void write(Output& output);
  // Counts the messages in pieces of which only the first bytes have been written.
  void count_lost(std::span<const iovec> pieces, std::size_t written);

  std::vector<Output> outputs_;
  Counters& counters_;
};

}  // namespace serbench::relay
