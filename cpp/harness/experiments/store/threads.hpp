// The threads of the store experiment.
#pragma once

#include <algorithm>
#include <cstdint>
#include <exception>
#include <functional>
#include <thread>
#include <vector>

namespace serbench::store {

// Where a thread's share of `count` begins.
inline std::uint64_t share_begin(std::uint64_t count, std::uint64_t thread, std::uint64_t threads) {
  return count / threads * thread + std::min(thread, count % threads);
}

// What each of the threads' states does in a thread of its own: f(state, number of the thread).
template <class States, class F>
std::vector<std::function<void()>> bodies_of(States& states, F f) {
  std::vector<std::function<void()>> bodies;
  for (std::uint64_t t = 0; t != states.size(); ++t) {
    bodies.push_back([&state = *states[t], f, t] { f(state, t); });
  }
  return bodies;
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

}  // namespace serbench::store
