// The experiment `store`: objects written to a file, and read from it in order or by number (PROTOCOL.md,
// store-write and store-read).
#pragma once

#include <exception>
#include <functional>
#include <thread>

#include "experiment_memory.hpp"
#include "phases.hpp"
#include "store_file.hpp"
#include "store_pool.hpp"

namespace serbench::store {

// How many objects are handled between two looks at the clocks: fewer where so many would take too much
// memory.
inline constexpr std::uint64_t objects_a_block = 256;
inline constexpr std::uint64_t objects_a_random_block = 64;
inline constexpr std::uint64_t bytes_a_block = 8 << 20;

inline std::uint64_t block_objects(const Pool& pool, std::uint64_t most) {
  const std::uint64_t mean_bytes = pool.bytes() / pool.size() + 1;
  return std::clamp<std::uint64_t>(bytes_a_block / mean_bytes, 1, most);
}

// A codec that stores its objects' bytes as they are: the floor, which neither encodes nor decodes.
template <class C>
inline constexpr bool is_raw = std::same_as<ObjectOf<C>, Image>;

// What one thread has done.
struct StoreShare {
  PhaseTimes phases;
  std::uint64_t bytes = 0;   // of the messages
  std::uint64_t digest = 0;  // the sum of the digests of what came back
  std::uint64_t touch = 0;   // the sum of what was read
};

// Fresh objects of the pool, as an application holds those that it is about to write.
template <class Object>
class PoolObjects {
 public:
  explicit PoolObjects(const Pool& pool) : pool_(pool) {}

  void make(std::uint64_t first, std::uint64_t count, std::vector<Object>& objects) {
    objects.clear();
    for (std::uint64_t i = 0; i != count; ++i) {
      make(first + i, objects.emplace_back());
    }
  }

  void make(std::uint64_t object, Object& made) {
    pool_.bytes_of(object, bytes_);
    if constexpr (std::same_as<Object, Image>) {
      made.bytes.assign(bytes_.bytes());
    } else {
      try {
        read_canonical(bytes_.bytes(), made);
      } catch (const Malformed& fault) {
        throw RequestError("The corpus is not of this runner's schema: " + std::string(fault.what()));
      }
    }
  }

 private:
  const Pool& pool_;
  ByteBuffer bytes_;
};

// One thread that writes.
template <class C>
class StoreWriting {
  using Object = ObjectOf<C>;

 public:
  StoreWriting(const Pool& pool, StoreWriter& writer) : objects_of_pool_(pool), writer_(writer) {
    block_ = block_objects(pool, objects_a_block);
  }

  void warm_up(std::uint64_t warmup_ns) {
    const Stopwatch watch;
    while (watch.wall_ns() < warmup_ns) {
      prepare(0, block_);
    }
    share_ = {};
  }

  void run(std::uint64_t first, std::uint64_t count) {
    for (std::uint64_t done = 0; done < count; done += block_) {
      const std::uint64_t of_block = std::min(block_, count - done);
      prepare(first + done, of_block);
      const std::uint64_t begin = writer_.reserve(page_size_);
      share_.phases.timed(Phase::write, [&] { writer_.write({page_.data(), page_size_}, begin); });
      for (Extent& extent : extents_) {
        extent.offset += begin;
      }
      writer_.note(first + done, extents_);
    }
  }

  StoreShare& share() { return share_; }

 private:
  // All of a block but its writing.
  void prepare(std::uint64_t first, std::uint64_t count) {
    objects_of_pool_.make(first, count, objects_);
    if constexpr (!is_raw<C>) {
      share_.phases.timed(Phase::encode, [&] { encode(); });
    }
    place();
    share_.phases.timed(Phase::copy, [&] { copy(); });
  }

  // The codec's buffer holds one message at a time, so each is set aside as it comes.
  void encode() {
    staged_.clear();
    sizes_.clear();
    for (const Object& object : objects_) {
      const Bytes bytes = bench_.encode(object);
      staged_.append(bytes.data(), bytes.size());
      sizes_.push_back(bytes.size());
    }
  }

  // Lays out the block's records.
  void place() {
    if constexpr (is_raw<C>) {
      sizes_.clear();
      for (const Object& object : objects_) {
        sizes_.push_back(object.bytes.size());
      }
    }
    extents_.clear();
    std::uint64_t at = 0;
    for (const std::uint64_t size : sizes_) {
      extents_.push_back({at, size});
      at = rounded_up(at + size, record_alignment);
      share_.bytes += size;
    }
    page_size_ = rounded_up(at, writer_.granule());
    page_.require(page_size_);
  }

  // Moves the records to where the system takes them from, each at its place and zeros between.
  void copy() {
    const std::byte* from = staged_.data();
    std::uint64_t end = 0;
    for (std::size_t i = 0; i != extents_.size(); ++i) {
      const Extent& extent = extents_[i];
      if constexpr (is_raw<C>) {
        from = objects_[i].bytes.bytes().data();
      }
      std::memset(page_.data() + end, 0, extent.offset - end);
      std::memcpy(page_.data() + extent.offset, from, extent.bytes);
      from += extent.bytes;
      end = extent.offset + extent.bytes;
    }
    std::memset(page_.data() + end, 0, page_size_ - end);
  }

  PoolObjects<Object> objects_of_pool_;
  StoreWriter& writer_;
  StoreShare share_;
  Bench<C> bench_;
  std::uint64_t block_;
  std::vector<Object> objects_;
  ByteBuffer staged_;
  std::vector<std::uint64_t> sizes_;
  std::vector<Extent> extents_;
  PageBuffer page_;
  std::uint64_t page_size_ = 0;
};

// How a record that has been read is used; each is one member of StoreReading.
enum class Level { bytes, decode, access_one, access_all };

// What every thread that reads has been asked for.
struct ReadRequest {
  Level level = Level::decode;
  std::uint64_t block = 0;
  bool keep_objects = false;
};

// One thread that reads.
template <class C>
class StoreReading {
  using Object = ObjectOf<C>;

 public:
  StoreReading(const Pool& pool, const StoreReader& reader, const ReadRequest& request)
      : pool_(pool), objects_of_pool_(pool), reader_(reader), request_(request) {}

  void warm_up(std::uint64_t warmup_ns) {
    if (warmup_ns == 0 || request_.level == Level::bytes) {
      return;
    }
    EncodedMessages<C> messages(bench_, warm_up_objects());
    const Stopwatch watch;
    while (watch.wall_ns() < warmup_ns) {
      use(messages.views());
      objects_.clear();
    }
    share_ = {};
  }

  // Reads the objects of these numbers as one block.
  void run(std::span<const std::uint64_t> numbers) {
    reader_.locate(numbers, extents_);
    plan_.make(extents_, reader_.granule());
    page_.require(plan_.buffer_bytes);
    share_.phases.timed(Phase::read, [&] {
      for (const Window& window : plan_.windows) {
        reader_.read(page_.data() + window.place, window.offset, window.bytes, window.needed);
      }
    });
    views_.clear();
    for (std::size_t i = 0; i != extents_.size(); ++i) {
      views_.push_back({page_.data() + plan_.places[i], extents_[i].bytes});
      share_.bytes += extents_[i].bytes;
    }
    use(views_);
    prove(numbers);
    release();
  }

  // Lets go of all objects that were kept.
  void finish() {
    if (request_.keep_objects) {
      share_.phases.timed(Phase::free, [&] { kept_.clear(); });
    }
  }

  StoreShare& share() { return share_; }

 private:
  std::vector<Object>& warm_up_objects() {
    objects_of_pool_.make(0, std::min<std::uint64_t>(pool_.size(), request_.block), made_);
    return made_;
  }

  void use(std::span<const Bytes> messages) {
    if (request_.level == Level::decode) {
      objects_.reserve(messages.size());
      share_.phases.timed(Phase::decode, [&] { decode(messages); });
      if constexpr (!is_raw<C>) {
        share_.phases.timed(Phase::touch, [&] { touch_objects(); });
      }
    } else if (request_.level == Level::access_one) {
      access_messages<One>(messages);
    } else if (request_.level == Level::access_all) {
      access_messages<All>(messages);
    }
  }

  void decode(std::span<const Bytes> messages) {
    for (const Bytes message : messages) {
      bench_.decode(message, objects_.emplace_back());
    }
  }

  void touch_objects() {
    std::uint64_t sum = 0;
    for (const Object& object : objects_) {
      sum += touch_object(object, All{});
    }
    keep(sum);
  }

  template <class Plan>
  void access_messages(std::span<const Bytes> messages) {
    if constexpr (accesses<C, Plan>) {
      touches_.resize(messages.size());
      share_.phases.timed(Phase::touch, [&] {
        for (std::size_t i = 0; i != messages.size(); ++i) {
          touches_[i] = access(bench_.codec, messages[i], Plan{});
        }
      });
    }
  }

  // Compares what came back with the pool. A Failure knows the object's number.
  void prove(std::span<const std::uint64_t> numbers) {
    for (std::size_t i = 0; i != numbers.size(); ++i) {
      if (request_.level == Level::access_one) {
        prove_touch<One>(numbers[i], touches_[i]);
      } else if (request_.level == Level::access_all) {
        prove_touch<All>(numbers[i], touches_[i]);
      } else {
        pool_.bytes_of(numbers[i], scratch_);
        const std::uint64_t expected = xxh64(scratch_.bytes());
        const std::uint64_t digest =
            request_.level == Level::bytes ? xxh64(views_[i]) : digest_of_object(objects_[i], scratch_);
        require_same_digest(digest, expected, numbers[i]);
        share_.digest += digest;
      }
    }
  }

  template <class Plan>
  void prove_touch(std::uint64_t number, std::uint64_t read) {
    Object expected;
    objects_of_pool_.make(number, expected);
    require_same_touch({.touch = read, .expected_touch = touch_object(expected, Plan{})}, number);
    share_.touch += read;
  }

  void release() {
    if (request_.level != Level::decode) {
      return;
    }
    if (request_.keep_objects) {
      kept_.push_back(std::move(objects_));
      objects_ = std::vector<Object>();
    } else {
      share_.phases.timed(Phase::free, [&] { objects_.clear(); });
    }
  }

  const Pool& pool_;
  PoolObjects<Object> objects_of_pool_;
  const StoreReader& reader_;
  ReadRequest request_;
  StoreShare share_;
  Bench<C> bench_;
  std::vector<Extent> extents_;
  ReadPlan plan_;
  PageBuffer page_;
  std::vector<Bytes> views_;
  std::vector<Object> made_;
  std::vector<Object> objects_;
  std::vector<std::vector<Object>> kept_;
  std::vector<std::uint64_t> touches_;
  ByteBuffer scratch_;
};

// Where a thread's share of so many begins.
inline std::uint64_t share_begin(std::uint64_t count, std::uint64_t thread, std::uint64_t threads) {
  return count / threads * thread + std::min(thread, count % threads);
}

// Runs each body in a thread of its own, one alone in this one. The first exception is thrown again.
inline void run_threads(const std::vector<std::function<void()>>& bodies) {
  if (bodies.size() == 1) {
    bodies.front()();
    return;
  }
  std::vector<std::exception_ptr> faults(bodies.size());
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i != bodies.size(); ++i) {
      threads.emplace_back([&body = bodies[i], &fault = faults[i]] {
        try {
          body();
        } catch (...) {
          fault = std::current_exception();
        }
      });
    }
  }
  for (const std::exception_ptr& fault : faults) {
    if (fault) {
      std::rethrow_exception(fault);
    }
  }
}

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
