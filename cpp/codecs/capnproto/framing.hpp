// Segments behind a table of their sizes: the format of capnp/serialize.h.
#pragma once

#include <capnp/serialize.h>

#include <cstring>
#include <stdexcept>
#include <variant>

#include "building.hpp"
#include "bytes.hpp"
#include "conversions.hpp"
#include "limits.hpp"

namespace serbench {

inline Bytes write_framed(ByteBuffer& to, Segments segments) {
  to.resize(capnp::computeSerializedSizeInWords(segments) * sizeof(capnp::word));
  kj::ArrayOutputStream stream(kj::arrayPtr(reinterpret_cast<kj::byte*>(to.data()), to.size()));
  capnp::writeMessage(stream, segments);
  return to.bytes();
}

// Bytes as the words that they are. Words lie at multiples of 8 bytes; bytes that do not are copied.
class Words {
 public:
  Words() = default;

  explicit Words(Bytes bytes) {
    if (bytes.size() % sizeof(capnp::word) != 0) {
      throw std::runtime_error("The bytes are not a whole number of words.");
    }
    const std::size_t count = bytes.size() / sizeof(capnp::word);
    if (reinterpret_cast<std::uintptr_t>(bytes.data()) % alignof(capnp::word) == 0) {
      words_ = kj::arrayPtr(reinterpret_cast<const capnp::word*>(bytes.data()), count);
    } else {
      copy_ = kj::heapArray<capnp::word>(count);
      std::memcpy(copy_.begin(), bytes.data(), bytes.size());
      words_ = copy_;
    }
  }

  kj::ArrayPtr<const capnp::word> get() const { return words_; }

 private:
  kj::ArrayPtr<const capnp::word> words_;
  kj::Array<capnp::word> copy_;
};

// A message that is read where it lies: in its framed bytes, or in the segments in which it was built.
class Opening {
 public:
  Opening(Bytes bytes, const capnp::ReaderOptions& options)
      : bytes_(bytes.size()), words_(bytes), reader_(std::in_place_type<Framed>, words_.get(), options) {
    auto& reader = std::get<Framed>(reader_);
    root_ = reader.getRoot<wire_root>();
    if (reader.getEnd() != words_.get().end()) {
      throw std::runtime_error("Bytes are left over after the message.");
    }
  }

  Opening(Segments segments, const capnp::ReaderOptions& options)
      : bytes_(capnp::computeSerializedSizeInWords(segments) * sizeof(capnp::word)),
        reader_(std::in_place_type<Unframed>, segments, options),
        root_(std::get<Unframed>(reader_).getRoot<wire_root>()) {}

  wire_root::Reader root() const { return root_; }

  // The size of the message.
  std::size_t bytes() const { return bytes_; }

 private:
  using Framed = capnp::FlatArrayMessageReader;
  using Unframed = capnp::SegmentArrayMessageReader;

  std::size_t bytes_;
  Words words_;
  std::variant<Framed, Unframed> reader_;
  wire_root::Reader root_;
};

}  // namespace serbench
