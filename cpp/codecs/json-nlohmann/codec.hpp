// JSON by nlohmann/json: its value is the message.
#pragma once

#include "adapter.hpp"
#include "nlohmann_slot.hpp"
#include "nlohmann_source.hpp"

class Codec {
 public:
  using Message = nlohmann::json;
  static constexpr bool decode_reuses = true;

  void build(const serbench::Root& object, Message& message) { put(serbench::NlohmannSlot(message), object); }

  serbench::Bytes serialize(const Message& message) {
    text_ = message.dump();
    return std::as_bytes(std::span(text_));
  }

  void deserialize(serbench::Bytes bytes, Message& message) {
    const auto* begin = reinterpret_cast<const char*>(bytes.data());
    message = nlohmann::json::parse(begin, begin + bytes.size());
  }

  void extract(const Message& message, serbench::Root& object) {
    take(serbench::NlohmannSource(message), object);
  }
  void extract(Message&& message, serbench::Root& object) { take(serbench::NlohmannSource(message), object); }

  template <class Plan>
  std::uint64_t touch(const Message& message, Plan plan) {
    return touch_in(serbench::NlohmannSource(message), serbench::Of<serbench::Root>{}, plan);
  }

 private:
  std::string text_;
};
