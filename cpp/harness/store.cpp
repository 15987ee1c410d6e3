// The verbs of the experiment `store`. They are compiled apart from main.cpp, so that they take nothing of
// what the compiler inlines into the loops that are timed in memory.
#include "store.hpp"

#include "codec.hpp"
#include "experiment_store.hpp"

namespace serbench {

bool answer_store(Replies& replies, const Request& request, std::string_view codec,
                  std::string_view workload) {
  if (request.verb() == "store-write") {
    request.allow({"corpus", "numbers", "data", "index", "objects", "threads", "direct", "warmup_ns"});
    store::StoreExperiment<Codec>(replies, request, codec, workload).write();
    return true;
  }
  if (request.verb() == "store-read") {
    request.allow({"corpus", "numbers", "data", "index", "objects", "ids", "level", "threads", "direct",
                   "keep_objects", "warmup_ns"});
    store::StoreExperiment<Codec>(replies, request, codec, workload).read();
    return true;
  }
  return false;
}

}  // namespace serbench
