// The experiment `store`: objects written to a file, and read from it in order or by number (PROTOCOL.md,
// store-write and store-read).
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "experiments/store/answering.hpp"
#include "experiments/store/numbers.hpp"
#include "experiments/store/reading.hpp"
#include "experiments/store/threads.hpp"
#include "experiments/store/writing.hpp"
#include "timing/resident_memory.hpp"
#include "values/proof.hpp"

namespace serbench::store {

// Serves the two verbs of the experiment.
template <class C>
class StoreExperiment {
 public:
  StoreExperiment(Replies& replies, const Request& request, std::string_view codec, std::string_view workload)
      : replies_(replies),
        request_(request),
        pool_(request.text("corpus"), request.has("numbers") ? request.text("numbers") : ""),
        threads_(request.number("threads")),
        codec_(codec),
        workload_(workload) {
    if (threads_ == 0) {
      throw RequestError("At least one thread is needed.");
    }
  }

  void write() {
    const std::uint64_t count = request_.number("objects");
    const Numbers numbers(request_.has("order") ? request_.text("order") : "");
    numbers.require_order(count);
    StoreWriter writer(request_.text("data"), request_.text("index"),
                       {codec_, workload_, pool_.digest(), count}, request_.number("direct") != 0);
    tell_corpus();
    std::vector<std::unique_ptr<StoreWriting<C>>> threads;
    answer("write", [&] {
      for (std::uint64_t t = 0; t != threads_; ++t) {
        threads.push_back(std::make_unique<StoreWriting<C>>(pool_, writer));
        threads.back()->warm_up(request_.number("warmup_ns"));
      }
      run_shares(threads, numbers, count, block_objects(pool_, objects_a_block));
      writer.finish();
      threads.front()->share().phases.timed(Phase::fsync, [&] { writer.sync(); });
      const StoreShare all = tell_shares(threads);
      replies_.line("stored",
                    {{"objects", count}, {"bytes", all.bytes}, {"data_bytes", writer.data_bytes()}});
    });
  }

  void read() {
    const bool random = request_.has("ids");
    const std::string& level = request_.text("level");
    const bool keep_objects = request_.number("keep_objects") != 0;
    const std::uint64_t block = block_objects(pool_, random ? objects_a_random_block : objects_a_block);
    const StoreReader reader(request_.text("data"), request_.text("index"), request_.number("direct") != 0);
    require_own(reader.identity());
    tell_corpus();
    const std::uint64_t count = request_.number("objects");
    const Numbers numbers(random ? request_.text("ids") : "");
    const ReadRequest reading{level_of(level), block, keep_objects};
    std::vector<std::unique_ptr<StoreReading<C>>> threads;
    answer(level, [&] {
      for (std::uint64_t t = 0; t != threads_; ++t) {
        threads.push_back(std::make_unique<StoreReading<C>>(pool_, reader, reading));
        threads.back()->warm_up(request_.number("warmup_ns"));
      }
      // Only where it is told, because threads would have to take again what the allocator gave back.
      const auto resident_when_kept = [&] {
        if (!keep_objects) {
          return std::uint64_t{0};
        }
        release_free_memory();
        return resident_bytes();
      };
      const std::uint64_t before = resident_when_kept();
      run_shares(threads, numbers, count, block);
      const std::uint64_t after = resident_when_kept();
      run_threads(bodies_of(threads, [](StoreReading<C>& thread, std::uint64_t) { thread.finish(); }));
      const StoreShare all = tell_shares(threads);
      if (keep_objects) {
        replies_.line("held", {{"bytes", after - std::min(after, before)}});
      }
      replies_.line("fetched", {{"objects", count},
                                {"bytes", all.bytes},
                                {"digest", digest_text(all.digest)},
                                {"touch", all.touch}});
    });
  }

 private:
  // Each thread runs through its share of the first `count` numbers, block by block.
  template <class Threads>
  void run_shares(Threads& threads, const Numbers& numbers, std::uint64_t count, std::uint64_t block) {
    run_threads(bodies_of(threads, [&numbers, count, block, of = threads_](auto& thread, std::uint64_t t) {
      numbers.for_each_block(share_begin(count, t, of), share_begin(count, t + 1, of), block,
                             [&](std::span<const std::uint64_t> some) { thread.run(some); });
    }));
  }

  static Level level_of(const std::string& name) {
    if (name == "bytes" && is_raw<C>) {
      return Level::bytes;
    }
    if (name == "decode" && !is_raw<C>) {
      return Level::decode;
    }
    if (name == "access-one" && accesses<C, One>) {
      return Level::access_one;
    }
    if (name == "access-all" && accesses<C, All>) {
      return Level::access_all;
    }
    throw RequestError("This codec has no level \"" + name + "\".");
  }

  void require_own(const StoreIdentity& identity) const {
    if (identity.workload != workload_ || identity.corpus_digest != pool_.digest()) {
      throw RequestError("The store in " + request_.text("data") + " holds other objects: " +
                         identity.workload + " with the corpus " + digest_text(identity.corpus_digest) + ".");
    }
  }

  void tell_corpus() {
    replies_.line(
        "corpus",
        {{"objects", pool_.size()}, {"bytes", pool_.bytes()}, {"digest", digest_text(pool_.digest())}});
  }

  // One line a phase and thread, and what all threads did together.
  template <class Threads>
  StoreShare tell_shares(Threads& threads) {
    StoreShare all;
    for (std::size_t t = 0; t != threads.size(); ++t) {
      const StoreShare& share = threads[t]->share();
      all.bytes += share.bytes;
      all.digest += share.digest;
      all.touch += share.touch;
      tell_phases(replies_, t, share.phases, phase_names);
    }
    return all;
  }

  void answer(const std::string& operation, const std::function<void()>& work) {
    store::answer(replies_, operation, work);
    replies_.line("memory", {{"peak_bytes", peak_resident_bytes()}});
  }

  Replies& replies_;
  const Request& request_;
  Pool pool_;
  std::uint64_t threads_;
  std::string codec_;
  std::string workload_;
};

}  // namespace serbench::store
