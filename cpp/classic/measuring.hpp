// Asks a runner for round trips by PROTOCOL.md's verb `classic`.
#pragma once

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <map>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace classic {

// The runner did not answer as it should; the text is one sentence.
class RunnerFault : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The halves are there only where they were timed apart.
struct Times {
  std::uint64_t whole_ns = 0;
  std::uint64_t serialize_ns = 0;
  std::uint64_t deserialize_ns = 0;
};

struct Measured {
  std::string version;
  std::uint64_t size_bytes = 0;
  Times times;
};

using Fields = std::map<std::string, std::string>;

// The value of a reply line, whose %XX are bytes.
inline std::string decoded(const std::string& value) {
  std::string text;
  for (std::size_t i = 0; i < value.size(); ++i) {
    const bool escaped = value[i] == '%' && i + 2 < value.size();
    text += escaped ? static_cast<char>(std::stoi(value.substr(i + 1, 2), nullptr, 16)) : value[i];
    i += escaped ? 2 : 0;
  }
  return text;
}

inline Fields fields_of(std::istringstream& words) {
  Fields fields;
  for (std::string word; words >> word;) {
    const std::size_t equals = word.find('=');
    if (equals != std::string::npos) {
      fields[word.substr(0, equals)] = decoded(word.substr(equals + 1));
    }
  }
  return fields;
}

// Everything that a program writes to its standard output. Throws RunnerFault when it cannot be started or is
// killed.
inline std::string output_of(const std::vector<std::string>& command) {
  std::vector<char*> words;
  for (const std::string& word : command) {
    words.push_back(const_cast<char*>(word.c_str()));
  }
  words.push_back(nullptr);
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) {
    throw RunnerFault(std::string("No pipe can be made: ") + std::strerror(errno) + ".");
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addclose(&actions, ends[0]);
  posix_spawn_file_actions_addclose(&actions, ends[1]);
  pid_t process = 0;
  const int fault = posix_spawn(&process, words[0], &actions, nullptr, words.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  std::string output;
  std::array<char, 4096> chunk;
  for (ssize_t got = 0; fault == 0 && (got = read(ends[0], chunk.data(), chunk.size())) > 0;) {
    output.append(chunk.data(), static_cast<std::size_t>(got));
  }
  close(ends[0]);
  if (fault != 0) {
    throw RunnerFault("Its runner cannot be started: " + std::string(std::strerror(fault)) + ".");
  }
  int status = 0;
  waitpid(process, &status, 0);
  if (WIFSIGNALED(status)) {
    throw RunnerFault("Its runner was killed by signal " + std::to_string(WTERMSIG(status)) + ".");
  }
  return output;
}

inline std::uint64_t count(const Fields& fields, const char* key) {
  const auto found = fields.find(key);
  return found == fields.end() ? 0 : std::stoull(found->second);
}

// The answer in a reply. Throws RunnerFault when there is none.
inline Measured answer_of(const std::string& reply) {
  std::optional<Measured> answer;
  std::string version;
  bool complete = false;
  std::istringstream lines(reply);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string tag;
    words >> tag;
    Fields fields = fields_of(words);
    if (tag == "error") {
      throw RunnerFault(fields["detail"]);
    } else if (tag == "library" && version.empty()) {
      version = fields["version"];
    } else if (tag == "classic") {
      const Times times{count(fields, "wall_ns"), count(fields, "serialize_ns"),
                        count(fields, "deserialize_ns")};
      answer = Measured{version, count(fields, "size_bytes"), times};
    }
    complete = complete || tag == "end";
  }
  if (!answer || !complete) {
    throw RunnerFault("Its runner gave no complete answer.");
  }
  return *answer;
}

// One process of a runner and its answer. Throws RunnerFault.
inline Measured measure(const std::filesystem::path& runner, const std::filesystem::path& corpus,
                        std::uint64_t iterations, bool split) {
  std::vector<std::string> command{runner.string(), "classic", "corpus=" + corpus.string(), "object=0",
                                   "iterations=" + std::to_string(iterations)};
  if (split) {
    command.push_back("split=1");
  }
  return answer_of(output_of(command));
}

}  // namespace classic
