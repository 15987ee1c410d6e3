// cereal's binary archive over streams that keep their memory.
#pragma once

#include <cereal/archives/binary.hpp>
#include <cereal/types/map.hpp>
#include <cereal/types/memory.hpp>
#include <cereal/types/optional.hpp>
#include <cereal/types/string.hpp>
#include <cereal/types/variant.hpp>
#include <cereal/types/vector.hpp>
#include <istream>
#include <ostream>
#include <streambuf>

#include "bench.hpp"

namespace cereal {

// A message is its members, in order.
template <class Archive, serbench::PlainMessage Message>
void serialize(Archive& archive, Message& message) {
  serbench::visit(message, [&archive](auto&... members) {
    if constexpr (sizeof...(members) != 0) {
      archive(members...);
    }
  });
}

// cereal writes vectors of arithmetic types as one block; std::byte is an enum, and would go element by
// element.
template <class Archive>
void save(Archive& archive, const std::vector<std::byte>& bytes) {
  archive(make_size_tag(static_cast<size_type>(bytes.size())));
  archive(binary_data(bytes.data(), bytes.size()));
}

template <class Archive>
void load(Archive& archive, std::vector<std::byte>& bytes) {
  size_type size = 0;
  archive(make_size_tag(size));
  bytes.resize(static_cast<std::size_t>(size));
  archive(binary_data(bytes.data(), bytes.size()));
}

}  // namespace cereal

// Appends to a buffer.
class BufferSink : public std::streambuf {
 public:
  serbench::ByteBuffer buffer;

 protected:
  std::streamsize xsputn(const char* from, std::streamsize count) override {
    buffer.append(from, static_cast<std::size_t>(count));
    return count;
  }
  int_type overflow(int_type character) override {
    const char byte = traits_type::to_char_type(character);
    buffer.append(&byte, 1);
    return character;
  }
};

// Reads bytes where they lie.
class BytesSource : public std::streambuf {
 public:
  void open(serbench::Bytes bytes) {
    // The get area is never written to, though its pointers are not const.
    char* begin = const_cast<char*>(reinterpret_cast<const char*>(bytes.data()));
    setg(begin, begin, begin + bytes.size());
  }

  std::size_t left() const { return static_cast<std::size_t>(egptr() - gptr()); }

 protected:
  std::streamsize xsgetn(char* to, std::streamsize count) override {
    const auto taken = std::min(count, static_cast<std::streamsize>(left()));
    if (taken != 0) {
      std::memcpy(to, gptr(), static_cast<std::size_t>(taken));
      setg(eback(), gptr() + taken, egptr());
    }
    return taken;
  }
};

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
  BufferSink sink_;
  std::ostream output_{&sink_};
  BytesSource source_;
  std::istream input_{&source_};
};
