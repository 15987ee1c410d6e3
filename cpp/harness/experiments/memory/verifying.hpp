// What operations are proved with: the messages of a corpus, and the comparison of what came back.
#pragma once

#include "adapter.hpp"
#include "protocol/replies.hpp"
#include "values/proof.hpp"

namespace serbench {

// The next message of a file; throws where it is missing.
inline void next_message(ContainerReader& file, ByteBuffer& message) {
  if (!file.next(message)) {
    throw std::runtime_error("There is no message of this object.");
  }
}

// The messages of a corpus, each in memory of its own, which malloc aligns as libraries that read in place
// want.
template <class C>
class EncodedMessages {
 public:
  // Throws Failure at the first object that cannot be encoded.
  EncodedMessages(Client<C>& client, std::span<const ObjectOf<C>> objects) : buffers_(objects.size()) {
    for_each_index(objects.size(), [&](std::size_t i) {
      buffers_[i].assign(client.encode(objects[i]));
      views_.push_back(buffers_[i].bytes());
    });
  }

  // Those of a file. Throws RequestError at a fault of the file, and Failure where a message is missing.
  explicit EncodedMessages(ContainerReader file) : buffers_(file.count()) {
    for_each_index(buffers_.size(), [&](std::size_t i) {
      next_message(file, buffers_[i]);
      views_.push_back(buffers_[i].bytes());
    });
    file.finish();
  }

  std::span<const Bytes> views() const { return views_; }

 private:
  std::vector<ByteBuffer> buffers_;
  std::vector<Bytes> views_;
};

// What an operation over every object produced: the numbers of a `verified` line.
struct Verified {
  std::uint64_t digest = 0;
  std::uint64_t touch = 0;
  std::uint64_t bytes = 0;
  std::uint64_t messages = 0;
};

inline void require_same_touch(const Evidence& evidence, std::size_t index) {
  if (evidence.touch != evidence.expected_touch) {
    throw Failure{"wrong", index,
                  "What was read has the touch " + std::to_string(evidence.touch) + ", the object's is " +
                      std::to_string(evidence.expected_touch) + "."};
  }
}

inline void require_same_digest(std::uint64_t came_back, std::uint64_t expected, std::size_t index) {
  if (came_back != expected) {
    throw Failure{"wrong", index,
                  "The value that came back has the digest " + digest_text(came_back) + ", the object's is " +
                      digest_text(expected) + "."};
  }
}

// Runs an operation over every object and compares. Throws Failure.
template <class Operation, class Object>
Verified verify(Operation& operation, const Corpus<Object>& corpus) {
  Verified verified;
  ByteBuffer scratch;
  std::vector<std::uint64_t> digests, messages;
  for_each_index(corpus.objects.size(), [&](std::size_t i) {
    Object came_back;
    const Evidence evidence = operation.prove(i, came_back);
    if constexpr (Operation::is_access) {
      require_same_touch(evidence, i);
      verified.touch += evidence.touch;
    } else {
      digests.push_back(digest_of_object(came_back, scratch));
      require_same_digest(digests.back(), corpus.digests[i], i);
    }
    verified.bytes += evidence.bytes;
    messages.push_back(evidence.message_hash);
  });
  verified.digest = Operation::is_access ? 0 : digest_of(digests);
  verified.messages = Operation::writes_message ? digest_of(messages) : 0;
  return verified;
}

}  // namespace serbench
