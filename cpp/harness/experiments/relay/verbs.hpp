// The verb of the experiment `relay`.
#pragma once

#include <array>
#include <memory>

#include "experiments/relay/handling.hpp"
#include "experiments/relay/modes.hpp"
#include "experiments/relay/relay.hpp"
#include "protocol/verbs.hpp"

namespace serbench {

namespace relay {

inline constexpr std::string_view forward = "forward";

template <class Mode>
std::unique_ptr<Handler> handler_of_mode(const RelayRequest& request) {
  if (!request.by_fields) {
    return std::make_unique<Handling<Mode, false>>(request.block);
  }
  if constexpr (Mode::has_key) {
    return std::make_unique<Handling<Mode, true>>(request.block);
  }
  return nullptr;
}

// Throws RequestError where the codec lacks the mode.
template <class C>
std::unique_ptr<Handler> handler_of(const RelayRequest& request) {
  std::unique_ptr<Handler> handler;
  bool found = request.mode == forward;
  if (found && !request.by_fields) {
    return std::make_unique<Forwarding>();
  }
  for_each_mode<C>([&]<class Mode>() {
    if (Mode::name == request.mode) {
      found = true;
      handler = handler_of_mode<Mode>(request);
    }
  });
  if (handler == nullptr) {
    throw RequestError(found ? "The mode " + request.mode + " of this codec cannot route by fields."
                             : "This codec has no mode \"" + request.mode + "\".");
  }
  return handler;
}

}  // namespace relay

template <class C>
void answer_relay(const Bench& bench) {
  const relay::RelayRequest request(bench.request);
  const std::unique_ptr<relay::Handler> handler = relay::handler_of<C>(request);
  relay::Relay(bench.replies, request).run(*handler);
}

template <class C>
void tell_modes(const Bench& bench) {
  bench.replies.line("mode", {{"name", relay::forward}, {"fields", 0}});
  relay::for_each_mode<C>([&]<class Mode>() {
    if constexpr (Mode::has_key) {
      bench.replies.line("mode", {{"name", Mode::name}});
    } else {
      bench.replies.line("mode", {{"name", Mode::name}, {"fields", 0}});
    }
  });
}

template <class C>
inline constexpr std::array verbs_of_experiment{
    Verb{"relay", answer_relay<C>, tell_modes<C>},
};

}  // namespace serbench
