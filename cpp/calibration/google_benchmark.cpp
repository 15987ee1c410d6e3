// encode and decode of a codec's adapter under Google Benchmark: PROGRAM CORPUS [--benchmark_…]
#include <benchmark/benchmark.h>

#include <cstdio>
#include <exception>

#include "codec.hpp"
#include "experiments/memory/experiment.hpp"

namespace {

using Object = serbench::ObjectOf<Codec>;

// The loop is Google Benchmark's; what it repeats is our operation on the next object.
template <class Operation>
void time(benchmark::State& state, Operation& operation, std::size_t objects) {
  std::size_t index = 0;
  for ([[maybe_unused]] auto iteration : state) {
    operation(index);
    if (++index == objects) {
      index = 0;
    }
  }
}

template <class Operation>
void add(Operation& operation, std::size_t objects) {
  benchmark::RegisterBenchmark(
      std::string(Operation::name).c_str(),
      [&operation, objects](benchmark::State& state) { time(state, operation, objects); });
}

void run(const char* path) {
  const serbench::Corpus<Object> corpus = serbench::load_corpus<Object>(path);
  const std::span<const Object> objects(corpus.objects);
  serbench::Client<Codec> client;
  const serbench::EncodedMessages<Codec> encoded(client, objects);
  serbench::Encode<Codec> encode(client, {objects, encoded.views()});
  serbench::Decode<Codec> decode(client, {objects, encoded.views()});
  // As in a runner the operations are proved before they are timed, which leaves memory in the same state.
  serbench::verify(encode, corpus);
  serbench::verify(decode, corpus);
  add(encode, objects.size());
  add(decode, objects.size());
  benchmark::RunSpecifiedBenchmarks();
}

}  // namespace

int main(int count, char** arguments) {
  benchmark::Initialize(&count, arguments);
  if (count != 2) {
    std::fprintf(stderr, "What is wanted is the path of a corpus.\n");
    return 2;
  }
  try {
    run(arguments[1]);
    return 0;
  } catch (const std::exception& fault) {
    std::fprintf(stderr, "%s\n", fault.what());
    return 1;
  }
}
