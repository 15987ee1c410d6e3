// The experiment `store`: objects written to a file, and read from it in order or by number (PROTOCOL.md,
// store-write and store-read).
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

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
    StoreWriter writer(request_.text("data"), request_.text("index"),
                       {codec_, workload_, pool_.digest(), count}, request_.number("direct") != 0);
    tell_corpus();
    std::vector<std::unique_ptr<StoreWriting<C>>> threads;
    answer("write", [&] {
      std::vector<std::function<void()>> bodies;
      for (std::uint64_t t = 0; t != threads_; ++t) {
        threads.push_back(std::make_unique<StoreWriting<C>>(pool_, writer));
        threads.back()->warm_up(request_.number("warmup_ns"));
        const std::uint64_t first = share_begin(count, t, threads_);
        const std::uint64_t of_thread = share_begin(count, t + 1, threads_) - first;
        bodies.push_back([&thread = *threads.back(), first, of_thread] { thread.run(first, of_thread); });
      }
      run_threads(bodies);
      writer.finish();
      threads.front()->share().phases.timed(Phase::fsync, [&] { writer.sync(); });
      const StoreShare all = tell_phases(threads);
      replies_.line("stored",
                    {{"objects", count}, {"bytes", all.bytes}, {"data_bytes", writer.data_bytes()}});
    });
  }

  void read() {
    const bool random = request_.has("ids");
    const std::string& level = request_.text("level");
    ReadRequest reading{level_of(level),
                        block_objects(pool_, random ? objects_a_random_block : objects_a_block),
                        request_.number("keep_objects") != 0};
    const StoreReader reader(request_.text("data"), request_.text("index"), request_.number("direct") != 0);
    require_own(reader.identity());
    tell_corpus();
    const std::uint64_t count = request_.number("objects");
    std::optional<StoreFile> list;
    if (random) {
      list.emplace(request_.text("ids"), 0);
    }
    std::vector<std::unique_ptr<StoreReading<C>>> threads;
    answer(level, [&] {
      std::vector<std::function<void()>> bodies;
      for (std::uint64_t t = 0; t != threads_; ++t) {
        threads.push_back(std::make_unique<StoreReading<C>>(pool_, reader, reading));
        threads.back()->warm_up(request_.number("warmup_ns"));
        const std::uint64_t begin = share_begin(count, t, threads_);
        const std::uint64_t end = share_begin(count, t + 1, threads_);
        bodies.push_back([&thread = *threads.back(), &list, block = reading.block, begin, end] {
          read_share(thread, list, block, begin, end);
        });
      }
      run_threads(bodies);
      const StoreShare all = tell_phases(threads);
      replies_.line("fetched", {{"objects", count},
                                {"bytes", all.bytes},
                                {"digest", digest_text(all.digest)},
                                {"touch", all.touch}});
    });
  }

 private:
  // Reads the objects from `begin` to `end`, or those whose numbers stand there in the list.
  static void read_share(StoreReading<C>& thread, const std::optional<StoreFile>& list, std::uint64_t block,
                         std::uint64_t begin, std::uint64_t end) {
    std::vector<std::uint64_t> numbers;
    ByteBuffer bytes;
    for (std::uint64_t at = begin; at < end; at += block) {
      numbers.resize(std::min(block, end - at));
      if (list) {
        bytes.resize(8 * numbers.size());
        list->read_some(bytes.data(), 8 * at, bytes.size(), bytes.size());
      }
      for (std::size_t i = 0; i != numbers.size(); ++i) {
        numbers[i] = list ? load_little<std::uint64_t>(bytes.data() + 8 * i) : at + i;
      }
      thread.run(numbers);
    }
    thread.finish();
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
  StoreShare tell_phases(Threads& threads) {
    StoreShare all;
    for (std::size_t t = 0; t != threads.size(); ++t) {
      const StoreShare& share = threads[t]->share();
      all.bytes += share.bytes;
      all.digest += share.digest;
      all.touch += share.touch;
      for (std::size_t phase = 0; phase != phase_names.size(); ++phase) {
        const PhaseTime& time = share.phases.all()[phase];
        if (time.timed) {
          replies_.line("phase", {{"name", phase_names[phase]},
                                  {"thread", std::uint64_t{t}},
                                  {"wall_ns", time.wall_ns},
                                  {"cpu_ns", time.cpu_ns}});
        }
      }
    }
    return all;
  }

  // What a codec cannot do becomes a `failed` line.
  void answer(const std::string& operation, const std::function<void()>& work) {
    std::optional<Failure> failure;
    try {
      work();
    } catch (const RequestError&) {
      throw;
    } catch (...) {
      failure = current_failure(std::nullopt);
    }
    if (failure) {
      replies_.failed_line(operation, failure->outcome, failure->index, failure->detail);
    }
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
