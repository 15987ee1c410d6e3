// The one main of every runner; codec.hpp is the codec's page, which the include path chooses.
#include <cstdio>
#include <exception>

#include "codec.hpp"
#include "runner.hpp"

// docs/decisions/0010: a runner has the verbs of one experiment.
#if defined(SERBENCH_EXPERIMENT_MEMORY)
#include "memory_verbs.hpp"
using TimedVerbs = serbench::MemoryVerbs<Codec>;
#elif defined(SERBENCH_EXPERIMENT_STORE)
#include "store_verbs.hpp"
using TimedVerbs = serbench::StoreVerbs<Codec>;
#else
#include "no_verbs.hpp"
using TimedVerbs = serbench::NoVerbs;
#endif

int main(int count, char** arguments) {
  constexpr serbench::BuildFacts facts{
      .codec = SERBENCH_CODEC,
      .workload = SERBENCH_WORKLOAD,
      .schema = SERBENCH_SCHEMA,
      .library = SERBENCH_LIBRARY,
      .version = SERBENCH_LIBRARY_VERSION,
      .compiler = SERBENCH_COMPILER,
      .flags = SERBENCH_FLAGS,
  };
  try {
    return serbench::Runner<Codec, TimedVerbs>(facts).serve(count, arguments);
  } catch (const std::exception& fault) {
    // Nobody hears the reply any more.
    std::fprintf(stderr, "%s\n", fault.what());
    return 1;
  }
}
