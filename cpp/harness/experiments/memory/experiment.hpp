// The experiment `memory`: operations on objects and bytes in memory (PROTOCOL.md, measure).
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "experiments/memory/operations.hpp"
#include "experiments/memory/verifying.hpp"
#include "timing/allocations.hpp"
#include "timing/instructions.hpp"
#include "timing/resident_memory.hpp"

namespace serbench {

template <class C>
class MemoryExperiment {
 public:
  MemoryExperiment(Replies& replies, const Corpus<ObjectOf<C>>& corpus, const SamplingPlan& plan,
                   std::size_t kept_objects)
      : replies_(replies), corpus_(corpus), plan_(plan), kept_objects_(kept_objects) {}

  // Measures the named operations in their order. Throws RequestError before the first when the codec lacks
  // one of them.
  void run(const std::vector<std::string>& names) {
    require_known(names);
    replies_.line("corpus", {{"objects", corpus_.objects.size()},
                             {"bytes", corpus_.bytes},
                             {"digest", digest_text(corpus_.digest())}});
    for (const std::string& name : names) {
      for_each_operation<C>([&]<class Operation>() {
        if (Operation::name == name) {
          measure_or_fail<Operation>();
        }
      });
    }
    replies_.line("memory", {{"peak_bytes", peak_resident_bytes()}});
  }

 private:
  void require_known(const std::vector<std::string>& names) const {
    if (corpus_.objects.empty()) {
      throw RequestError("The corpus holds no objects, so there is nothing to measure.");
    }
    for (const std::string& name : names) {
      bool known = false;
      for_each_operation<C>([&]<class Operation>() { known = known || Operation::name == name; });
      if (!known) {
        throw RequestError("This codec has no operation \"" + name + "\".");
      }
    }
  }

  template <class Operation>
  void measure_or_fail() {
    Failure failure;
    try {
      measure<Operation>();
      return;
    } catch (const RequestError&) {
      throw;
    } catch (...) {
      // Outside the proofs nobody counts the objects, so an exception while timing has no index.
      failure = current_failure(std::nullopt);
    }
    replies_.failed_line(Operation::name, failure.outcome, failure.index, failure.detail);
  }

  template <class Operation>
  void measure() {
    const std::span<const ObjectOf<C>> objects(corpus_.objects);
    if (!encoded_) {
      encoded_.emplace(bench_, objects);
    }
    Operation operation(bench_, {objects, encoded_->views(), kept_objects_});
    prove(operation, "before");
    const std::uint64_t rotations = calibrated_rotations(operation, objects.size(), plan_);
    replies_.line("calibrated", {{"operation", Operation::name}, {"n", rotations * objects.size()}});
    take_samples(operation, objects.size(), rotations, plan_, [&](const Sample& sample) {
      replies_.line("sample", {{"operation", Operation::name},
                               {"n", sample.n},
                               {"cpu_ns", sample.cpu_ns},
                               {"wall_ns", sample.wall_ns}});
    });
    prove(operation, "after");
    count_allocations(operation);
    count_instructions(operation);
  }

  template <class Operation>
  void count_allocations(Operation& operation) {
    if (const CountOfAllocations count = allocation_counter()) {
      const Allocated allocated = allocated_in_rotation(count, operation, corpus_.objects.size());
      replies_.line("allocated", {{"operation", Operation::name},
                                  {"n", corpus_.objects.size()},
                                  {"allocations", allocated.allocations},
                                  {"bytes", allocated.bytes}});
    }
  }

  // The sampling loop once more, so that what is counted is what was timed.
  template <class Operation>
  void count_instructions(Operation& operation) {
    const CountOfInstructions now = instruction_counter();
    const std::int64_t before = now ? now() : -1;
    if (before < 0) {
      return;
    }
    const Sample counted = sample(operation, corpus_.objects.size(), 1);
    if (const std::int64_t after = now(); after >= before) {
      replies_.line("executed", {{"operation", Operation::name},
                                 {"n", counted.n},
                                 {"instructions", static_cast<std::uint64_t>(after - before)}});
    }
  }

  template <class Operation>
  void prove(Operation& operation, const char* phase) {
    const Verified verified = verify(operation, corpus_);
    replies_.line("verified", {{"operation", Operation::name},
                               {"phase", phase},
                               {"digest", digest_text(verified.digest)},
                               {"touch", verified.touch},
                               {"bytes", verified.bytes},
                               {"messages", digest_text(verified.messages)}});
  }

  Replies& replies_;
  const Corpus<ObjectOf<C>>& corpus_;
  SamplingPlan plan_;
  std::size_t kept_objects_;
  Bench<C> bench_;
  std::optional<EncodedMessages<C>> encoded_;
};

}  // namespace serbench
