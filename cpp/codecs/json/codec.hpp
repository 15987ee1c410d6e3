// JSON written by RapidJSON and read by simdjson.
#pragma once

#include "adapter.hpp"
#include "rapidjson_slot.hpp"
#include "simdjson_source.hpp"

class Codec {
 public:
  static constexpr bool decode_reuses = true;

  serbench::Bytes encode(const serbench::Root& object) {
    out_.buffer.Clear();
    out_.writer.Reset(out_.buffer);
    put(serbench::JsonSlot(out_), object);
    return {reinterpret_cast<const std::byte*>(out_.buffer.GetString()), out_.buffer.GetSize()};
  }

  void decode(serbench::Bytes bytes, serbench::Root& object) {
    auto document = opened(bytes);
    take(serbench::JsonSource(document.get_value().value()), object);
    if (document.current_location().error() != simdjson::OUT_OF_BOUNDS) {
      throw serbench::Malformed("Text is left over after the object.");
    }
  }

  template <class Plan>
  std::uint64_t access(serbench::Bytes bytes, Plan plan) {
    auto document = opened(bytes);
    return touch_in(serbench::JsonSource(document.get_value().value()), serbench::Of<serbench::Root>{}, plan);
  }

 private:
  // simdjson reads a little beyond the text, so it lies in a buffer with room behind.
  simdjson::ondemand::document opened(serbench::Bytes bytes) {
    padded_.reserve(bytes.size() + simdjson::SIMDJSON_PADDING);
    padded_.assign(bytes);
    return parser_.iterate(reinterpret_cast<const char*>(padded_.data()), padded_.size(), padded_.capacity());
  }

  serbench::JsonOutput out_;
  serbench::ByteBuffer padded_;
  simdjson::ondemand::parser parser_;
};
