// Bytes as base64 text, which JSON has no other way for.
#pragma once

#include <nlohmann/json.hpp>

#include "base64.hpp"
#include "touch.hpp"

namespace serbench {

inline void put_bytes(nlohmann::json& to, Bytes bytes) {
  std::string text;
  base64_encode(bytes, text);
  to = std::move(text);
}

inline void take_bytes(const nlohmann::json& from, std::vector<std::byte>& to) {
  base64_decode(from.get_ref<const std::string&>(), to);
}

inline std::uint64_t touch_of_bytes(const nlohmann::json& from) {
  std::vector<std::byte> bytes;
  take_bytes(from, bytes);
  return touch(bytes, All{});
}

}  // namespace serbench
