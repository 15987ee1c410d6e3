// A mode that uses a codec, at work.
#pragma once

#include <memory>
#include <vector>

#include "experiments/relay/handler.hpp"
#include "experiments/relay/modes.hpp"

namespace serbench::relay {

// `by_fields` routes by a message's key, else messages are shuffled.
template <class Mode, bool by_fields>
class Handling final : public Handler {
  using Kept = typename Mode::Kept;

 public:
  explicit Handling(std::size_t block) : kept_(new Kept[block]) {}

  void handle(std::span<const Frame> frames, Sinks& sinks, Counters& counters) override {
    Kept& kept = kept_[0];
    for (const Frame& frame : frames) {
      std::size_t sink = 0;
      const bool readable = succeeds(counters, [&] {
        mode_.decode(frame.message, kept, counters);
        sink = route(frame, kept, sinks, counters);
      });
      if (readable) {
        send(kept, frame, sink, sinks,
             [&](std::size_t to, Bytes message) { sinks.send(to, frame.sequence, message); });
      }
      mode_.release(kept);
    }
  }

  void handle_in_steps(std::span<const Frame> frames, Sinks& sinks, Counters& counters,
                       PhaseTimes& phases) override {
    phases.timed(Phase::decode, [&] { decode_all(frames, counters); });
    phases.timed(Phase::route, [&] { route_all(frames, sinks, counters); });
    phases.timed(Mode::sends == Sends::encoded ? Phase::encode : Phase::write, [&] {
      for (const Routed& routed : routed_) {
        const Frame& frame = frames[routed.index];
        send(kept_[routed.index], frame, routed.sink, sinks,
             [&](std::size_t to, Bytes message) { sinks.put(to, frame.sequence, message); });
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

  void decode_all(std::span<const Frame> frames, Counters& counters) {
    decoded_.clear();
    for (std::size_t i = 0; i != frames.size(); ++i) {
      if (succeeds(counters, [&] { mode_.decode(frames[i].message, kept_[i], counters); })) {
        decoded_.push_back(i);
      }
    }
  }

  void route_all(std::span<const Frame> frames, const Sinks& sinks, Counters& counters) {
    routed_.clear();
    for (const std::size_t i : decoded_) {
      std::size_t sink = 0;
      if (succeeds(counters, [&] { sink = route(frames[i], kept_[i], sinks, counters); })) {
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

  // Where a message goes, by what it is as it came.
  std::size_t route(const Frame& frame, Kept& kept, const Sinks& sinks, Counters& counters) {
    std::size_t sink = 0;
    if constexpr (!Mode::splits && by_fields) {
      sink = mode_.key(kept, frame.message) % sinks.count();
    } else if constexpr (!Mode::splits) {
      sink = shuffled(frame, sinks);
    }
    mode_.template change<by_fields>(kept, sinks.count(), counters);
    return sink;
  }

  // Sends on what is sent of a message: bytes that have to be copied by put(sink, bytes).
  template <class F>
  void send(const Kept& kept, const Frame& frame, std::size_t sink, [[maybe_unused]] Sinks& sinks,
            [[maybe_unused]] F&& put) {
    if constexpr (Mode::sends == Sends::frame) {
      sinks.pass_on(sink, frame);
    } else if constexpr (Mode::splits) {
      for (std::size_t part = 0; part != kept.parts.size(); ++part) {
        put(part, mode_.encode_part(kept, part));
      }
    } else if (mode_.lies_in_frame(kept)) {
      sinks.pass_on(sink, frame);
    } else {
      put(sink, mode_.encode(kept));
    }
  }

  Mode mode_;
  // An array, for some libraries' messages cannot be moved.
  std::unique_ptr<Kept[]> kept_;
  std::vector<std::size_t> decoded_;
  std::vector<Routed> routed_;
};

}  // namespace serbench::relay
