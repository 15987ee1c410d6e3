// cpp-serializers' benchmark over the runners in its folder: runners/<name> is a serializer, corpus.bin holds
// the record.
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "output.hpp"

namespace {

std::filesystem::path own_folder(const char* called_as) {
  std::error_code fault;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", fault);
  return (fault ? std::filesystem::absolute(called_as) : self).parent_path();
}

std::set<std::string> supported_in(const std::filesystem::path& runners) {
  std::set<std::string> names;
  std::error_code fault;
  for (const auto& entry : std::filesystem::directory_iterator(runners, fault)) {
    names.insert(entry.path().filename().string());
  }
  return names;
}

// Returns the exit status. One serializer that fails keeps no other from being measured.
int measure_all(const classic::Arguments& arguments, const std::filesystem::path& folder) {
  int status = EXIT_SUCCESS;
  if (arguments.csv) {
    classic::print_csv_header(arguments);
  }
  for (const std::string& name : arguments.serializers) {
    try {
      std::vector<classic::Measured> runs;
      for (std::uint64_t run = 0; run != arguments.repeats; ++run) {
        runs.push_back(classic::measure(folder / "runners" / name, folder / "corpus.bin",
                                        arguments.iterations, arguments.split));
      }
      (arguments.csv ? classic::print_csv : classic::print_block)(name, arguments, runs);
    } catch (const classic::RunnerFault& fault) {
      std::cerr << "Error: " << name << ": " << fault.what() << std::endl;
      status = EXIT_FAILURE;
    }
  }
  return status;
}

int write_names(const classic::Arguments& arguments) {
  std::ofstream file(arguments.names_file);
  for (const std::string& name : arguments.serializers) {
    file << name << "\n";
  }
  return file.flush() ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace

int main(int count, char** words) {
  const std::filesystem::path folder = own_folder(words[0]);
  try {
    const classic::Arguments arguments = classic::parse(count, words, supported_in(folder / "runners"));
    return arguments.names_file.empty() ? measure_all(arguments, folder) : write_names(arguments);
  } catch (const classic::Finished& finished) {
    return finished.status;
  } catch (const std::exception& fault) {
    std::cerr << fault.what() << std::endl;
    return EXIT_FAILURE;
  }
}
