// zpp::bits over a buffer that it keeps.
#pragma once

#include <stdexcept>

#include "telling.hpp"

class Codec {
 public:
  static constexpr bool decode_reuses = true;

  serbench::Bytes encode(const serbench::Root& object) {
    zpp::bits::out out(buffer_, zpp::bits::no_fit_size{});
    out(object).or_throw();
    return {buffer_.data(), out.position()};
  }

  void decode(serbench::Bytes bytes, serbench::Root& object) {
    zpp::bits::in in(bytes);
    in(object).or_throw();
    if (in.position() != bytes.size()) {
      throw std::invalid_argument("The bytes do not end where the object does.");
    }
  }

 private:
  std::vector<std::byte> buffer_;
};
