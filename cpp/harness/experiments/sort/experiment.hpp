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
        mode_(mode_of<C>(request.text("mode"), key_)),
        distinct_(request.number("distinct")),
        reader_(request.text("data"), request.text("index"), asked_.direct),
        records_(located_records(reader_)),
        scratch_(request.text("scratch"), asked_.direct) {
    const store::StoreIdentity& found = reader_.identity();
    if (found.workload != workload) {
      throw RequestError("The store in " + request.text("data") + " holds objects of " + found.workload +
                         ".");
    }
    if (mode_ == Mode::raw) {
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
            std::make_unique<Worker<C>>(KeySource{mode_, key_, distinct_, keys_}, held_objects_));
        making(t)->warm_up(asked_.warmup_ns, scratch_.granule());
      }
      release_free_memory();
      peak_bytes = peak_resident_bytes();
      reset_peak_resident();
      const std::uint64_t before_bytes = resident_bytes();
      make_chunks();
      merge_chunks();
      tell(peak_resident_bytes() - std::min(before_bytes, peak_resident_bytes()));
    });
    replies_.line("memory", {{"peak_bytes", std::max(peak_bytes, peak_resident_bytes())}});
  }

 private:
  using Made = std::vector<Chunk>;

  std::unique_ptr<ChunkMaking<C>> making(std::uint64_t thread) {
    const std::uint64_t begin = store::share_begin(records_.size(), thread, asked_.threads);
    const std::uint64_t end = store::share_begin(records_.size(), thread + 1, asked_.threads);
    return std::make_unique<ChunkMaking<C>>(*workers_[thread], reader_, held_objects_,
                                            std::span(records_).subspan(begin, end - begin), asked_.share());
  }

  void make_chunks() {
    std::vector<std::unique_ptr<ChunkMaking<C>>> makings;
    for (std::uint64_t t = 0; t != asked_.threads; ++t) {
      makings.push_back(making(t));
    }
    held_objects_.begin();
    std::vector<Made> made(asked_.threads);
    store::run_threads(store::bodies_of(
        makings, [&](ChunkMaking<C>& making, std::uint64_t t) { made[t] = chunks_of(making); }));
    for (Made& of_thread : made) {
      std::move(of_thread.begin(), of_thread.end(), std::back_inserter(chunks_));
    }
    if (records_.empty()) {
      StoreSink sink(*writer_, records_, chunk_block(asked_.memory_bytes));
      sink.finish(workers_.front()->chunks, workers_.front()->handling.counts());
      complete_ = true;
    }
    chunk_count_ = complete_ ? 1 : chunks_.size();
  }

  // A chunk of all records is the sorted store.
  Made chunks_of(ChunkMaking<C>& making) {
    Made chunks;
    while (!making.done()) {
      making.gather();
      if (making.gathered() == records_.size()) {
        StoreSink sink(*writer_, records_, making.block());
        making.write(sink);
        complete_ = true;
      } else {
        ChunkSink sink(scratch_, making.block());
        making.write(sink);
        chunks.push_back(sink.take());
      }
    }
    making.release();
    return chunks;
  }

  void merge_chunks() {
    if (complete_) {
      return;
    }
    while (chunks_.size() > asked_.fan_in) {
      merge_groups(groups_of_pass(chunks_.size(), asked_.fan_in));
    }
    Made last = std::move(chunks_);
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
    auto next_chunk = std::make_move_iterator(chunks_.begin());
    for (const std::uint64_t size : groups) {
      sources.emplace_back(next_chunk, next_chunk + static_cast<std::ptrdiff_t>(size));
      next_chunk += static_cast<std::ptrdiff_t>(size);
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
        merged[group] = merged_chunk(worker, std::move(sources[group]));
      }
    }));
    merged.insert(merged.end(), next_chunk, std::make_move_iterator(chunks_.end()));
    chunks_ = std::move(merged);
  }

  Chunk merged_chunk(Worker<C>& worker, Made sources) {
    const std::uint64_t merges = 1 + most_merges(sources);
    const MergeBlocks blocks = blocks_of(sources, asked_.share());
    ChunkSink sink(scratch_, blocks.output);
    Merging<C>(worker, std::move(sources), blocks, scratch_.granule()).write(sink);
    Chunk chunk = sink.take();
    chunk.merges = merges;
    return chunk;
  }

  static std::uint64_t most_merges(const Made& chunks) {
    std::uint64_t most = 0;
    for (const Chunk& chunk : chunks) {
      most = std::max(most, chunk.merges);
    }
    return most;
  }

  MergeBlocks blocks_of(const Made& chunks, const MemoryShare& memory) const {
    MergedRecords merged;
    merged.chunks = chunks.size();
    for (const Chunk& chunk : chunks) {
      merged.records += chunk.records;
      merged.bytes += chunk.record_bytes;
      merged.largest_bytes = std::max(merged.largest_bytes, chunk.largest_bytes);
    }
    const bool decoded = mode_ == Mode::objects;
    return merge_blocks(memory, merged, decoded ? held_objects_.mean() : 0);
  }

  void tell(std::uint64_t held_bytes) {
    Counts all;
    std::uint64_t bytes = 0;
    for (std::size_t t = 0; t != workers_.size(); ++t) {
      all.add(workers_[t]->handling.counts());
      store::tell_phases(replies_, t, workers_[t]->chunks, chunks_phase_names);
      store::tell_phases(replies_, t, workers_[t]->merge, merge_phase_names);
    }
    for (const Located& place : records_) {
      bytes += place.bytes;
    }
    replies_.line("sorted", {{"objects", std::uint64_t{records_.size()}},
                             {"bytes", bytes},
                             {"data_bytes", writer_->data_bytes()},
                             {"chunks", chunk_count_},
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
  Mode mode_;
  std::uint64_t distinct_;
  store::StoreReader reader_;
  // By offset in the data file; then, by number, where they lie in the sorted one.
  std::vector<Located> records_;
  Scratch scratch_;
  std::vector<std::uint64_t> keys_;
  std::optional<store::StoreWriter> writer_;
  HeldObjects held_objects_;
  std::vector<std::unique_ptr<Worker<C>>> workers_;
  Made chunks_;
  std::atomic<bool> complete_ = false;
  std::uint64_t chunk_count_ = 0;
  std::uint64_t passes_ = 0;
};

}  // namespace serbench::sort
