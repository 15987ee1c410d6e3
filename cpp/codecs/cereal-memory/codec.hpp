// cereal over an archive of its own, which has no stream between itself and the memory.
#pragma once

#include "members.hpp"
#include "memory_archive.hpp"

class Codec {
 public:
  static constexpr bool decode_reuses = true;

  serbench::Bytes encode(const serbench::Root& object) {
    buffer_.clear();
    MemoryOutputArchive archive(buffer_);
    archive(object);
    return buffer_.bytes();
  }

  void decode(serbench::Bytes bytes, serbench::Root& object) {
    MemoryInputArchive archive(bytes);
    archive(object);
    if (archive.left() != 0) {
      throw cereal::Exception("Bytes are left over after the object.");
    }
  }

 private:
  serbench::ByteBuffer buffer_;
};
