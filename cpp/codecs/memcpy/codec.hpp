// The floor: the object is its corpus bytes already, and encoding and decoding copy them.
#pragma once

#include "adapter.hpp"

class Codec {
 public:
  using Object = serbench::Image;
  static constexpr bool decode_reuses = true;

  serbench::Bytes encode(const serbench::Image& image) {
    copy_.assign(image.bytes.bytes());
    return copy_.bytes();
  }

  void decode(serbench::Bytes bytes, serbench::Image& image) { image.bytes.assign(bytes); }

 private:
  serbench::ByteBuffer copy_;
};
