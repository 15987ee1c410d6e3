// eProsima Fast CDR as DDS uses it: an encapsulation of four bytes, then the object.
#pragma once

#include <fastcdr/FastBuffer.h>

#include "members.hpp"

class Codec {
  using FastBuffer = eprosima::fastcdr::FastBuffer;
  using Cdr = eprosima::fastcdr::Cdr;

 public:
  static constexpr bool decode_reuses = true;

  serbench::Bytes encode(const serbench::Root& object) {
    writer_.reset();
    writer_.serialize_encapsulation();
    write(serbench::Output{writer_}, object);
    return {reinterpret_cast<const std::byte*>(writer_.getBufferPointer()),
            writer_.getSerializedDataLength()};
  }

  void decode(serbench::Bytes bytes, serbench::Root& object) {
    // The buffer is never written to, though its pointer is not const.
    FastBuffer buffer(const_cast<char*>(reinterpret_cast<const char*>(bytes.data())), bytes.size());
    Cdr reader(buffer, Cdr::DEFAULT_ENDIAN, Cdr::DDS_CDR);
    reader.read_encapsulation();
    const serbench::Input input{reader, bytes.size()};
    read(input, object);
    if (input.left() != 0) {
      throw std::runtime_error("Bytes are left over after the object.");
    }
  }

 private:
  FastBuffer buffer_;
  Cdr writer_{buffer_, Cdr::DEFAULT_ENDIAN, Cdr::DDS_CDR};
};
