// A mode that uses a codec, at work.
#pragma once

#include <memory>
#include <vector>

#include "experiments/relay/handler.hpp"

namespace serbench::relay {

// `by_fields` routes by a message's key, else messages are shuffled.
template <class Mode, bool by_fields>
class Handling final : public Handler {
  using Kept = typename Mode::Kept;
  // Whether a message becomes one for each sink.
  static constexpr bool splits = requires(Mode mode, Kept& kept) { mode.split(kept, 1, false); };

 public:
  explicit Handling(std::size_t block) : kept_(new Kept[block]) {}

  void handle(std::span<const Frame> frames, Sinks& sinks, Counters& counters) override {
    Kept& kept = kept_[0];
    for (const Frame& frame : frames) {
      std::size_t sink = 0;
      const bool readable = succeeds(counters, [&] {
        mode_.decode(frame.message, kept, counters);
        sink = destination(frame, kept, sinks);
      });
      if (readable) {
        change(kept, sinks);
        send(sink, frame, kept, sinks);
      }
      mode_.release(kept);
    }
  }

  void handle_in_steps(std::span<const Frame> frames, Sinks& sinks, Counters& counters,
                       PhaseTimes& phases) override {
    phases.timed(Phase::decode, [&] { decode(frames, counters); });
    phases.timed(Phase::route, [&] { route(frames, sinks, counters); });
    phases.timed(Mode::passes_on ? Phase::write : Phase::encode, [&] {
      for (const Routed& routed : routed_) {
        put(routed.sink, frames[routed.index], kept_[routed.index], sinks);
      }
    });
    phases.timed(Phase::write, [&] { sinks.write_full(); });
    // As in the operation `decode`, an object's release belongs to it.
    phases.timed(Phase::decode, [&] {
      for (std::size_t i = 0; i != frames.size(); ++i) {
        mode_.release(kept_[i]);
      }
    });
  }

 private:
  // A message that could be read: its place in the block, and where it goes.
  struct Routed {
    std::size_t index;
    std::size_t sink;
  };

  void decode(std::span<const Frame> frames, Counters& counters) {
    decoded_.clear();
    for (std::size_t i = 0; i != frames.size(); ++i) {
      if (succeeds(counters, [&] { mode_.decode(frames[i].message, kept_[i], counters); })) {
        decoded_.push_back(i);
      }
    }
  }

  void route(std::span<const Frame> frames, const Sinks& sinks, Counters& counters) {
    routed_.clear();
    for (const std::size_t i : decoded_) {
      std::size_t sink = 0;
      if (succeeds(counters, [&] { sink = destination(frames[i], kept_[i], sinks); })) {
        change(kept_[i], sinks);
        routed_.push_back({i, sink});
      }
    }
  }

  // A message that cannot be read is counted; some libraries notice it only when a field is read.
  template <class F>
  static bool succeeds(Counters& counters, F&& reading) {
    try {
      reading();
      return true;
    } catch (...) {
      ++counters.undecodable;
      return false;
    }
  }

  // What becomes of a message between its reading and its writing.
  void change([[maybe_unused]] Kept& kept, [[maybe_unused]] const Sinks& sinks) {
    if constexpr (splits) {
      mode_.split(kept, sinks.count(), by_fields);
    } else if constexpr (requires { mode_.change(kept); }) {
      mode_.change(kept);
    }
  }

  void send(std::size_t sink, const Frame& frame, const Kept& kept, Sinks& sinks) {
    if constexpr (splits) {
      for (std::size_t part = 0; part != sinks.count(); ++part) {
        sinks.send(part, frame.sequence, mode_.encode_part(kept, part));
      }
    } else {
      sinks.send(sink, frame.sequence, mode_.encode(kept, frame.message));
    }
  }

  void put(std::size_t sink, const Frame& frame, const Kept& kept, Sinks& sinks) {
    if constexpr (splits) {
      for (std::size_t part = 0; part != sinks.count(); ++part) {
        sinks.put(part, frame.sequence, mode_.encode_part(kept, part));
      }
    } else {
      sinks.put(sink, frame.sequence, mode_.encode(kept, frame.message));
    }
  }

  std::size_t destination(const Frame& frame, [[maybe_unused]] const Kept& kept, const Sinks& sinks) {
    if constexpr (by_fields && !splits) {
      return mode_.key(kept, frame.message) % sinks.count();
    } else {
      return shuffled(frame, sinks);
    }
  }

  Mode mode_;
  // An array, for some libraries' messages cannot be moved.
  std::unique_ptr<Kept[]> kept_;
  std::vector<std::size_t> decoded_;
  std::vector<Routed> routed_;
};

}  // namespace serbench::relay
