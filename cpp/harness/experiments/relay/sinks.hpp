// The sinks, with a buffer for each of what it is sent.
#pragma once

#include <vector>

#include "experiments/relay/connection.hpp"
#include "experiments/relay/frames.hpp"

namespace serbench::relay {

// How much a buffer holds when it is written.
inline constexpr std::size_t full_bytes = 100 << 10;

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

  void write_full();
  void write_all();

 private:
  struct Output {
    Connection connection;
    ByteBuffer buffer;
    std::uint64_t frames = 0;  // in the buffer
    bool closed = false;
  };

  void write(Output& output);
  // Counts the messages in a buffer of which only the first bytes have been written.
  void count_lost(Bytes frames, std::size_t written);

  std::vector<Output> outputs_;
  Counters& counters_;
};

}  // namespace serbench::relay
