// Opens untrusted bytes: the verifier checks all of them once.
#pragma once

#include "flexbuffers_source.hpp"

namespace serbench {

inline flexbuffers::Reference open(Bytes bytes) {
  // By default at most 64 levels; deeper data is data too.
  constexpr std::size_t max_depth = 1000;
  const auto* data = reinterpret_cast<const std::uint8_t*>(bytes.data());
  if (bytes.size() >= FLATBUFFERS_MAX_BUFFER_SIZE ||
      !flexbuffers::Verifier(data, bytes.size(), nullptr, true, max_depth).VerifyBuffer()) {
    throw Malformed("The verifier refuses the bytes.");
  }
  return flexbuffers::GetRoot(data, bytes.size());
}

}  // namespace serbench
