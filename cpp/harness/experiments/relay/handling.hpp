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

 public:
  explicit Handling(std::size_t block) : kept_(new Kept[block]) {}

  void handle(std::span<const Frame> frames, Sinks& sinks, Counters& counters) override {
    Kept& kept = kept_[0];
    for (const Frame& frame : frames) {
      if (decoded(frame, kept, counters)) {
        sinks.send(destination(frame, kept, sinks), frame.sequence, mode_.encode(kept, frame.message));
      }
      mode_.release(kept);
    }
  }

  void handle_in_steps(std::span<const Frame> frames, Sinks& sinks, Counters& counters,
                       PhaseTimes& phases) override {
    phases.timed(Phase::decode, [&] { decode_all(frames, counters); });
    phases.timed(Phase::route, [&] {
      destinations_.clear();
      for (const std::size_t i : good_) {
        destinations_.push_back(destination(frames[i], kept_[i], sinks));
      }
    });
    phases.timed(Mode::passes_on ? Phase::write : Phase::encode, [&] {
      for (std::size_t place = 0; place != good_.size(); ++place) {
        const std::size_t i = good_[place];
        sinks.put(destinations_[place], frames[i].sequence, mode_.encode(kept_[i], frames[i].message));
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
  // Notes in `good_` which of the frames could be decoded.
  void decode_all(std::span<const Frame> frames, Counters& counters) {
    good_.clear();
    for (std::size_t i = 0; i != frames.size(); ++i) {
      if (decoded(frames[i], kept_[i], counters)) {
        good_.push_back(i);
      }
    }
  }

  bool decoded(const Frame& frame, Kept& kept, Counters& counters) {
    try {
      mode_.decode(frame.message, kept, counters);
      return true;
    } catch (...) {
      ++counters.undecodable;
      return false;
    }
  }

  std::size_t destination(const Frame& frame, [[maybe_unused]] const Kept& kept, const Sinks& sinks) {
    if constexpr (by_fields) {
      return mode_.key(kept, frame.message) % sinks.count();
    } else {
      return shuffled(frame, sinks);
    }
  }

  Mode mode_;
  // An array, for some libraries' messages cannot be moved.
  std::unique_ptr<Kept[]> kept_;
  std::vector<std::size_t> good_;
  std::vector<std::size_t> destinations_;
};

}  // namespace serbench::relay
