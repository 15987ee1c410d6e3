#include "experiments/relay/sinks.hpp"

namespace serbench::relay {

Sinks::Sinks(std::vector<Connection> connections, Counters& counters) : counters_(counters) {
  outputs_.reserve(connections.size());
  for (Connection& connection : connections) {
    outputs_.push_back({std::move(connection), {}, {}, {}});
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
    if (output.frames != 0) {
      write(output);
    }
  }
}

void Sinks::write(Output& output) {
  std::vector<iovec>& pieces = output.pieces;
  if (output.buffer.size() != 0) {
    pieces.push_back({output.buffer.data(), output.buffer.size()});
  }
  std::size_t size = 0;
  for (const iovec& piece : pieces) {
    size += piece.iov_len;
  }
  const std::size_t written = output.closed ? 0 : output.connection.write_all(pieces);
  if (written == size) {
    counters_.bytes_out += size - header_bytes * output.frames;
  } else {
    output.closed = true;
    count_lost(pieces, written);
  }
  output.buffer.clear();
  pieces.clear();
  output.copies.clear();
  output.frames = 0;
}

void Sinks::count_lost(std::span<const iovec> pieces, std::size_t written) {
  std::size_t end = 0;
  for (const iovec& piece : pieces) {
    const auto* frames = static_cast<const std::byte*>(piece.iov_base);
    for (std::size_t at = 0; at != piece.iov_len;) {
      const auto size = load_little<std::uint32_t>(frames + at);
      const Frame frame{load_little<std::uint64_t>(frames + at + 4), {}};
      at += header_bytes + size;
      end += header_bytes + size;
      if (end <= written) {
        counters_.bytes_out += size;
      } else if (!frame.is_barrier()) {
        ++counters_.undeliverable;
      }
    }
  }
}

}  // namespace serbench::relay
