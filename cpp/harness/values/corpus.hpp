// A corpus as a runner holds it: plain objects and what is expected of them.
#pragma once

#include "objects.hpp"
#include "protocol/container.hpp"

namespace serbench {

template <class Object>
struct Corpus {
  std::vector<Object> objects;
  std::vector<std::uint64_t> digests;
  std::uint64_t bytes = 0;  // of all objects, without the framing

  std::uint64_t digest() const { return digest_of(digests); }
};

// Reads a corpus strictly and computes the digests from the plain objects. Throws RequestError when the file
// is not a corpus of this runner's schema.
template <class Object>
Corpus<Object> load_corpus(const std::string& path) {
  ContainerReader file(path, corpus_magic);
  Corpus<Object> corpus;
  ByteBuffer bytes;
  for (std::uint64_t i = 0; i != file.count(); ++i) {
    if (!file.next(bytes)) {
      file.refuse("lacks the object " + std::to_string(i));
    }
    try {
      read_canonical(bytes.bytes(), corpus.objects.emplace_back());
    } catch (const Malformed& fault) {
      throw RequestError("The object " + std::to_string(i) + " of " + path +
                         " is not of this runner's schema: " + fault.what());
    }
    corpus.bytes += bytes.size();
    corpus.digests.push_back(digest_of_object(corpus.objects.back(), bytes));
  }
  file.finish();
  return corpus;
}

}  // namespace serbench
