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

  // The messages come from this file instead of being encoded here. Throws RequestError where it has another
  // number of them.
  void read_messages(const std::string& path) {
    ContainerReader(path, messages_magic).require_messages_of(corpus_.objects.size());
    messages_path_ = path;
  }

  // Measures the named operations in their order. Throws RequestError before the first when the codec lacks
  // one of them, or one does not read the messages of the file.
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
      bool known = false, starts_from_bytes = false;
      for_each_operation<C>([&]<class Operation>() {
        if (Operation::name == name) {
          known = true;
          starts_from_bytes = Operation::starts_from_bytes;
        }
      });
      if (!known) {
        throw RequestError("This codec has no operation \"" + name + "\".");
      }
      if (messages_path_ && !starts_from_bytes) {
        throw RequestError("The operation \"" + name +
                           "\" does not start from messages, so it cannot read those of a file.");
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
      // Only proofs count objects, so an exception while timing has no index.
      failure = current_failure(std::nullopt);
    }
    replies_.failed_line(Operation::name, failure.outcome, failure.index, failure.detail);
  }

  template <class Operation>
  void measure() {
    const std::span<const ObjectOf<C>> objects(corpus_.objects);
    obtain_messages();
    Operation operation(client_, {objects, encoded_->views(), kept_objects_});
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

  void obtain_messages() {
    if (encoded_) {
      return;
    }
    if (messages_path_) {
      encoded_.emplace(ContainerReader(*messages_path_, messages_magic));
    } else {
      encoded_.emplace(client_, std::span<const ObjectOf<C>>(corpus_.objects));
    }
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
  std::optional<std::string> messages_path_;
  Client<C> client_;
  std::optional<EncodedMessages<C>> encoded_;
};

}  // namespace serbench
