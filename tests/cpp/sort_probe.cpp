// Answers lines "WHAT NUMBERS…" from standard input, so that the tests can ask
// the parts of the sort that know no codec.
#include <fcntl.h>

#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "experiments/sort/grouping.hpp"
#include "experiments/sort/loser_tree.hpp"
#include "experiments/sort/memory.hpp"
#include "experiments/sort/source.hpp"
#include "protocol/requests.hpp"

namespace {

namespace sort = serbench::sort;
using Numbers = std::vector<std::uint64_t>;

std::string text_of(const Numbers &numbers) {
  std::ostringstream text;
  for (const std::uint64_t number : numbers) {
    text << number << ' ';
  }
  return text.str();
}

// SOURCES, then the numbers of each source behind how many they are. Tells what
// is merged, and how often two numbers were compared.
std::string merged(const Numbers &asked) {
  std::vector<Numbers> sources(asked[0]);
  std::size_t at = 1;
  for (Numbers &source : sources) {
    const std::size_t count = asked[at++];
    source.assign(asked.begin() + at, asked.begin() + at + count);
    at += count;
  }
  std::vector<std::size_t> heads(sources.size());
  std::uint64_t comparisons = 0;
  const auto ended = [&](std::size_t source) {
    return heads[source] == sources[source].size();
  };
  const auto less = [&](std::size_t a, std::size_t b) {
    if (ended(a) || ended(b)) {
      return !ended(a);
    }
    ++comparisons;
    return sources[a][heads[a]] < sources[b][heads[b]];
  };
  sort::LoserTree tree(sources.size(), less);
  Numbers all;
  for (; !ended(tree.winner()); tree.replay()) {
    all.push_back(sources[tree.winner()][heads[tree.winner()]++]);
  }
  all.push_back(comparisons);
  return text_of(all);
}

// Message `number`, of a number of bytes.
serbench::ByteBuffer message(std::uint64_t number, std::uint64_t bytes) {
  serbench::ByteBuffer made;
  made.resize(bytes);
  for (std::uint64_t i = 0; i != bytes; ++i) {
    made.data()[i] = static_cast<std::byte>(number + i + 1);
  }
  return made;
}

// LAYOUT (0 chunk, 1 store), BYTES and RECORDS that fill a block, GRANULE, then
// the sizes of messages, numbered from 7 on. Tells the bytes of each block as
// hexadecimal digits.
std::string laid_out(const Numbers &asked) {
  sort::RecordBlock block(asked[0] == 0 ? sort::Layout::chunk
                                        : sort::Layout::store,
                          {asked[1], asked[2]}, asked[3]);
  std::string text;
  const auto close = [&] {
    for (const std::byte byte : block.padded()) {
      text += "0123456789abcdef"[std::to_integer<int>(byte) >> 4];
      text += "0123456789abcdef"[std::to_integer<int>(byte) & 15];
    }
    text += ' ';
    block.clear();
  };
  for (std::size_t i = 4; i != asked.size(); ++i) {
    block.add(static_cast<std::uint32_t>(i + 3),
              message(i + 3, asked[i]).bytes());
    if (block.full()) {
      close();
    }
  }
  if (!block.records().empty()) {
    close();
  }
  return text;
}

// DIRECT, BYTES that fill a written block, BYTES of a block that is read, BYTES
// and RECORDS of a batch, then the sizes of messages, numbered from 0 on. Tells
// number and size of each record as it comes back from a chunk, after 1 where its
// bytes are right and lie aligned, and the sizes of batches behind 2.
std::string through_a_chunk(const std::string &folder, const Numbers &asked) {
  sort::Scratch scratch(folder, asked[0] != 0);
  sort::ChunkSink sink(scratch, {asked[1]});
  sort::PhaseTimes phases;
  sort::Counts counts;
  for (std::size_t i = 5; i != asked.size(); ++i) {
    sink.block().add(static_cast<std::uint32_t>(i - 5),
                     message(i - 5, asked[i]).bytes());
    if (sink.block().full()) {
      sink.flush(phases, counts);
    }
  }
  sink.finish(phases, counts);
  constexpr std::size_t page_bytes = 4096;
  std::vector<std::byte> memory(asked[2] + 2 * page_bytes);
  void *page = memory.data();
  std::size_t room = memory.size();
  std::align(page_bytes, asked[2] + page_bytes, page, room);
  sort::ChunkSource source(sink.take(), static_cast<std::byte *>(page),
                         {asked[2], {asked[3], asked[4]}, {}},
                         scratch.granule());
  std::vector<sort::Entry> batch;
  Numbers all;
  for (source.next_batch(batch, phases, counts); !batch.empty();
       source.next_batch(batch, phases, counts)) {
    for (const sort::Entry &entry : batch) {
      const serbench::ByteBuffer expected = message(entry.number, entry.bytes);
      const serbench::Bytes found = entry.message();
      const bool aligned =
          reinterpret_cast<std::uintptr_t>(found.data()) % 16 == 0;
      const bool same =
          std::equal(found.begin(), found.end(), expected.bytes().begin());
      all.insert(all.end(),
                 {aligned && same ? 1u : 0u, entry.number, entry.bytes});
    }
    all.insert(all.end(), {2, batch.size()});
  }
  all.insert(all.end(), {3, counts.read_bytes, counts.written_bytes});
  return text_of(all);
}

// MEMORY, CHUNKS, RECORDS, BYTES, LARGEST, and the memory that is held for 100
// bytes; then the memory that is asked for, where MEMORY is a share of it.
// Tells the bytes of a block, of a batch and of what is written.
std::string blocks(const Numbers &asked) {
  const sort::MergedRecords merged{.chunks = asked[1],
                                   .records = asked[2],
                                   .bytes = asked[3],
                                   .largest_bytes = asked[4]};
  const sort::MemoryShare share{asked[0],
                                asked.size() > 6 ? asked[6] : asked[0]};
  const sort::MergeBlocks found =
      sort::merge_blocks(share, merged, static_cast<double>(asked[5]) / 100);
  return text_of({found.block_bytes, found.batch.bytes, found.output.bytes});
}

std::string answer(const std::string &what, const std::string &folder,
                   const Numbers &asked) {
  try {
    if (what == "merge") {
      return merged(asked);
    }
    if (what == "layout") {
      return laid_out(asked);
    }
    if (what == "chunk") {
      return through_a_chunk(folder, asked);
    }
    if (what == "groups") {
      return text_of(sort::groups_of_pass(asked[0], asked[1]));
    }
    return blocks(asked);
  } catch (const serbench::RequestError &fault) {
    return fault.what();
  }
}

} // namespace

int main(int, char **arguments) {
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    std::string what;
    words >> what;
    Numbers asked;
    for (std::uint64_t number = 0; words >> number;) {
      asked.push_back(number);
    }
    std::cout << answer(what, arguments[1], asked) << '\n';
  }
}
