// What each mode of a sort does with a codec: to records that have been read, when they are compared, and
// when they are written.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "adapter.hpp"
#include "experiments/sort/entry.hpp"
#include "experiments/sort/memory.hpp"
#include "experiments/sort/phases.hpp"
#include "experiments/sort/records.hpp"
#include "protocol/requests.hpp"
#include "values/proof.hpp"

namespace serbench::sort {

enum class Mode { objects, kept, lazy, raw };

// What a record is sorted by: what access-one touches, or the key of the complex-object study.
enum class Key { access, study };

// Throws RequestError when the objects lack the key, which floors get from a list in any case.
inline Key key_named(const std::string& name, std::string_view workload) {
  if (name == "access") {
    return Key::access;
  }
  if (name != "study") {
    throw RequestError("There is no key \"" + name + "\".");
  }
  if (!has_study_key<Root>) {
    throw RequestError("The objects of " + std::string(workload) + " have no key \"study\".");
  }
  return Key::study;
}

// Throws RequestError when the codec lacks the mode. No codec reads the key of the study by access.
template <class C>
Mode mode_of(const std::string& name, Key key) {
  if (name == "raw" && is_raw<C>) {
    return Mode::raw;
  }
  if (name == "objects" && !is_raw<C>) {
    return Mode::objects;
  }
  if (name == "bytes" && !is_raw<C>) {
    return Mode::kept;
  }
  if (name == "lazy" && !is_raw<C> && accesses<C, One>) {
    if (key == Key::study) {
      throw RequestError("No codec has the mode \"lazy\" with the key \"study\".");
    }
    return Mode::lazy;
  }
  throw RequestError("This codec has no mode \"" + name + "\".");
}

// `keys` are those of `raw`. A key is taken modulo `distinct`, unless that is 0.
struct KeySource {
  Mode mode;
  Key key;
  std::uint64_t distinct;
  std::span<const std::uint64_t> keys;
};

// Compares keys that entries hold.
class KeyOrder {
 public:
  explicit KeyOrder(std::uint64_t& comparisons) : comparisons_(comparisons) {}

  bool operator()(const Entry& a, const Entry& b) const {
    ++comparisons_;
    return comes_before(a.key, a, b.key, b);
  }

 private:
  std::uint64_t& comparisons_;
};

// The codec of one thread and what it has done.
template <class C>
class Handling {
 public:
  using Object = ObjectOf<C>;
  using Objects = std::vector<std::optional<Object>>;

  Handling(KeySource source, HeldObjects& held_objects) : source_(source), held_objects_(held_objects) {}

  bool holds_objects() const { return source_.mode == Mode::objects; }

  // Makes entries of messages that have been read ready to be compared. Entries of the mode `objects`
  // then are those of `objects`, of which nobody needs what they held before; others leave it empty.
  void prepare(std::span<Entry> entries, Objects& objects, PhaseTimes& phases) {
    if constexpr (is_raw<C>) {
      read_keys(entries, phases, [this](const Entry& entry) { return source_.keys[entry.number]; });
    } else if (holds_objects()) {
      decode(entries, objects, phases);
      read_keys(entries, phases, [this](const Entry& entry) { return key_of_object(object_of(entry)); });
    } else if (source_.mode == Mode::kept) {
      read_kept_keys(entries, phases);
    }
  }

  // Calls f(order), which compares entries and counts how often.
  template <class F>
  void with_order(F&& f) {
    if constexpr (!is_raw<C> && accesses<C, One>) {
      if (source_.mode == Mode::lazy) {
        f([this](const Entry& a, const Entry& b) {
          ++counts_.comparisons;
          return comes_before(accessed_key(a), a, accessed_key(b), b);
        });
        return;
      }
    }
    f(KeyOrder(counts_.comparisons));
  }

  // Puts entries into a block, at most until it is full, and returns how many.
  std::size_t fill(std::span<const Entry> entries, RecordBlock& block, PhaseTimes& phases) {
    std::size_t filled = 0;
    if constexpr (!is_raw<C>) {
      if (holds_objects()) {
        phases.timed(Phase::encode, [&] {
          filled = for_each(entries, [&](const Entry& entry) {
            if (&entry + prefetched < entries.data() + entries.size()) {
              prefetch((&entry + prefetched)->at);
            }
            block.add(entry.number, client_.encode(object_of(entry)));
            return !block.full();
          });
        });
        return filled;
      }
    }
    phases.timed(Phase::copy, [&] {
      filled = for_each(entries, [&](const Entry& entry) {
        block.add(entry.number, entry.message());
        return !block.full();
      });
    });
    return filled;
  }

  // Lets go of the objects of entries.
  void release(std::span<const Entry> entries, PhaseTimes& phases) {
    phases.timed(Phase::free, [&] {
      for (const Entry& entry : entries) {
        held_by(entry).reset();
      }
    });
    held_objects_.release(record_bytes(entries));
  }

  // The same, but where the codec decodes into used objects they stay for the next ones.
  void release_or_keep(std::span<const Entry> entries, PhaseTimes& phases) {
    if constexpr (decode_reuses<C>()) {
      held_objects_.release(record_bytes(entries));
    } else {
      release(entries, phases);
    }
  }

  Counts& counts() { return counts_; }

 private:
  static std::optional<Object>& held_by(const Entry& entry) {
    return *const_cast<std::optional<Object>*>(static_cast<const std::optional<Object>*>(entry.at));
  }
  static const Object& object_of(const Entry& entry) { return *held_by(entry); }

  // How many entries before it is encoded an object is fetched: objects lie in the order in which they were
  // made.
  static constexpr std::ptrdiff_t prefetched = 2;

  // All but what the object refers to.
  static void prefetch(const void* object) {
    constexpr std::size_t cache_line = 64;
    for (std::size_t at = 0; at < sizeof(Object); at += cache_line) {
      __builtin_prefetch(static_cast<const std::byte*>(object) + at);
    }
  }

  // Calls f(entry) until it returns false, and returns how often. What it throws becomes a Failure that knows
  // the object's number.
  template <class E, class F>
  static std::size_t for_each(std::span<E> entries, F&& f) {
    std::size_t i = 0;
    try {
      while (i != entries.size()) {
        if (!f(entries[i++])) {
          break;
        }
      }
    } catch (const RequestError&) {
      throw;
    } catch (...) {
      throw current_failure(entries[i - 1].number);
    }
    return i;
  }

  std::uint64_t reduced(std::uint64_t key) const {
    return source_.distinct == 0 ? key : key % source_.distinct;
  }

  template <class F>
  void read_keys(std::span<Entry> entries, PhaseTimes& phases, F&& key_of) {
    phases.timed(Phase::key, [&] {
      for_each(entries, [&](Entry& entry) {
        entry.key = reduced(key_of(entry));
        return true;
      });
    });
  }

  void decode(std::span<Entry> entries, Objects& objects, PhaseTimes& phases) {
    objects.resize(std::max(objects.size(), entries.size()));
    phases.timed(Phase::decode, [&] {
      auto place = objects.begin();
      for_each(entries, [&](Entry& entry) {
        std::optional<Object>& object = *place++;
        client_.decode(entry.message(), object ? *object : object.emplace());
        entry.at = &object;
        return true;
      });
    });
    counts_.decodes += entries.size();
    held_objects_.hold(record_bytes(entries));
  }

  static std::uint64_t record_bytes(std::span<const Entry> entries) {
    std::uint64_t bytes = 0;
    for (const Entry& entry : entries) {
      bytes += chunk_record_bytes(entry.bytes);
    }
    return bytes;
  }

  std::uint64_t key_of_object(const Object& object) const {
    if constexpr (has_study_key<Object>) {
      if (source_.key == Key::study) {
        return study_key(object);
      }
    }
    return touch_object(object, One{});
  }

  // The entries remain those of their messages.
  void read_kept_keys(std::span<Entry> entries, PhaseTimes& phases) {
    if constexpr (accesses<C, One>) {
      if (source_.key == Key::access) {
        read_keys(entries, phases, [this](const Entry& entry) { return access(entry); });
        return;
      }
    }
    decoded_.assign(entries.begin(), entries.end());
    decode(decoded_, decoded_objects_, phases);
    auto decoded = decoded_.begin();
    read_keys(entries, phases, [&](const Entry&) { return key_of_object(object_of(*decoded++)); });
    release(decoded_, phases);
    decoded_objects_.clear();
  }

  std::uint64_t access(const Entry& entry) {
    ++counts_.accesses;
    return client_.access(entry.message(), One{});
  }

  // In a comparison, which happens too often to look at the clock or to note what failed before it does.
  std::uint64_t accessed_key(const Entry& entry) {
    try {
      return reduced(access(entry));
    } catch (...) {
      throw current_failure(entry.number);
    }
  }

  KeySource source_;
  HeldObjects& held_objects_;
  Client<C> client_;
  // For their keys: one batch at a time, of whichever chunk.
  std::vector<Entry> decoded_;
  Objects decoded_objects_;
  Counts counts_;
};

}  // namespace serbench::sort
