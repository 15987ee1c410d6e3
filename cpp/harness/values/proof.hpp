// Every measurement is a verification: the evidence that an operation gives, and how faults are told.
#pragma once

#include <exception>
#include <optional>
#include <string>

#include "corpus.hpp"

namespace serbench {

// What one run of an operation over one object showed; the value that came back is handed over with it.
struct Evidence {
  std::size_t bytes = 0;           // of the encoded message
  std::uint64_t message_hash = 0;  // XXH64 of the message that the operation has written
  std::uint64_t touch = 0;
  std::uint64_t expected_touch = 0;
};

// An operation failed, on one object where one is known; `outcome` as in PROTOCOL.md.
struct Failure {
  std::string outcome;
  std::optional<std::size_t> index;
  std::string detail;
};

// The failure that the exception being handled means. Only to be called while one is.
inline Failure current_failure(std::optional<std::size_t> index) {
  try {
    throw;
  } catch (const Failure& failure) {
    return failure;
  } catch (const Unsupported& fault) {
    return {"unsupported", index, fault.what()};
  } catch (const std::exception& fault) {
    return {"error", index, fault.what()};
  } catch (...) {
    return {"error", index, "The library threw an object that is no std::exception."};
  }
}

// Calls f(0), f(1) …; what it throws becomes a Failure that knows its index.
template <class F>
void for_each_index(std::size_t count, F&& f) {
  for (std::size_t i = 0; i != count; ++i) {
    try {
      f(i);
    } catch (const RequestError&) {
      throw;
    } catch (...) {
      throw current_failure(i);
    }
  }
}

}  // namespace serbench
