// Bytes as nlohmann/json's binary value, which CBOR has as a byte string.
#pragma once

#include <nlohmann/json.hpp>

#include "touch.hpp"

namespace serbench {

inline void put_bytes(nlohmann::json& to, Bytes bytes) {
  const auto* from = reinterpret_cast<const std::uint8_t*>(bytes.data());
  to = nlohmann::json::binary({from, from + bytes.size()});
}

inline void take_bytes(const nlohmann::json& from, std::vector<std::byte>& to) {
  const nlohmann::json::binary_t& bytes = from.get_binary();
  const auto* begin = reinterpret_cast<const std::byte*>(bytes.data());
  to.assign(begin, begin + bytes.size());
}

inline std::uint64_t touch_of_bytes(const nlohmann::json& from) {
  const nlohmann::json::binary_t& bytes = from.get_binary();
  return touch_units(bytes.data(), bytes.size());
}

}  // namespace serbench
