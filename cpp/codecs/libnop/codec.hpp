// libnop over a buffer that is kept, with a reader that checks every bound.
#pragma once

#include "oneofs.hpp"

// Appends to a buffer; the serializer asks for room for the whole message before it writes the first byte.
class KeptWriter {
 public:
  void begin() { bytes_.clear(); }
  serbench::Bytes bytes() const { return bytes_.bytes(); }

  nop::Status<void> Prepare(std::size_t size) {
    bytes_.reserve(bytes_.size() + size);
    return {};
  }

  nop::Status<void> Write(std::uint8_t byte) { return Write(&byte, &byte + 1); }

  template <class T>
  nop::Status<void> Write(const T* begin, const T* end) {
    bytes_.append(begin, static_cast<std::size_t>(end - begin) * sizeof(T));
    return {};
  }

 private:
  serbench::ByteBuffer bytes_;
};

class Codec {
 public:
  static constexpr bool decode_reuses = true;

  serbench::Bytes encode(const serbench::Root& object) {
    writer_.begin();
    require(serializer_.Write(object));
    return writer_.bytes();
  }

  void decode(serbench::Bytes bytes, serbench::Root& object) {
    nop::Deserializer<nop::PedanticBufferReader> deserializer(bytes.data(), bytes.size());
    require(deserializer.Read(&object));
    if (!deserializer.reader().empty()) {
      throw std::runtime_error("Bytes are left over after the object.");
    }
  }

 private:
  static void require(const nop::Status<void>& status) {
    if (!status) {
      throw std::runtime_error(std::string("libnop: ") + status.GetErrorMessage() + ".");
    }
  }

  KeptWriter writer_;
  nop::Serializer<KeptWriter*> serializer_{&writer_};
};
