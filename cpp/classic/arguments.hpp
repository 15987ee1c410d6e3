// The command line of cpp-serializers' benchmark, with what is added here.
#pragma once

#include <getopt.h>

#include <charconv>
#include <cstdint>
#include <iostream>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace classic {

struct Arguments {
  std::uint64_t iterations = 0;
  std::uint64_t repeats = 1;
  std::set<std::string> serializers;  // in the order of their names
  std::string names_file;
  bool csv = false;
  bool split = false;
};

// The program is over before it began, with this exit status; what there was to say has been said.
struct Finished {
  int status;
};

// A command line that means nothing; the text is for the user.
class UsageError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

inline constexpr std::string_view help = R"(Benchmark various C++ serializers
Usage:
  benchmark [OPTION...]

  -h, --help             show this help and exit
  -l, --list             show list of supported serializers
  -c, --csv              output in CSV format
  -i, --iterations arg   number of serialize/deserialize iterations
  -s, --serializers arg  comma separated list of serializers to benchmark

The older form `benchmark ITERATIONS [SERIALIZER...]` means the same.

Beyond cpp-serializers:
      --repeat arg       measure as many times, each in a process of its own, and
                         give the mean and the standard deviation of the time
      --split            time serializing and deserializing apart
      --names arg        write the names of the serializers that would be measured
                         to a file and exit

One record is measured again and again, as cpp-serializers does: object 0 of the
workload `record`. A processor learns a single record by heart, so these times are
shorter than those of `serbench run`, which rotates through many. The time is that
of the wall clock; formats that lie in memory as they are written are built in each
iteration and their fields are not read.
)";

inline void print_supported(const std::set<std::string>& supported) {
  std::cerr << std::endl << "Supported serializers are:" << std::endl;
  for (const std::string& name : supported) {
    std::cout << "  * " << name << std::endl;
  }
  std::cout << std::endl;
}

inline std::uint64_t number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [stop, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || fault != std::errc() || stop != text.data() + text.size()) {
    throw UsageError("Argument ‘" + std::string(text) + "’ failed to parse");
  }
  return value;
}

inline std::set<std::string> split_at_commas(const std::string& joined) {
  std::set<std::string> names;
  std::istringstream parts(joined + ",");
  for (std::string name; std::getline(parts, name, ',');) {
    names.insert(name);
  }
  return names;
}

// The option that getopt stopped at, without its dashes; letters may share one word.
inline std::string named(std::string_view word) {
  if (!word.starts_with("--")) {
    return std::string(1, static_cast<char>(optopt));
  }
  return std::string(word.substr(2, word.find('=') - 2));
}

// What the options hold before anything is checked.
struct Given {
  Arguments arguments;
  bool help = false;
  bool list = false;
  bool iterations = false;
};

inline Given read_options(int count, char** words) {
  enum { repeat = 256, split, names };
  static constexpr option options[] = {{"help", no_argument, nullptr, 'h'},
                                       {"list", no_argument, nullptr, 'l'},
                                       {"csv", no_argument, nullptr, 'c'},
                                       {"iterations", required_argument, nullptr, 'i'},
                                       {"serializers", required_argument, nullptr, 's'},
                                       {"repeat", required_argument, nullptr, repeat},
                                       {"split", no_argument, nullptr, split},
                                       {"names", required_argument, nullptr, names},
                                       {nullptr, 0, nullptr, 0}};
  Given given;
  Arguments& arguments = given.arguments;
  opterr = 0;
  for (;;) {
    const int at = optind;
    switch (getopt_long(count, words, ":hlci:s:", options, nullptr)) {
      case -1:
        return given;
      case 'h':
        given.help = true;
        break;
      case 'l':
        given.list = true;
        break;
      case 'c':
        arguments.csv = true;
        break;
      case 'i':
        arguments.iterations = number(optarg);
        given.iterations = true;
        break;
      case 's':
        arguments.serializers = split_at_commas(optarg);
        break;
      case repeat:
        arguments.repeats = number(optarg);
        break;
      case split:
        arguments.split = true;
        break;
      case names:
        arguments.names_file = optarg;
        break;
      case ':':
        throw UsageError("Option ‘" + named(words[at]) + "’ is missing an argument");
      default:
        throw UsageError("Option ‘" + named(words[at]) + "’ does not exist");
    }
  }
}

// The older form: the iterations, then the serializers, each a word of its own.
inline void read_words(int count, char** words, Given& given) {
  int next = optind;
  if (next != count && !given.iterations) {
    try {
      given.arguments.iterations = number(words[next++]);
    } catch (const UsageError& fault) {
      throw UsageError(std::string("Error: ") + fault.what() +
                       "\nFirst positional argument must be an integer.");
    }
    given.iterations = true;
  }
  given.arguments.serializers.insert(words + next, words + count);
}

// Answers what needs no measurement by itself, in the original's order. Throws Finished or UsageError.
inline Arguments parse(int count, char** words, const std::set<std::string>& supported) {
  Given given = read_options(count, words);
  if (given.help) {
    std::cout << help << std::endl;
    throw Finished{EXIT_SUCCESS};
  }
  if (given.list) {
    print_supported(supported);
    throw Finished{EXIT_SUCCESS};
  }
  read_words(count, words, given);
  if (!given.iterations) {
    throw UsageError("Not all required option specified! Please run with -h for available options.");
  }
  if (given.arguments.repeats == 0) {
    throw UsageError("Nothing is measured with --repeat 0.");
  }
  for (const std::string& name : given.arguments.serializers) {
    if (!supported.contains(name)) {
      std::cerr << "Serializer '" << name << "' is not supported by this benchmark." << std::endl;
      print_supported(supported);
      throw Finished{EXIT_FAILURE};
    }
  }
  if (given.arguments.serializers.empty()) {
    given.arguments.serializers = supported;
  }
  return given.arguments;
}

}  // namespace classic
