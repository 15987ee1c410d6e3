// The loop of a relay: it reads from the sources, has a mode handle what has come, and answers barriers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/relay/handler.hpp"
#include "experiments/relay/source.hpp"
#include "protocol/replies.hpp"
#include "protocol/requests.hpp"
#include "timing/allocations.hpp"

namespace serbench::relay {

// What a relay is asked.
struct RelayRequest {
  // Throws RequestError where a value is none that a relay can have.
  explicit RelayRequest(const Request& request);

  std::string at;
  std::string mode;
  bool by_fields;
  std::uint64_t sources;
  std::uint64_t sinks;
  std::uint64_t largest_frame_bytes;
  std::uint64_t block;
};

class Relay {
 public:
  // Connects to all sources and sinks. Throws RequestError where it cannot.
  Relay(Replies& replies, const RelayRequest& request);

  // Relays until all sources have ended, and reports. Throws RequestError where a socket fails.
  void run(Handler& handler);

 private:
  // A source, and the barrier that has come from it, after which it is not read before all have sent theirs.
  struct Input {
    Source source;
    std::optional<Frame> barrier;

    bool is_open() const { return !barrier && !source.has_ended(); }
  };

  void relay_all(Handler& handler);
  bool wait_for_bytes();
  void receive(Source& source);
  void handle_frames(Input& input, Handler& handler);
  void handle(std::span<const Frame> frames, Handler& handler);
  void write_all();
  std::optional<Frame> barrier_of_all() const;
  void pass_barrier(const Frame& barrier);
  void tell_barrier(std::uint64_t number);
  void tell_phases();

  Replies& replies_;
  RelayRequest request_;
  Counters counters_;
  std::vector<Input> inputs_;
  Sinks sinks_;
  Stopwatch watch_;
  std::optional<PhaseTimes> phases_;  // where they are asked for
  AllocationsSoFar allocations_;
  std::vector<Input*> ready_;
  std::vector<Frame> frames_;
};

}  // namespace serbench::relay
