// Proves and exchanges values without timing anything (PROTOCOL.md, check and emit).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/emitting.hpp"
#include "experiments/memory/operations.hpp"
#include "experiments/memory/verifying.hpp"

namespace serbench {

// Proves each object by itself, with every operation that applies. The objects lie in one place, one after
// the other, and so do their messages: a codec that remembers results by the address of what it was given
// hands out those of another object.
template <class C>
class Check {
  using Object = ObjectOf<C>;

 public:
  Check(Replies& replies, const Corpus<Object>& corpus) : replies_(replies), corpus_(corpus) {}

  // The messages come from this file instead of being encoded here.
  void read_messages(const std::string& path) {
    messages_.emplace(path, messages_magic);
    messages_->require_messages_of(corpus_.objects.size());
  }

  // The values that come back go to this file.
  void write_values(const std::string& path) { values_.emplace(path, corpus_magic, corpus_.objects.size()); }

  void run() {
    for (std::size_t i = 0; i != corpus_.objects.size(); ++i) {
      const bool ok = prove_object(i);
      if (!ok) {
        // A codec that failed may be in any state; the next object deserves a sound one.
        client_.emplace();
      }
      write_value();
    }
    if (values_) {
      values_->finish();
    }
  }

 private:
  bool prove_object(std::size_t index) {
    value_.reset();
    operation_ = messages_ ? "decode" : "encode";
    copy_object(corpus_.objects[index], object_);
    try {
      obtain_message();
      prove_operations(index);
    } catch (const RequestError&) {
      throw;
    } catch (...) {
      report(index, current_failure(index));
      return false;
    }
    replies_.line(
        "object",
        {{"index", index}, {"outcome", "ok"}, {"digest", digest_text(digest_)}, {"bytes", message_.size()}});
    return true;
  }

  void obtain_message() {
    if (!messages_) {
      message_.assign(client_->encode(object_));
    } else {
      next_message(*messages_, message_);
    }
  }

  void prove_operations(std::size_t index) {
    const Bytes message = message_.bytes();
    const Subject<C> subject{{&object_, 1}, {&message, 1}};
    for_each_operation<C>([&]<class Operation>() {
      if (Operation::starts_from_bytes || !messages_) {
        prove<Operation>(subject, index);
      }
    });
  }

  template <class Operation>
  void prove(const Subject<C>& subject, std::size_t index) {
    operation_ = Operation::name;
    Operation operation(*client_, subject);
    Object came_back;
    const Evidence evidence = operation.prove(0, came_back);
    if constexpr (Operation::is_access) {
      require_same_touch(evidence, index);
    } else {
      digest_ = digest_of_object(came_back, scratch_);
      value_.emplace(std::move(came_back));
      require_same_digest(digest_, corpus_.digests[index], index);
    }
  }

  void report(std::size_t index, const Failure& failure) {
    std::vector<std::pair<std::string_view, Value>> pairs = {
        {"index", index},
        {"outcome", failure.outcome == "wrong" ? "wrong" : "error"},
        {"operation", operation_},
        {"detail", failure.detail}};
    if (failure.outcome == "wrong") {
      pairs.emplace_back("digest", digest_text(digest_));
    }
    replies_.line("object", pairs);
  }

  void write_value() {
    if (!values_) {
      return;
    }
    if (!value_) {
      values_->add_missing();
      return;
    }
    write_canonical(*value_, scratch_);
    values_->add(scratch_.bytes());
  }

  Replies& replies_;
  const Corpus<Object>& corpus_;
  std::optional<ContainerReader> messages_;
  std::optional<ContainerWriter> values_;
  std::optional<Client<C>> client_{std::in_place};
  // The object at hand, its message, the last value that came back with its digest, and the operation.
  Object object_;
  ByteBuffer message_;
  std::optional<Object> value_;
  std::uint64_t digest_ = 0;
  std::string_view operation_;
  ByteBuffer scratch_;
};

// Encodes each object once into a file of messages.
template <class C>
void emit(Replies& replies, const Corpus<ObjectOf<C>>& corpus, const std::string& path) {
  emit_messages<C>(replies, path, corpus.objects.size(),
                   [&](Client<C>& client, std::size_t i) { return client.encode(corpus.objects[i]); });
}

}  // namespace serbench
