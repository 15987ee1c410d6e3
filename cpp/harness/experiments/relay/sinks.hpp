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
  void put(std::size_t sink, std::uint64_t sequence, Bytes message);

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
    bool closed = false;
  };

  void write(Output& output);
  // Counts the messages among a buffer's frames of which `written` bytes have been written.
  void count(Bytes frames, std::size_t written);

  std::vector<Output> outputs_;
  Counters& counters_;
};

}  // namespace serbench::relay
