// The one main of every runner; codec.hpp is the codec's adapter, which the include path chooses.
#include <cstdio>
#include <exception>

#include "codec.hpp"
#include "runner.hpp"

// docs/decisions/0010: a runner has the verbs of one experiment, which CMake chooses by its folder.
#include SERBENCH_EXPERIMENT_VERBS

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
    return serbench::serve(facts, serbench::common_verbs<Codec>, serbench::verbs_of_experiment<Codec>, count,
                           arguments);
  } catch (const std::exception& fault) {
    // The reply has no reader any more.
    std::fprintf(stderr, "%s\n", fault.what());
    return 1;
  }
}
