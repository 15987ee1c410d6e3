// nanopb with callbacks that read and write the fields of the object.
#pragma once

#include <stdexcept>

#include "adapter.hpp"
#include "binding.hpp"

class Codec {
 public:
  static constexpr bool decode_reuses = true;

  serbench::Bytes encode(const serbench::Root& object) {
    bytes_.clear();
    pb_ostream_t out{};
    out.callback = append;
    out.state = &bytes_;
    out.max_size = SIZE_MAX;
    Wire::Message message{};
    Wire::offer(object, message);
    if (!pb_encode(&out, serbench::Submessage::fields<serbench::Root>(), &message)) {
      throw std::runtime_error(PB_GET_ERROR(&out));
    }
    return bytes_.bytes();
  }

  void decode(serbench::Bytes bytes, serbench::Root& object) {
    pb_istream_t in = pb_istream_from_buffer(reinterpret_cast<const pb_byte_t*>(bytes.data()), bytes.size());
    if (!serbench::Submessage::read(&in, object)) {
      throw std::runtime_error(PB_GET_ERROR(&in));
    }
  }

 private:
  using Wire = serbench::Wire<serbench::Root>;

  // A stream into a buffer that grows ("Output streams").
  static bool append(pb_ostream_t* out, const pb_byte_t* from, std::size_t count) {
    static_cast<serbench::ByteBuffer*>(out->state)->append(from, count);
    return true;
  }

  serbench::ByteBuffer bytes_;
};
