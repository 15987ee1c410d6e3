// A pair of cereal archives that write to and read from memory, with the bytes of cereal's binary archives.
#pragma once

#include <cereal/cereal.hpp>
#include <type_traits>

#include "bytes.hpp"

class MemoryOutputArchive
    : public cereal::OutputArchive<MemoryOutputArchive, cereal::AllowEmptyClassElision> {
 public:
  explicit MemoryOutputArchive(serbench::ByteBuffer& buffer) : OutputArchive(this), buffer_(buffer) {}

  void write(const void* from, std::size_t count) { buffer_.append(from, count); }

 private:
  serbench::ByteBuffer& buffer_;
};

class MemoryInputArchive : public cereal::InputArchive<MemoryInputArchive, cereal::AllowEmptyClassElision> {
 public:
  explicit MemoryInputArchive(serbench::Bytes bytes) : InputArchive(this), left_(bytes) {}

  void read(void* to, std::size_t count) {
    if (count > left_.size()) {
      throw cereal::Exception("The bytes end before the object does.");
    }
    if (count != 0) {
      std::memcpy(to, left_.data(), count);
      left_ = left_.subspan(count);
    }
  }

  std::size_t left() const { return left_.size(); }

 private:
  serbench::Bytes left_;
};

// What an archive has to say of the values at the bottom; cereal composes everything else of them.
template <class T>
  requires std::is_arithmetic_v<T>
void save(MemoryOutputArchive& archive, const T& value) {
  archive.write(&value, sizeof value);
}

template <class T>
  requires std::is_arithmetic_v<T>
void load(MemoryInputArchive& archive, T& value) {
  archive.read(&value, sizeof value);
}

template <class T>
void save(MemoryOutputArchive& archive, const cereal::BinaryData<T>& block) {
  archive.write(block.data, static_cast<std::size_t>(block.size));
}

template <class T>
void load(MemoryInputArchive& archive, cereal::BinaryData<T>& block) {
  archive.read(block.data, static_cast<std::size_t>(block.size));
}

template <class T>
void save(MemoryOutputArchive& archive, const cereal::SizeTag<T>& count) {
  archive(count.size);
}

template <class T>
void load(MemoryInputArchive& archive, cereal::SizeTag<T>& count) {
  archive(count.size);
}

template <class T>
void save(MemoryOutputArchive& archive, const cereal::NameValuePair<T>& named) {
  archive(named.value);
}

template <class T>
void load(MemoryInputArchive& archive, cereal::NameValuePair<T>& named) {
  archive(named.value);
}

CEREAL_REGISTER_ARCHIVE(MemoryOutputArchive)
CEREAL_REGISTER_ARCHIVE(MemoryInputArchive)
CEREAL_SETUP_ARCHIVE_TRAITS(MemoryInputArchive, MemoryOutputArchive)
