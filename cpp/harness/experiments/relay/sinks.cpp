#include "experiments/relay/sinks.hpp"

namespace serbench::relay {

Sinks::Sinks(std::vector<Connection> connections, Counters& counters) : counters_(counters) {
  outputs_.reserve(connections.size());
  for (Connection& connection : connections) {
    outputs_.push_back({std::move(connection), {}});
  }
}

void Sinks::put(std::size_t sink, std::uint64_t sequence, Bytes message) {
  ByteBuffer& buffer = outputs_[sink].buffer;
  const std::size_t begin = buffer.size();
  buffer.resize(begin + header_bytes + message.size());
  std::byte* header = buffer.data() + begin;
  store_little(header, static_cast<std::uint32_t>(message.size()));
  store_little(header + 4, sequence);
  if (!message.empty()) {
    std::memcpy(header + header_bytes, message.data(), message.size());
  }
  counters_.copied_bytes += message.size();
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
  output.closed = output.closed || written != frames.size();
  count(frames, written);
  output.buffer.clear();
}

void Sinks::count(Bytes frames, std::size_t written) {
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
