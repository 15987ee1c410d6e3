#include "experiments/relay/relay.hpp"

#include <poll.h>

#include <algorithm>
#include <cerrno>

#include "timing/resident_memory.hpp"
#include "values/proof.hpp"

namespace serbench::relay {

namespace {

// The number of the barrier that is reported when all sources have ended.
constexpr std::uint64_t last_barrier = 0xFFFF'FFFF;

std::uint64_t number_within(const Request& request, const std::string& key, std::uint64_t most) {
  const std::uint64_t number = request.number(key);
  if (number == 0 || number > most) {
    throw RequestError("The value of " + key + " is " + std::to_string(number) + " where 1 to " +
                       std::to_string(most) + " is possible.");
  }
  return number;
}

bool is_by_fields(const Request& request) {
  const std::string& route = request.text("route");
  if (route != "fields" && route != "shuffle") {
    throw RequestError("There is no route \"" + route + "\".");
  }
  return route == "fields";
}

std::vector<Connection> connected_sinks(const RelayRequest& request) {
  std::vector<Connection> connections;
  for (std::uint64_t i = 0; i != request.sinks; ++i) {
    connections.emplace_back(request.at, End::sink, static_cast<std::uint16_t>(i));
  }
  return connections;
}

}  // namespace

RelayRequest::RelayRequest(const Request& request)
    : at(request.text("at")),
      mode(request.text("mode")),
      by_fields(is_by_fields(request)),
      sources(number_within(request, "sources", 0x8000)),
      sinks(number_within(request, "sinks", 0x10000)),
      largest_frame_bytes(number_within(request, "largest_frame_bytes", 0xFFFF'FFFF)),
      block(number_within(request, "block", 0x10000)) {}

Relay::Relay(Replies& replies, const RelayRequest& request)
    : replies_(replies), request_(request), sinks_(connected_sinks(request), counters_) {
  for (std::uint64_t i = 0; i != request.sources; ++i) {
    Connection connection(request.at, End::source, static_cast<std::uint16_t>(i));
    inputs_.push_back({Source(std::move(connection), request.largest_frame_bytes, counters_), std::nullopt});
  }
}

void Relay::run(Handler& handler) {
  std::optional<Failure> failure;
  try {
    relay_all(handler);
  } catch (const RequestError&) {
    throw;
  } catch (...) {
    failure = current_failure(std::nullopt);
  }
  // What came before a fault is delivered too.
  write_all();
  if (failure) {
    replies_.failed_line("relay", failure->outcome, failure->index, failure->detail);
  }
  tell_barrier(last_barrier);
  replies_.line("memory", {{"peak_bytes", peak_resident_bytes()}});
}

void Relay::relay_all(Handler& handler) {
  while (wait_for_bytes()) {
    for (Input* input : ready_) {
      receive(input->source);
      handle_frames(*input, handler);
    }
    write_all();
    while (const std::optional<Frame> barrier = barrier_of_all()) {
      pass_barrier(*barrier);
      for (Input& input : inputs_) {
        handle_frames(input, handler);
      }
      write_all();
    }
  }
}

// Collects in `ready_` the sources that have bytes or have ended; false when there are none any more.
bool Relay::wait_for_bytes() {
  ready_.clear();
  for (Input& input : inputs_) {
    if (input.is_open()) {
      ready_.push_back(&input);
    }
  }
  // Reading waits by itself where there is one source; waiting is not timed.
  if (ready_.empty() || (ready_.size() == 1 && !phases_)) {
    return !ready_.empty();
  }
  std::vector<pollfd> polled;
  for (const Input* input : ready_) {
    polled.push_back({input->source.descriptor(), POLLIN, 0});
  }
  while (::poll(polled.data(), polled.size(), -1) < 0) {
    if (errno != EINTR) {
      throw RequestError(std::string("The sources cannot be waited for: ") + std::strerror(errno) + ".");
    }
  }
  for (std::size_t i = polled.size(); i-- != 0;) {
    if (polled[i].revents == 0) {
      ready_.erase(ready_.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }
  return true;
}

void Relay::receive(Source& source) {
  if (phases_) {
    phases_->timed(Phase::read, [&] { source.receive(); });
  } else {
    source.receive();
  }
}

// Handles the frames that have come from a source, up to a barrier.
void Relay::handle_frames(Input& input, Handler& handler) {
  frames_.clear();
  Frame frame{};
  Next next = Next::incomplete;
  while (!input.barrier && (next = input.source.next(frame)) == Next::frame) {
    if (frame.is_barrier()) {
      input.barrier = frame;
    } else {
      ++counters_.frames;
      counters_.bytes_in += frame.message.size();
      frames_.push_back(frame);
    }
  }
  handle(frames_, handler);
  if (!input.barrier && next == Next::oversized) {
    throw Failure{"error", std::nullopt,
                  "A frame of " + std::to_string(input.source.next_message_bytes()) +
                      " bytes is longer than " + std::to_string(request_.largest_frame_bytes) + "."};
  }
}

void Relay::handle(std::span<const Frame> frames, Handler& handler) {
  if (!phases_) {
    handler.handle(frames, sinks_, counters_);
    return;
  }
  for (; !frames.empty(); frames = frames.subspan(std::min(frames.size(), request_.block))) {
    handler.handle_in_steps(frames.first(std::min(frames.size(), request_.block)), sinks_, counters_,
                            *phases_);
  }
}

void Relay::write_all() {
  if (phases_) {
    phases_->timed(Phase::write, [&] { sinks_.write_all(); });
  } else {
    sinks_.write_all();
  }
}

// The barrier that has come from every source that has not ended; nothing while one lacks it.
std::optional<Frame> Relay::barrier_of_all() const {
  std::optional<Frame> barrier;
  for (const Input& input : inputs_) {
    if (input.is_open()) {
      return std::nullopt;
    }
    if (input.barrier && barrier && input.barrier->sequence != barrier->sequence) {
      throw Failure{"error", std::nullopt, "The sources have sent different barriers."};
    }
    if (input.barrier) {
      barrier = input.barrier;
    }
  }
  return barrier;
}

void Relay::pass_barrier(const Frame& barrier) {
  tell_barrier(barrier.barrier_number());
  for (std::size_t sink = 0; sink != sinks_.count(); ++sink) {
    sinks_.put(sink, barrier.sequence, {});
  }
  sinks_.write_all();
  for (Input& input : inputs_) {
    input.barrier.reset();
  }
  phases_.reset();
  if (barrier.asks_for_phases()) {
    phases_.emplace();
  }
}

void Relay::tell_barrier(std::uint64_t number) {
  const std::uint64_t cpu_ns = watch_.cpu_ns(), wall_ns = watch_.wall_ns();
  const std::optional<Allocated> allocated = allocations_.stop();
  std::vector<std::pair<std::string_view, Value>> facts{{"number", number},
                                                        {"frames", counters_.frames},
                                                        {"bytes_in", counters_.bytes_in},
                                                        {"bytes_out", counters_.bytes_out},
                                                        {"undecodable", counters_.undecodable},
                                                        {"undeliverable", counters_.undeliverable},
                                                        {"torn", counters_.torn},
                                                        {"cpu_ns", cpu_ns},
                                                        {"wall_ns", wall_ns},
                                                        {"copied_bytes", counters_.copied_bytes},
                                                        {"updated_in_place", counters_.updated_in_place},
                                                        {"resident_bytes", resident_bytes()}};
  if (allocated) {
    facts.emplace_back("allocations", allocated->allocations);
    facts.emplace_back("allocated_bytes", allocated->bytes);
  }
  replies_.line("barrier", facts);
  tell_phases();
  allocations_.go_on();
}

void Relay::tell_phases() {
  for (std::size_t phase = 0; phases_ && phase != phase_names.size(); ++phase) {
    const PhaseTime& time = phases_->all()[phase];
    if (time.timed) {
      replies_.line("phase",
                    {{"name", phase_names[phase]}, {"wall_ns", time.wall_ns}, {"cpu_ns", time.cpu_ns}});
    }
  }
}

}  // namespace serbench::relay
