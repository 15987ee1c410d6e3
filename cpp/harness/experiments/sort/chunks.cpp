#include "experiments/sort/chunks.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>

namespace serbench::sort {

namespace {

// Each chunk is an open file, and a small memory makes many.
void allow_many_open_files() {
  rlimit files{};
  if (::getrlimit(RLIMIT_NOFILE, &files) == 0) {
    files.rlim_cur = files.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &files);
  }
}

}  // namespace

Scratch::Scratch(std::string folder, bool direct) : folder_(std::move(folder)), direct_(direct) {
  allow_many_open_files();
}

std::unique_ptr<store::StoreFile> Scratch::file() {
  const std::string path = folder_ + "/chunk-" + std::to_string(made_++);
  auto file =
      std::make_unique<store::StoreFile>(path, store::with_direct(O_RDWR | O_CREAT | O_EXCL, direct_));
  ::unlink(path.c_str());
  return file;
}

void Sink::flush(PhaseTimes& phases, Counts& counts) {
  if (block_.records().empty()) {
    return;
  }
  const Bytes bytes = block_.padded();
  phases.timed(Phase::write, [&] { write(bytes); });
  counts.written_bytes += bytes.size();
  unsynced_bytes_ += bytes.size();
  if (through_page_cache_ && unsynced_bytes_ >= store::most_unsynced_bytes) {
    phases.timed(Phase::write, [&] { sync(); });
    unsynced_bytes_ = 0;
  }
  note(block_.records());
  block_.clear();
}

ChunkSink::ChunkSink(Scratch& scratch, BlockLimits limits)
    : Sink(RecordBlock(Layout::chunk, limits, scratch.granule()), !scratch.direct()),
      chunk_{.file = scratch.file()} {}

void ChunkSink::finish(PhaseTimes& phases, Counts& counts) {
  flush(phases, counts);
  phases.timed(Phase::fsync, [&] { sync(); });
}

void ChunkSink::write(Bytes block) {
  chunk_.file->write_all(block, chunk_.bytes);
  chunk_.bytes += block.size();
}

void ChunkSink::note(std::span<const Located> records) {
  chunk_.records += records.size();
  for (const Located& record : records) {
    const std::uint64_t bytes = chunk_record_bytes(record.bytes);
    chunk_.record_bytes += bytes;
    chunk_.largest_bytes = std::max(chunk_.largest_bytes, bytes);
  }
}

StoreSink::StoreSink(store::StoreWriter& writer, std::span<Located> places, BlockLimits limits)
    : Sink(RecordBlock(Layout::store, limits, writer.granule()), writer.through_page_cache()),
      writer_(writer),
      places_(places) {}

void StoreSink::finish(PhaseTimes& phases, Counts& counts) {
  // Few, because the memory of the sort is still held.
  constexpr std::size_t at_once = 1024;
  flush(phases, counts);
  std::vector<std::uint64_t> numbers;
  std::vector<store::Extent> extents;
  for (std::size_t first = 0; first < places_.size(); first += at_once) {
    numbers.clear();
    extents.clear();
    for (const Located& place : places_.subspan(first, std::min(at_once, places_.size() - first))) {
      numbers.push_back(place.number);
      extents.push_back({place.offset, place.bytes});
    }
    writer_.note(numbers, extents);
  }
  writer_.finish();
  phases.timed(Phase::fsync, [&] { sync(); });
}

void StoreSink::write(Bytes block) {
  offset_ = writer_.reserve(block.size());
  writer_.write(block, offset_);
}

void StoreSink::note(std::span<const Located> records) {
  for (const Located& record : records) {
    places_[record.number] = {offset_ + record.offset, record.bytes, record.number};
  }
}

}  // namespace serbench::sort
