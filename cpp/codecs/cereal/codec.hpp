// cereal's binary archive over streams that keep their memory.
#pragma once

#include <cereal/archives/binary.hpp>
#include <istream>
#include <ostream>

#include "members.hpp"
#include "streams.hpp"

class Codec {
 public:
  static constexpr bool decode_reuses = true;

  serbench::Bytes encode(const serbench::Root& object) {
    sink_.buffer.clear();
    cereal::BinaryOutputArchive archive(output_);
    archive(object);
    return sink_.buffer.bytes();
  }

  void decode(serbench::Bytes bytes, serbench::Root& object) {
    source_.open(bytes);
    cereal::BinaryInputArchive archive(input_);
    archive(object);
    if (source_.left() != 0) {
      throw cereal::Exception("Bytes are left over after the object.");
    }
  }

 private:
  serbench::BufferSink sink_;
  std::ostream output_{&sink_};
  serbench::BytesSource source_;
  std::istream input_{&source_};
};
