// Bytes that end where readable memory ends, so that a read beyond them is a signal and not luck.
#pragma once

#include <cstddef>

#include "values/bytes.hpp"

namespace serbench::torture {

// Holds one message at a time, at an address that is aligned as malloc aligns: zeros follow it up to the next
// such address. Before it lie zeros too. What lies further away, by an offset of 32 bits, is not readable.
class GuardedBytes {
 public:
  // Room for messages of at most this size. Throws RequestError where the system has none.
  explicit GuardedBytes(std::size_t largest);
  GuardedBytes(const GuardedBytes&) = delete;
  GuardedBytes& operator=(const GuardedBytes&) = delete;
  ~GuardedBytes();

  // The message in its place, where it stays until the next.
  Bytes hold(Bytes message);

 private:
  std::byte* reserved_;
  std::size_t reserved_bytes_;
  std::byte* end_;
  // From here to the end there was something once.
  std::byte* used_from_;
};

}  // namespace serbench::torture
