// A socket by which the relay is connected to a source or a sink. It knows no frames.
#pragma once

#include <sys/uio.h>

#include <string>

#include "values/bytes.hpp"

namespace serbench::relay {

enum class End : std::uint16_t { source = 0, sink = 1 };

class Connection {
 public:
  // Connects to unix:PATH or to tcp:PORT of this machine, and says for whom. Throws RequestError when nothing
  // listens there.
  Connection(const std::string& at, End end, std::uint16_t number);
  Connection(Connection&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  Connection& operator=(const Connection&) = delete;
  ~Connection();

  int descriptor() const { return descriptor_; }

  // Reads what is there, up to `most` bytes, and waits while nothing is; 0 when the other end has closed.
  std::size_t read_some(std::byte* to, std::size_t most);

  // Waits until all is written. Returns how many bytes were: fewer when the other end has closed.
  std::size_t write_all(Bytes bytes);
  // The same of pieces in different places, one after the other.
  std::size_t write_all(std::span<const iovec> pieces);

 private:
  int descriptor_;
};

}  // namespace serbench::relay
