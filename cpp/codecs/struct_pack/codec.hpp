// struct_pack over a buffer that it keeps.
#pragma once

#include <stdexcept>
#include <string>

#include "messages.hpp"

class Codec {
 public:
  serbench::Bytes encode(const serbench::Root& object) {
    buffer_.clear();
    struct_pack::serialize_to(buffer_, object);
    return std::as_bytes(std::span(buffer_));
  }

  void decode(serbench::Bytes bytes, serbench::Root& object) {
    std::size_t consumed = 0;
    const struct_pack::err_code fault = struct_pack::deserialize_to(
        object, reinterpret_cast<const char*>(bytes.data()), bytes.size(), consumed);
    if (fault) {
      throw std::invalid_argument("struct_pack: " + std::string(fault.message()) + ".");
    }
    if (consumed != bytes.size()) {
      throw std::invalid_argument("The bytes do not end where the object does.");
    }
  }

 private:
  std::string buffer_;
};
