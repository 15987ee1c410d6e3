// Boost.Serialization's text archives over memory.
#pragma once

#include <boost/archive/text_iarchive.hpp>
#include <boost/archive/text_oarchive.hpp>
#include <boost/math/special_functions/nonfinite_num_facets.hpp>
#include <istream>
#include <locale>
#include <ostream>

#include "members.hpp"
#include "streams.hpp"

class Codec {
  static constexpr unsigned flags = boost::archive::no_header | boost::archive::no_codecvt;

 public:
  static constexpr bool decode_reuses = true;

  Codec() {
    // The standard's facets write NaN and infinities as words that they cannot read.
    output_.imbue({std::locale::classic(), new boost::math::nonfinite_num_put<char>});
    input_.imbue({std::locale::classic(), new boost::math::nonfinite_num_get<char>});
  }

  serbench::Bytes encode(const serbench::Root& object) {
    sink_.buffer.clear();
    {
      // It ends the text when it is destroyed.
      boost::archive::text_oarchive archive(output_, flags);
      archive << object;
    }
    return sink_.buffer.bytes();
  }

  void decode(serbench::Bytes bytes, serbench::Root& object) {
    source_.open(bytes);
    input_.clear();
    {
      boost::archive::text_iarchive archive(input_, flags);
      archive >> object;
    }
    // The archive does not look whether a string at the end is complete.
    if (input_.fail()) {
      throw std::runtime_error("The text ends before the object does.");
    }
    input_ >> std::ws;
    if (source_.left() != 0) {
      throw std::runtime_error("Characters are left over after the object.");
    }
  }

 private:
  serbench::BufferSink sink_;
  std::ostream output_{&sink_};
  serbench::BytesSource source_;
  std::istream input_{&source_};
};
