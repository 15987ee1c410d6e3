// Avro's streams over one buffer that keeps its memory, and over bytes where they lie. The library's own
// stream in memory holds chunks, which a caller would have to put together by a copy.
#pragma once

#include <avro/Stream.hh>

#include "bytes.hpp"

namespace serbench {

class BufferStream : public avro::OutputStream {
 public:
  ByteBuffer buffer;

  // Hands out all the room there is; what is not used comes back by backup.
  bool next(std::uint8_t** data, std::size_t* size) override {
    const std::size_t filled = buffer.size();
    buffer.reserve(filled + least_room_bytes);
    buffer.resize(buffer.capacity());
    *data = reinterpret_cast<std::uint8_t*>(buffer.data()) + filled;
    *size = buffer.size() - filled;
    return true;
  }
  void backup(std::size_t size) override { buffer.resize(buffer.size() - size); }
  std::uint64_t byteCount() const override { return buffer.size(); }
  void flush() override {}

 private:
  static constexpr std::size_t least_room_bytes = 1024;
};

class BytesStream : public avro::InputStream {
 public:
  void open(Bytes bytes) {
    bytes_ = bytes;
    taken_ = 0;
  }

  bool next(const std::uint8_t** data, std::size_t* size) override {
    *data = reinterpret_cast<const std::uint8_t*>(bytes_.data()) + taken_;
    *size = left();
    taken_ = bytes_.size();
    return *size != 0;
  }
  void backup(std::size_t size) override { taken_ -= size; }
  void skip(std::size_t size) override { taken_ += std::min(size, left()); }
  std::size_t byteCount() const override { return taken_; }

  std::size_t left() const { return bytes_.size() - taken_; }

 private:
  Bytes bytes_;
  std::size_t taken_ = 0;
};

}  // namespace serbench
