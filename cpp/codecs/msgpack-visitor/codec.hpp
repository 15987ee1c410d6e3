// msgpack-cxx: packed into a buffer, parsed by a visitor that fills the object.
#pragma once

#include "members.hpp"
#include "visiting.hpp"

class Codec {
 public:
  static constexpr bool decode_reuses = true;

  serbench::Bytes encode(const serbench::Root& object) {
    buffer_.clear();
    msgpack::pack(buffer_, object);
    return {reinterpret_cast<const std::byte*>(buffer_.data()), buffer_.size()};
  }

  void decode(serbench::Bytes bytes, serbench::Root& object) {
    visitor_.begin(serbench::target_of(object), bytes.size());
    std::size_t end = 0;
    const bool whole =
        msgpack::parse(reinterpret_cast<const char*>(bytes.data()), bytes.size(), end, visitor_);
    if (!whole || end != bytes.size()) {
      throw std::runtime_error("The bytes do not end where the object does.");
    }
  }

 private:
  msgpack::sbuffer buffer_;
  serbench::FillingVisitor visitor_;
};
