// The experiment `classic`: round trips of one object in one loop, as cpp-serializers has it (PROTOCOL.md,
// classic).
#pragma once

#include "experiments/memory/experiment.hpp"

namespace serbench {

// The halves of a round trip. A message that is its own bytes cannot be serialized without being built.
template <class C>
using SerializingHalf = std::conditional_t<HasMessage<C> && !builds_in_place<C>(), Serialize<C>, Encode<C>>;
template <class C>
using DeserializingHalf =
    std::conditional_t<HasMessage<C>, Deserialize<C>,
                       std::conditional_t<decode_reuses<C>(), DecodeReuse<C>, Decode<C>>>;

// An adapter whose format cpp-serializers counts otherwise than by the bytes that are written.
template <class C>
concept CountsClassicSize = HasMessage<C> && requires(C codec, const MessageOf<C>& message) {
  { codec.classic_size_bytes(message) } -> std::same_as<std::uint64_t>;
};

// An adapter whose message cpp-serializers reads where it was built.
template <class C>
concept OpensWhereBuilt =
    CountsClassicSize<C> && requires(C codec, const MessageOf<C>& message, OpenedOf<C>& opened) {
      codec.classic_open(message, opened);
    };

// A round trip without the bytes between building and opening.
template <class C>
class RoundtripWhereBuilt : public OperationBase<C> {
 public:
  using OperationBase<C>::OperationBase;
  static constexpr std::string_view name = "roundtrip";

  void operator()(std::size_t i) {
    this->client_.codec.build(this->subject_.objects[i], this->client_.message);
    this->client_.codec.classic_open(std::as_const(this->client_.message), this->client_.opened);
    keep(this->client_.opened);
  }
  Evidence prove(std::size_t i, ObjectOf<C>& came_back) {
    (*this)(i);
    this->client_.codec.extract(std::as_const(this->client_.opened), came_back);
    return {};
  }
};

template <class C>
using ClassicRoundtrip = std::conditional_t<OpensWhereBuilt<C>, RoundtripWhereBuilt<C>, Roundtrip<C>>;

// A corpus of one object of another.
template <class Object>
Corpus<Object> corpus_of_one(Corpus<Object> corpus, std::uint64_t index) {
  if (index >= corpus.objects.size()) {
    throw RequestError("The corpus has no object " + std::to_string(index) + ".");
  }
  Corpus<Object> one;
  one.objects.push_back(std::move(corpus.objects[index]));
  one.digests.push_back(corpus.digests[index]);
  return one;
}

template <class C>
class ClassicExperiment {
 public:
  ClassicExperiment(Replies& replies, const Corpus<ObjectOf<C>>& one)
      : replies_(replies), one_(one), encoded_(client_, one.objects) {}

  void run(std::uint64_t iterations) {
    const auto [sample, bytes] = timed<ClassicRoundtrip<C>>(iterations);
    replies_.line("classic", {{"iterations", iterations},
                              {"size_bytes", counted(bytes)},
                              {"cpu_ns", sample.cpu_ns},
                              {"wall_ns", sample.wall_ns}});
  }

  // The two halves in loops of their own; the sums stand for the whole.
  void run_split(std::uint64_t iterations) {
    const auto [written, bytes] = timed<SerializingHalf<C>>(iterations);
    const Sample read = timed<DeserializingHalf<C>>(iterations).sample;
    replies_.line("classic", {{"iterations", iterations},
                              {"size_bytes", counted(bytes)},
                              {"cpu_ns", written.cpu_ns + read.cpu_ns},
                              {"wall_ns", written.wall_ns + read.wall_ns},
                              {"serialize_ns", written.wall_ns},
                              {"deserialize_ns", read.wall_ns}});
  }

 private:
  struct Timed {
    Sample sample;
    std::uint64_t bytes;
  };

  // Proves the operation, times it and proves it once more.
  template <class Operation>
  Timed timed(std::uint64_t iterations) {
    Operation operation(client_, {std::span<const ObjectOf<C>>(one_.objects), encoded_.views()});
    const std::uint64_t bytes = verify(operation, one_).bytes;
    const Sample taken = sample(operation, 1, iterations);
    verify(operation, one_);
    return {taken, bytes};
  }

  std::uint64_t counted(std::uint64_t bytes) {
    if constexpr (CountsClassicSize<C>) {
      client_.codec.build(one_.objects.front(), client_.message);
      return client_.codec.classic_size_bytes(std::as_const(client_.message));
    }
    return bytes;
  }

  Replies& replies_;
  const Corpus<ObjectOf<C>>& one_;
  Client<C> client_;
  EncodedMessages<C> encoded_;
};

// Throws RequestError when the codec does not bring the object back.
template <class C>
void classic(Replies& replies, const Corpus<ObjectOf<C>>& one, std::uint64_t iterations, bool split) {
  try {
    ClassicExperiment<C> experiment(replies, one);
    split ? experiment.run_split(iterations) : experiment.run(iterations);
  } catch (const RequestError&) {
    throw;
  } catch (...) {
    throw RequestError("The round trip failed: " + current_failure(std::nullopt).detail);
  }
}

}  // namespace serbench
