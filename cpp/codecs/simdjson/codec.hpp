// JSON by simdjson: its string_builder writes, its On-Demand API reads.
#pragma once

#include "adapter.hpp"
#include "simdjson_slot.hpp"
#include "simdjson_source.hpp"

class Codec {
 public:
  static constexpr bool decode_reuses = true;

  serbench::Bytes encode(const serbench::Root& object) {
    out_.text.clear();
    put(serbench::JsonSlot(out_), object);
    // Throws where the text did not fit into memory.
    return std::as_bytes(std::span(out_.text.view().value()));
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
