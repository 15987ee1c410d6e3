// Opens untrusted bytes: the verifier checks all of them once.
#pragma once

#include <algorithm>

#include "conversions.hpp"

namespace serbench {

// A table's offset to its vtable and one reference to it.
inline constexpr std::size_t table_overhead_bytes = 8;

inline const wire_root* open(Bytes bytes) {
  // By default at most 64 levels and a million tables. Deeper data is data too; and no buffer holds more
  // tables than this unless several places share one, which could make a small buffer an endless object.
  flatbuffers::Verifier::Options limits;
  limits.max_depth = 1000;
  limits.max_tables =
      std::max(limits.max_tables, static_cast<flatbuffers::uoffset_t>(bytes.size() / table_overhead_bytes));
  const auto* data = reinterpret_cast<const std::uint8_t*>(bytes.data());
  flatbuffers::Verifier verifier(data, bytes.size(), limits);
  if (bytes.size() >= FLATBUFFERS_MAX_BUFFER_SIZE || !verifier.VerifyBuffer<wire_root>()) {
    throw std::runtime_error("The verifier refuses the bytes.");
  }
  return flatbuffers::GetRoot<wire_root>(data);
}

}  // namespace serbench
