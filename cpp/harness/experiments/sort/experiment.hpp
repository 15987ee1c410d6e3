// The experiment `sort`: an external sort of a store (PROTOCOL.md, sort).
#pragma once

#include <algorithm>
#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "experiments/sort/grouping.hpp"
#include "experiments/sort/making.hpp"
#include "experiments/sort/merging.hpp"
#include "experiments/sort/request.hpp"
#include "experiments/store/answering.hpp"
#include "experiments/store/threads.hpp"
#include "timing/resident_memory.hpp"

namespace serbench::sort {

template <class C>
class SortExperiment {
 public:
  SortExperiment(Replies& replies, const Request& request, std::string_view codec, std::string_view workload)
      : replies_(replies),
        asked_(sort_request(request)),
        key_(key_named(request.text("key"), workload)),
        contract_(contract_of<C>(request.text("contract"), key_)),
        distinct_(request.number("distinct")),
        reader_(request.text("data"), request.text("index"), asked_.direct),
        records_(located_records(reader_)),
        scratch_(request.text("scratch"), asked_.direct) {
    const store::StoreIdentity& found = reader_.identity();
    if (found.workload != workload) {
      throw RequestError("The store in " + request.text("data") + " holds objects of " + found.workload +
                         ".");
    }
    if (contract_ == Contract::raw) {
      keys_ = load_keys(request.text("keys"), found.objects);
    }
    writer_.emplace(
        request.text("sorted_data"), request.text("sorted_index"),
        store::StoreIdentity{std::string(codec), found.workload, found.corpus_digest, found.objects},
        asked_.direct);
  }

  void run() {
    std::uint64_t peak_bytes = 0;
    store::answer(replies_, "sort", [&] {
      for (std::uint64_t t = 0; t != asked_.threads; ++t) {
        workers_.push_back(
            std::make_unique<Worker<C>>(KeySource{contract_, key_, distinct_, keys_}, held_objects_));
        making(t)->warm_up(asked_.warmup_ns, scratch_.granule());
      }
      release_free_memory();
      peak_bytes = peak_resident_bytes();
      reset_peak_resident();
      const std::uint64_t before_bytes = resident_bytes();
      make_runs();
      merge_runs();
      tell(peak_resident_bytes() - std::min(before_bytes, peak_resident_bytes()));
    });
    replies_.line("memory", {{"peak_bytes", std::max(peak_bytes, peak_resident_bytes())}});
  }

 private:
  using Made = std::vector<Run>;

  std::unique_ptr<RunMaking<C>> making(std::uint64_t thread) {
    const std::uint64_t begin = store::share_begin(records_.size(), thread, asked_.threads);
    const std::uint64_t end = store::share_begin(records_.size(), thread + 1, asked_.threads);
    return std::make_unique<RunMaking<C>>(*workers_[thread], reader_, held_objects_,
                                          std::span(records_).subspan(begin, end - begin), asked_.share());
  }

  void make_runs() {
    std::vector<std::unique_ptr<RunMaking<C>>> makings;
    for (std::uint64_t t = 0; t != asked_.threads; ++t) {
      makings.push_back(making(t));
    }
    held_objects_.begin();
    std::vector<Made> made(asked_.threads);
    store::run_threads(
        store::bodies_of(makings, [&](RunMaking<C>& making, std::uint64_t t) { made[t] = runs_of(making); }));
    for (Made& of_thread : made) {
      std::move(of_thread.begin(), of_thread.end(), std::back_inserter(runs_));
    }
    if (records_.empty()) {
      StoreSink sink(*writer_, records_, run_block(asked_.memory_bytes));
      sink.finish(workers_.front()->runs, workers_.front()->handling.counts());
      complete_ = true;
    }
    run_count_ = complete_ ? 1 : runs_.size();
  }

  // A run of all records is the sorted store.
  Made runs_of(RunMaking<C>& making) {
    Made runs;
    while (!making.done()) {
      making.gather();
      if (making.gathered() == records_.size()) {
        StoreSink sink(*writer_, records_, making.block());
        making.write(sink);
        complete_ = true;
      } else {
        RunSink sink(scratch_, making.block());
        making.write(sink);
        runs.push_back(sink.take());
      }
    }
    making.release();
    return runs;
  }

  void merge_runs() {
    if (complete_) {
      return;
    }
    while (runs_.size() > asked_.fan_in) {
      merge_groups(groups_of_pass(runs_.size(), asked_.fan_in));
    }
    Made last = std::move(runs_);
    passes_ = 1 + most_merges(last);
    const MergeBlocks blocks = blocks_of(last, asked_.memory());
    for (const auto& worker : workers_) {
      worker->blocks.release();
    }
    release_free_memory();
    StoreSink sink(*writer_, records_, blocks.output);
    Merging<C>(slowest_in_merges(), std::move(last), blocks, scratch_.granule()).write(sink);
  }

  // All others have waited for this one. A sort takes as long as the merges of its slowest thread, so the
  // last merge has to be among these.
  Worker<C>& slowest_in_merges() {
    return **std::max_element(workers_.begin(), workers_.end(), [](const auto& one, const auto& other) {
      return one->merge.wall_ns() < other->merge.wall_ns();
    });
  }

  // Of T threads, thread t merges the groups t, t + T and so on.
  void merge_groups(const std::vector<std::uint64_t>& groups) {
    std::vector<Made> sources;
    auto next_run = std::make_move_iterator(runs_.begin());
    for (const std::uint64_t size : groups) {
      sources.emplace_back(next_run, next_run + static_cast<std::ptrdiff_t>(size));
      next_run += static_cast<std::ptrdiff_t>(size);
    }
    Made merged(groups.size());
    // What is free in the memory of one thread is of no use to another. Threads that merge must not give it
    // back, because that stops the others while they are timed.
    release_free_memory();
    for (const auto& worker : workers_) {
      worker->blocks.require(asked_.share().bytes);
    }
    store::run_threads(store::bodies_of(workers_, [&](Worker<C>& worker, std::uint64_t thread) {
      for (std::size_t group = thread; group < groups.size(); group += workers_.size()) {
        merged[group] = merged_run(worker, std::move(sources[group]));
      }
    }));
    merged.insert(merged.end(), next_run, std::make_move_iterator(runs_.end()));
    runs_ = std::move(merged);
  }

  Run merged_run(Worker<C>& worker, Made sources) {
    const std::uint64_t merges = 1 + most_merges(sources);
    const MergeBlocks blocks = blocks_of(sources, asked_.share());
    RunSink sink(scratch_, blocks.output);
    Merging<C>(worker, std::move(sources), blocks, scratch_.granule()).write(sink);
    Run run = sink.take();
    run.merges = merges;
    return run;
  }

  static std::uint64_t most_merges(const Made& runs) {
    std::uint64_t most = 0;
    for (const Run& run : runs) {
      most = std::max(most, run.merges);
    }
    return most;
  }

  MergeBlocks blocks_of(const Made& runs, const MemoryShare& memory) const {
    MergedRecords merged;
    merged.runs = runs.size();
    for (const Run& run : runs) {
      merged.records += run.records;
      merged.bytes += run.record_bytes;
      merged.largest_bytes = std::max(merged.largest_bytes, run.largest_bytes);
    }
    const bool decoded = contract_ == Contract::objects;
    return merge_blocks(memory, merged, decoded ? held_objects_.mean() : 0);
  }

  void tell(std::uint64_t held_bytes) {
    Counts all;
    std::uint64_t bytes = 0;
    for (std::size_t t = 0; t != workers_.size(); ++t) {
      all.add(workers_[t]->handling.counts());
      store::tell_phases(replies_, t, workers_[t]->runs, runs_phase_names);
      store::tell_phases(replies_, t, workers_[t]->merge, merge_phase_names);
    }
    for (const Located& place : records_) {
      bytes += place.bytes;
    }
    replies_.line("sorted", {{"objects", std::uint64_t{records_.size()}},
                             {"bytes", bytes},
                             {"data_bytes", writer_->data_bytes()},
                             {"runs", run_count_},
                             {"passes", passes_},
                             {"fan_in", asked_.fan_in},
                             {"read_bytes", all.read_bytes},
                             {"written_bytes", all.written_bytes},
                             {"decodes", all.decodes},
                             {"accesses", all.accesses},
                             {"comparisons", all.comparisons},
                             {"held_bytes", held_bytes}});
  }

  Replies& replies_;
  SortRequest asked_;
  Key key_;
  Contract contract_;
  std::uint64_t distinct_;
  store::StoreReader reader_;
  // By offset in the data file; then, by number, where they lie in the sorted one.
  std::vector<Located> records_;
  Scratch scratch_;
  std::vector<std::uint64_t> keys_;
  std::optional<store::StoreWriter> writer_;
  HeldObjects held_objects_;
  std::vector<std::unique_ptr<Worker<C>>> workers_;
  Made runs_;
  std::atomic<bool> complete_ = false;
  std::uint64_t run_count_ = 0;
  std::uint64_t passes_ = 0;
};

}  // namespace serbench::sort
