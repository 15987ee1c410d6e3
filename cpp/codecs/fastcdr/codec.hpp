// eProsima Fast CDR as DDS uses it: an encapsulation of four bytes, then the object.
#pragma once

#include <fastcdr/FastBuffer.h>
#include <fastcdr/exceptions/NotEnoughMemoryException.h>

#include <algorithm>
#include <vector>

#include "members.hpp"

class Codec {
  using FastBuffer = eprosima::fastcdr::FastBuffer;
  using Cdr = eprosima::fastcdr::Cdr;

 public:
  static constexpr bool decode_reuses = true;

  serbench::Bytes encode(const serbench::Root& object) {
    // Cdr skips padding without writing it: it would hold bytes of the previous message.
    std::fill_n(memory_.begin(), written_, 0);
    while (!fits(object)) {
      memory_.assign(2 * memory_.size(), 0);
    }
    return {reinterpret_cast<const std::byte*>(memory_.data()), written_};
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
  bool fits(const serbench::Root& object) {
    FastBuffer buffer(memory_.data(), memory_.size());
    Cdr writer(buffer, Cdr::DEFAULT_ENDIAN, Cdr::DDS_CDR);
    try {
      writer.serialize_encapsulation();
      write(serbench::Output{writer}, object);
      written_ = writer.getSerializedDataLength();
      return true;
    } catch (const eprosima::fastcdr::exception::NotEnoughMemoryException&) {
      return false;
    }
  }

  static constexpr std::size_t first_bytes = 1024;
  std::vector<char> memory_ = std::vector<char>(first_bytes);
  std::size_t written_ = 0;
};
