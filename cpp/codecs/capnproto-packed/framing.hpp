// Segments behind a table of their sizes, without most of their zeros: the format of
// capnp/serialize-packed.h.
#pragma once

#include <capnp/serialize-packed.h>

#include <stdexcept>
#include <vector>

#include "building.hpp"
#include "bytes.hpp"
#include "conversions.hpp"
#include "limits.hpp"

namespace serbench {

// What at most stands for a word: a tag, its bytes, and the number of words that follow as they are.
inline constexpr std::size_t most_packed_bytes = 10;

inline Bytes write_packed(ByteBuffer& to, Segments segments) {
  to.resize(capnp::computeSerializedSizeInWords(segments) * most_packed_bytes);
  kj::ArrayOutputStream stream(kj::arrayPtr(reinterpret_cast<kj::byte*>(to.data()), to.size()));
  capnp::writePackedMessage(stream, segments);
  return {to.data(), stream.getArray().size()};
}

// Memory for unpacked messages, which grows to the size of the largest.
class Unpacker {
 public:
  // Returns read(reader, bytes), the reader being that of the unpacked message and `bytes` its size.
  template <class Read>
  auto unpacked(Bytes bytes, Read read) {
    kj::ArrayInputStream stream(kj::arrayPtr(reinterpret_cast<const kj::byte*>(bytes.data()), bytes.size()));
    // The size of the message is not known yet: a large one may unpack to 16 times the bytes.
    capnp::PackedMessageReader reader(stream, limits_of_one_pass(bytes.size()), words_);
    // Asking for its segments also unpacks what the reader would leave for later.
    std::size_t size = 0;
    for (unsigned id = 0; reader.getSegment(id) != nullptr; ++id) {
      size += reader.getSegment(id).size();
    }
    if (stream.tryGetReadBuffer().size() != 0) {
      throw std::runtime_error("Bytes are left over after the message.");
    }
    if (size > words_.size()) {
      // The reader has found no room here and taken memory of its own.
      words_ = kj::heapArray<capnp::word>(size);
    }
    return read(reader, size * sizeof(capnp::word));
  }

  // Whether a message lies in this memory, where it stays until the next is unpacked.
  bool holds(capnp::MessageReader& reader) const { return reader.getSegment(0).begin() == words_.begin(); }

 private:
  kj::Array<capnp::word> words_;
};

// An unpacked message that is kept open.
class Opening {
 public:
  void open(Bytes bytes) {
    const auto keep = [this](capnp::MessageReader& reader, std::size_t unpacked_bytes) {
      bytes_ = unpacked_bytes;
      segments_.clear();
      for (unsigned id = 0; reader.getSegment(id) != nullptr; ++id) {
        segments_.push_back(reader.getSegment(id));
      }
      return unpacker_.holds(reader);
    };
    while (!unpacker_.unpacked(bytes, keep)) {
      // The first time, there was no room for it.
    }
    reader_.emplace(kj::arrayPtr(segments_.data(), segments_.size()), limits_of_any_passes());
    root_ = reader_->getRoot<wire_root>();
  }

  wire_root::Reader root() const { return root_; }

  // The size of the unpacked message.
  std::size_t bytes() const { return bytes_; }

 private:
  std::size_t bytes_ = 0;
  Unpacker unpacker_;
  std::vector<kj::ArrayPtr<const capnp::word>> segments_;
  std::optional<capnp::SegmentArrayMessageReader> reader_;
  wire_root::Reader root_;
};

}  // namespace serbench
