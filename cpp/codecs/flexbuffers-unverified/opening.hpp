// Opens bytes that are trusted: nothing is looked at before it is read.
#pragma once

#include "flexbuffers_source.hpp"

namespace serbench {

inline flexbuffers::Reference open(Bytes bytes) {
  return flexbuffers::GetRoot(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
}

}  // namespace serbench
