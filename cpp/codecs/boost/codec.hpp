// Boost.Serialization's binary archives over memory.
#pragma once

#include <boost/archive/binary_iarchive.hpp>
#include <boost/archive/binary_oarchive.hpp>

#include "members.hpp"
#include "streams.hpp"

class Codec {
  static constexpr unsigned flags = boost::archive::no_header | boost::archive::no_codecvt;

 public:
  static constexpr bool decode_reuses = true;

  serbench::Bytes encode(const serbench::Root& object) {
    sink_.buffer.clear();
    writer_ << object;
    return sink_.buffer.bytes();
  }

  void decode(serbench::Bytes bytes, serbench::Root& object) {
    source_.open(bytes);
    reader_ >> object;
    if (source_.left() != 0) {
      throw std::runtime_error("Bytes are left over after the object.");
    }
  }

 private:
  // The archives buffer nothing and, by the traits of members.hpp, remember nothing of an object.
  serbench::BufferSink sink_;
  boost::archive::binary_oarchive writer_{sink_, flags};
  serbench::BytesSource source_;
  boost::archive::binary_iarchive reader_{source_, flags};
};
