// Streams in memory for libraries that write to a std::streambuf: std::stringstream copies the bytes both
// ways.
#pragma once

#include <algorithm>
#include <streambuf>

#include "bytes.hpp"

namespace serbench {

// Appends to a buffer that keeps its memory.
class BufferSink : public std::streambuf {
 public:
  ByteBuffer buffer;

 protected:
  std::streamsize xsputn(const char* from, std::streamsize count) override {
    const std::size_t before = buffer.size(), wanted = before + static_cast<std::size_t>(count);
    if (wanted > buffer.capacity()) {
      return put_growing(from, count);
    }
    buffer.resize(wanted);
    if (count != 0) {
      std::memcpy(buffer.data() + before, from, static_cast<std::size_t>(count));
    }
    return count;
  }
  int_type overflow(int_type character) override {
    const char byte = traits_type::to_char_type(character);
    buffer.append(&byte, 1);
    return character;
  }

 private:
  // Apart from the above, which libraries call for every number.
  [[gnu::noinline]] std::streamsize put_growing(const char* from, std::streamsize count) {
    buffer.append(from, static_cast<std::size_t>(count));
    return count;
  }
};

// Reads bytes where they lie.
class BytesSource : public std::streambuf {
 public:
  void open(Bytes bytes) {
    // The get area is never written to, though its pointers are not const.
    char* begin = const_cast<char*>(reinterpret_cast<const char*>(bytes.data()));
    setg(begin, begin, begin + bytes.size());
  }

  std::size_t left() const { return static_cast<std::size_t>(egptr() - gptr()); }

 protected:
  std::streamsize xsgetn(char* to, std::streamsize count) override {
    const auto taken = std::min(count, static_cast<std::streamsize>(left()));
    const char* from = gptr();
    setg(eback(), gptr() + taken, egptr());
    if (taken != 0) {
      std::memcpy(to, from, static_cast<std::size_t>(taken));
    }
    return taken;
  }
};

}  // namespace serbench
