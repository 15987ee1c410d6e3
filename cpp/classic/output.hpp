// The blocks and the CSV lines of cpp-serializers, to the letter; what is added comes after them.
#pragma once

#include <cmath>
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

#include "arguments.hpp"
#include "measuring.hpp"

namespace classic {

// Times of one kind, one a repetition, in milliseconds as text.
struct Milliseconds {
  std::string mean;
  std::string deviation;  // of the sample; empty without repetitions
};

// Without repetitions whole milliseconds, cut off as the original does.
inline Milliseconds milliseconds(const std::vector<Measured>& runs, std::uint64_t Times::* member) {
  constexpr double ns_per_ms = 1e6;
  if (runs.size() == 1) {
    return {std::to_string(runs.front().times.*member / 1'000'000), ""};
  }
  double sum = 0;
  for (const Measured& run : runs) {
    sum += static_cast<double>(run.times.*member) / ns_per_ms;
  }
  const double mean = sum / static_cast<double>(runs.size());
  double squares = 0;
  for (const Measured& run : runs) {
    const double distance = static_cast<double>(run.times.*member) / ns_per_ms - mean;
    squares += distance * distance;
  }
  const auto text = [](double value) {
    char digits[64];
    std::snprintf(digits, sizeof digits, "%.3f", value);
    return std::string(digits);
  };
  return {text(mean), text(std::sqrt(squares / static_cast<double>(runs.size() - 1)))};
}

struct Column {
  const char* label;  // of the block
  const char* name;   // of the CSV
  std::uint64_t Times::* member;
};

inline std::vector<Column> columns(const Arguments& arguments) {
  std::vector<Column> found{{"Time      : ", "time", &Times::whole_ns}};
  if (arguments.split) {
    found.push_back({"Serialize : ", "serialize", &Times::serialize_ns});
    found.push_back({"Deserialize: ", "deserialize", &Times::deserialize_ns});
  }
  return found;
}

inline void print_csv_header(const Arguments& arguments) {
  std::cout << "serializer,version,iterations,size";
  for (const Column& column : columns(arguments)) {
    std::cout << "," << column.name;
    if (arguments.repeats > 1) {
      std::cout << "," << column.name << "_sd";
    }
  }
  std::cout << (arguments.repeats > 1 ? ",repeat" : "") << std::endl;
}

inline void print_csv(const std::string& name, const Arguments& arguments,
                      const std::vector<Measured>& runs) {
  std::cout << name << "," << runs.front().version << "," << arguments.iterations << ","
            << runs.front().size_bytes;
  for (const Column& column : columns(arguments)) {
    const Milliseconds time = milliseconds(runs, column.member);
    std::cout << "," << time.mean;
    if (arguments.repeats > 1) {
      std::cout << "," << time.deviation;
    }
  }
  if (arguments.repeats > 1) {
    std::cout << "," << arguments.repeats;
  }
  std::cout << std::endl;
}

inline void print_block(const std::string& name, const Arguments& arguments,
                        const std::vector<Measured>& runs) {
  std::cout << "Serializer: " << name << std::endl;
  std::cout << "Version   : " << runs.front().version << std::endl;
  std::cout << "Iterations: " << arguments.iterations << std::endl;
  std::cout << "Size      : " << runs.front().size_bytes << " bytes" << std::endl;
  for (const Column& column : columns(arguments)) {
    const Milliseconds time = milliseconds(runs, column.member);
    std::cout << column.label << time.mean << " milliseconds";
    if (arguments.repeats > 1) {
      std::cout << " (mean of " << arguments.repeats << ", SD " << time.deviation << ")";
    }
    std::cout << std::endl;
  }
  std::cout << std::endl;
}

}  // namespace classic
