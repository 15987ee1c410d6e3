// bitsery over a buffer that it keeps.
#pragma once

#include <bitsery/adapter/buffer.h>

#include "config.hpp"
#include "fields.hpp"

class Codec {
 public:
  static constexpr bool decode_reuses = true;

  serbench::Bytes encode(const serbench::Root& object) {
    const std::size_t size = bitsery::quickSerialization(Output{buffer_}, object);
    return std::as_bytes(std::span(buffer_.data(), size));
  }

  void decode(serbench::Bytes bytes, serbench::Root& object) {
    const auto* begin = reinterpret_cast<const std::uint8_t*>(bytes.data());
    bitsery::MessageSize size{bytes.size()};
    const auto [error, completed] = bitsery::quickDeserialization(size, Input{begin, bytes.size()}, object);
    if (error != bitsery::ReaderError::NoError) {
      throw std::invalid_argument("bitsery's reader error " + std::to_string(static_cast<int>(error)) + ".");
    }
    if (!completed) {
      throw std::invalid_argument("The bytes do not end where the object does.");
    }
  }

 private:
  using Output = bitsery::OutputBufferAdapter<std::vector<std::uint8_t>, Config>;
  using Input = bitsery::InputBufferAdapter<const std::uint8_t*, Config>;

  std::vector<std::uint8_t> buffer_;
};
