#include "experiments/relay/sinks.hpp"

namespace serbench::relay {

Sinks::Sinks(std::vector<Connection> connections, Counters& counters) : counters_(counters) {
  outputs_.reserve(connections.size());
  for (Connection& connection : connections) {
    outputs_.push_back({std::move(connection), {}});
  }
}

void Sinks::write_full() {
  for (Output& output : outputs_) {
    if (output.buffer.size() >= full_bytes) {
      write(output);
    }
  }
}

void Sinks::write_all() {
  for (Output& output : outputs_) {
    if (output.buffer.size() != 0) {
      write(output);
    }
  }
}

void Sinks::write(Output& output) {
  const Bytes frames = output.buffer.bytes();
  const std::size_t written = output.closed ? 0 : output.connection.write_all(frames);
  if (written == frames.size()) {
    counters_.bytes_out += frames.size() - header_bytes * output.frames;
  } else {
    output.closed = true;
    count_lost(frames, written);
  }
  output.buffer.clear();
  output.frames = 0;
}

void Sinks::count_lost(Bytes frames, std::size_t written) {
  for (std::size_t at = 0; at != frames.size();) {
    const auto size = load_little<std::uint32_t>(frames.data() + at);
    const Frame frame{load_little<std::uint64_t>(frames.data() + at + 4), {}};
    at += header_bytes + size;
    if (at <= written) {
      counters_.bytes_out += size;
    } else if (!frame.is_mark()) {
      ++counters_.undeliverable;
    }
  }
}

}  // namespace serbench::relay
