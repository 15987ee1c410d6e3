// What a relay does with the messages that have come: it decides where each goes, and sends it on.
#pragma once

#include "experiments/relay/frames.hpp"
#include "experiments/relay/phases.hpp"
#include "experiments/relay/sinks.hpp"

namespace serbench::relay {

// A mode at work. It is called once for all frames of a read, so that the call costs nothing.
class Handler {
 public:
  virtual ~Handler() = default;

  // Handles one message after the other.
  virtual void handle(std::span<const Frame> frames, Sinks& sinks, Counters& counters) = 0;

  // Handles at most a block of messages, each step for all of them.
  virtual void handle_in_steps(std::span<const Frame> frames, Sinks& sinks, Counters& counters,
                               PhaseTimes& phases) = 0;
};

// By `shuffle`, messages go to the sinks in turn.
inline std::size_t shuffled(const Frame& frame, const Sinks& sinks) { return frame.number() % sinks.count(); }

// The mode `forward`: nothing is read.
class Forwarding final : public Handler {
 public:
  void handle(std::span<const Frame> frames, Sinks& sinks, Counters&) override {
    for (const Frame& frame : frames) {
      sinks.pass_on(shuffled(frame, sinks), frame);
    }
  }

  void handle_in_steps(std::span<const Frame> frames, Sinks& sinks, Counters&, PhaseTimes& phases) override {
    phases.timed(Phase::route, [&] {
      destinations_.clear();
      for (const Frame& frame : frames) {
        destinations_.push_back(shuffled(frame, sinks));
      }
    });
    phases.timed(Phase::write, [&] {
      for (std::size_t i = 0; i != frames.size(); ++i) {
        sinks.pass_on(destinations_[i], frames[i]);
      }
    });
  }

 private:
  std::vector<std::size_t> destinations_;
};

}  // namespace serbench::relay
