// protozero, whose writers and readers are called for each field of the object.
#pragma once

#include <string>

#include "adapter.hpp"
#include "coding.hpp"

class Codec {
 public:
  static constexpr bool decode_reuses = true;

  serbench::Bytes encode(const serbench::Root& object) {
    bytes_.clear();
    protozero::pbf_writer writer{bytes_};
    serbench::write(object, writer);
    return std::as_bytes(std::span{bytes_});
  }

  void decode(serbench::Bytes bytes, serbench::Root& object) {
    serbench::read(protozero::pbf_reader{reinterpret_cast<const char*>(bytes.data()), bytes.size()}, object);
  }

 private:
  std::string bytes_;
};
