// The objects of the experiment `store`: any number of them, made from a corpus of many.
#pragma once

#include "protocol/container.hpp"
#include "values/objects.hpp"

namespace serbench::store {

// A corpus in its bytes. Object i is that of i modulo the corpus's number; where the corpus comes with the
// places of the objects' numbers (FORMAT.md, section 6), the low 32 bits there are i, so that no two objects
// are equal.
class Pool {
 public:
  // `numbers` names the file of places; empty means that objects repeat. Throws RequestError when a file is
  // not what it should be.
  Pool(const std::string& corpus, const std::string& numbers) {
    ContainerReader file(corpus, corpus_magic);
    ByteBuffer bytes;
    std::vector<std::uint64_t> digests;
    begins_.push_back(0);
    for (std::uint64_t i = 0; i != file.count(); ++i) {
      if (!file.next(bytes)) {
        file.refuse("lacks the object " + std::to_string(i));
      }
      bytes_.append(bytes.data(), bytes.size());
      begins_.push_back(bytes_.size());
      digests.push_back(xxh64(bytes.bytes()));
    }
    file.finish();
    if (digests.empty()) {
      throw RequestError("The corpus holds no objects, so there is nothing to store.");
    }
    digest_ = digest_of(digests);
    if (!numbers.empty()) {
      load_places(numbers);
    }
  }

  std::size_t size() const { return begins_.size() - 1; }
  std::uint64_t bytes() const { return bytes_.size(); }
  std::uint64_t digest() const { return digest_; }

  // The bytes of an object, as FORMAT.md, section 1, has them.
  void bytes_of(std::uint64_t object, ByteBuffer& bytes) const {
    const std::size_t i = object % size();
    bytes.assign(bytes_.bytes().subspan(begins_[i], begins_[i + 1] - begins_[i]));
    if (!places_.empty()) {
      store_little(bytes.data() + places_[i], static_cast<std::uint32_t>(object));
    }
  }

 private:
  void load_places(const std::string& path) {
    ContainerReader file(path, numbers_magic);
    ByteBuffer place;
    for (std::size_t i = 0; i != file.count(); ++i) {
      if (i == size() || !file.next(place) || place.size() != sizeof(std::uint32_t)) {
        file.refuse("does not belong to the corpus");
      }
      places_.push_back(load_little<std::uint32_t>(place.data()));
      if (places_[i] + sizeof(std::uint32_t) > begins_[i + 1] - begins_[i]) {
        file.refuse("does not belong to the corpus");
      }
    }
    if (places_.size() != size()) {
      file.refuse("does not belong to the corpus");
    }
  }

  static constexpr char numbers_magic[] = "SERBNUM1";

  ByteBuffer bytes_;
  std::vector<std::size_t> begins_;
  std::vector<std::uint32_t> places_;
  std::uint64_t digest_ = 0;
};

}  // namespace serbench::store
